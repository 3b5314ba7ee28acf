// Notifies consoles of the accounts that receive a bulletin; they then request its content.
import type { Logger } from 'pino'
import type { EventBus } from '../../platform/events/events.ts'
import { send, type LiveClient } from './live-client.ts'

export type LiveBulletinOptions = {
  events: EventBus
  log: Logger
  /** Filters the given accounts to those that receive the bulletin. */
  bulletinAudience: (bulletinId: string, accountIds: readonly string[]) => Promise<string[]>
}

/** Returns a function that stops it. */
export const tellBulletins = (
  { events, log, bulletinAudience }: LiveBulletinOptions,
  clients: ReadonlySet<LiveClient>,
): (() => void) =>
  events.on('bulletinSent', ({ bulletinId }) => {
    const connected = new Set([...clients].flatMap(({ caller }) => caller?.accountId ?? []))
    bulletinAudience(bulletinId, [...connected]).then(
      (accountIds) => {
        const audience = new Set(accountIds)
        for (const client of clients)
          if (client.caller && audience.has(client.caller.accountId))
            send(client, { type: 'bulletinsChanged' })
      },
      (error: unknown) =>
        log.warn({ bulletinId, error: String(error) }, 'Could not notify anyone of a bulletin'),
    )
  })
