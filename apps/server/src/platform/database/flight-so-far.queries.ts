import { sql } from 'kysely'

type Flight = 'sortie' | 'flight'

/**
 * Joins `drone_state as so_far` to a flight in the air. Their start times may differ: the detector
 * may notice a take-off before or after the device reports it.
 */
export const isSoFarOf = (
  flight: Flight,
) => sql<boolean>`so_far.drone_id = ${sql.ref(`${flight}.drone_id`)}
  and ${sql.ref(`${flight}.state`)} = 'open'
  and so_far.open_start_at between ${sql.ref(`${flight}.start_at`)} - interval '60 seconds'
    and ${sql.ref(`${flight}.start_at`)} + interval '60 seconds'`

/** Time of the landing; of a flight in the air, of its last point. */
export const flightEnd = (flight: Flight) =>
  sql<Date>`greatest(${sql.ref(`${flight}.end_at`)}, so_far.open_end_at)`
