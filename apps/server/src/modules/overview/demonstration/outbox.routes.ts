import type { demonstrationRoutes } from '@swath/contract/overview/demonstration'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findOutboxMessages } from '../../../platform/messages/outbox.queries.ts'
import type { Services } from '../../../platform/services.ts'

export const demonstrationHandlers = ({
  db,
  config,
}: Services): Handlers<typeof demonstrationRoutes> => ({
  getOutbox: async () => {
    if (!config.demo) return fail('not_found')
    const messages = await findOutboxMessages(db)
    return {
      items: messages.map(({ id, channel, recipient, subject, body, created_at: at }) => ({
        id,
        channel,
        to: recipient,
        subject,
        text: body,
        sentAt: at.toISOString(),
      })),
    }
  },
})
