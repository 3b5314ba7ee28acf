import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import type { ZonesInForce } from '@swath/domain/zones-in-force'
import { loadZones } from './zones.queries.ts'

/** Maximum delay until changes by another process are seen. */
const againMs = 60_000

/** Reads the zones at the start, on changes and at intervals, and passes them on. */
export const followZones = async ({
  db,
  events,
  log,
  tell,
}: {
  db: Db
  events: EventBus
  log: Logger
  tell: (zones: ZonesInForce) => void
}): Promise<{ stop(): void }> => {
  const read = (): void => {
    loadZones(db)
      .then(tell)
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'No-fly zones could not be read'),
      )
  }
  tell(await loadZones(db))
  const stopListening = events.on('zonesChanged', read)
  const timer = setInterval(read, againMs).unref()
  return {
    stop: () => {
      stopListening()
      clearInterval(timer)
    },
  }
}
