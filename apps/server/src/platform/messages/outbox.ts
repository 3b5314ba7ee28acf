import { uuidv7 } from '../database/uuid.ts'
import type { Services } from '../services.ts'
import type { Driver } from './driver.ts'
import { insertOutboxMessage } from './outbox.queries.ts'

/**
 * Anyone can see the demonstration's outbox, so addresses are shortened, but remain recognisable.
 */
const shortened = (to: string): string =>
  to.includes('@')
    ? to.replace(/^(.).*@/, '$1***@')
    : to.replace(/(-\d{2})\d*(\d{4})$/, '$1*****$2')

/** In the demonstration, messages are only written to a table, which a page shows. */
export const createOutbox = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Driver => ({
  send: async ({ channel, to, subject, text }) => {
    const nowMs = clock.now()
    await insertOutboxMessage(db, {
      id: uuidv7(nowMs),
      channel,
      recipient: shortened(to),
      subject,
      body: text,
      created_at: new Date(nowMs),
    })
  },
})
