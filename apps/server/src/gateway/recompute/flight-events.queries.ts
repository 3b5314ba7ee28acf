// The stored events of one flight, to show the sources of its record.
import type { DeviceEvent } from '@swath/domain/device-event'
import { canonicalEvents } from '@swath/domain/device-event'
import type { Db } from '../../platform/database/database.ts'
import { coveredKeys, eventsAtMost } from './flight-events.ts'
import { eventsIn, storedEventsAt } from './stored-window.queries.ts'

/**
 * Events that the record was computed from, and others reported during the flight: by time, the
 * first thousand.
 */
export const readFlightEvents = async (
  db: Db,
  { id, drone_id: droneId, start_at, end_at }: Flown,
): Promise<DeviceEvent[]> => {
  const record = await db
    .selectFrom('work_record')
    .select(['events', 'events_hash'])
    .where('drone_id', '=', droneId)
    .where('sortie_id', '=', id)
    .executeTakeFirst()
  const [within, covered] = await Promise.all([
    eventsIn(db, droneId, { fromMs: start_at.getTime(), untilMs: end_at.getTime() }, eventsAtMost),
    storedEventsAt(db, droneId, coveredKeys(record?.events ?? null, record?.events_hash ?? null)),
  ])
  return canonicalEvents([...within, ...covered]).slice(0, eventsAtMost)
}
type Flown = { id: string; drone_id: string; start_at: Date; end_at: Date }
