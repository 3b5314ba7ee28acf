import { z } from 'zod'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { Time } from '../fields.ts'

/** A message that a demonstration installation records instead of sending. */
export const OutboxMessage = z
  .object({
    id: notARow('No call accepts it', z.uuid()),
    channel: z.enum(['sms', 'mail']),
    to: z.string().describe('Recipient, partly masked'),
    subject: z.string().nullable().describe('Subject of an e-mail; null for SMS'),
    text: z.string(),
    sentAt: Time,
  })
  .meta({ id: 'OutboxMessage' })
export type OutboxMessage = z.infer<typeof OutboxMessage>

const route = routeWithTag('Demonstration')

export const demonstrationRoutes = {
  getOutbox: route('GET', '/api/demonstration/outbox', {
    policy: 'public',
    errors: ['not_found'],
    summary:
      'List the latest messages recorded instead of sent, newest first; available only in demonstration installations',
    out: z.object({ items: z.array(OutboxMessage) }),
  }),
}
