import { z } from 'zod'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { Time } from '../fields.ts'

/** A message that a demonstration records instead of sending it. */
export const OutboxMessage = z
  .object({
    id: notARow('No call takes it', z.uuid()),
    channel: z.enum(['sms', 'mail']),
    to: z.string().describe('Shortened: enough to know one’s own by'),
    subject: z.string().nullable().describe('Mail only'),
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
      'The newest messages that the demonstration would have sent, newest first; anywhere else there is no such address',
    out: z.object({ items: z.array(OutboxMessage) }),
  }),
}
