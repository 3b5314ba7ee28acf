// `phaseAt` and `countedPhase` of platform/events in SQL, from the last checkpoint of each drone.
import { sql, type RawBuilder } from 'kysely'
import { onlineMs, type FlightPhase } from '../events/flight-phase.ts'

const isHeard = (now: Date) =>
  sql<boolean>`drone_state.last_message_at > ${new Date(now.getTime() - onlineMs)}`

export const phaseNow = (now: Date): RawBuilder<FlightPhase> =>
  sql`case when ${isHeard(now)} then drone_state.flight else 'offline' end`

/** By the index of the minute, which the time of the last message is in. */
const isHeardByIndex = (now: Date) =>
  sql<boolean>`${isHeard(now)}
    and drone_state.last_minute >= ${Math.floor((now.getTime() - onlineMs) / 60_000)}`

/** Selects the ids of online drones, or of those in one counted phase. */
export const onlineDrones = (
  now: Date,
  counted?: Exclude<FlightPhase, 'offline'>,
): RawBuilder<unknown> => sql`select drone_state.drone_id
  from drone_state
  where ${isHeardByIndex(now)} and drone_state.flight <> 'offline' ${
    counted === undefined
      ? sql``
      : sql`and case when drone_state.simulating then 'ground' else drone_state.flight end = ${counted}`
  }`
