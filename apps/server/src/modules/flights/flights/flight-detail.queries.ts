// One or several flights with details, and the days on which a drone flew.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { flightEnd, isSoFarOf } from '../../../platform/database/flight-so-far.queries.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope, flightScope, sortieScope } from '../../../platform/access/scoped-tables.ts'
import { leftArea, zoneName } from '../../alarms/public.ts'
import type { FlightFilters } from './flight-conditions.queries.ts'
import { type FlightRecord, type Key, flightQuery, sorties } from './flights.queries.ts'

export const findFlight = (
  db: Db,
  scope: Scope,
  droneId: string,
  sortieId: string,
): Promise<FlightRecord | undefined> =>
  flightQuery(db)
    .where('sortie.drone_id', '=', droneId)
    .where('sortie.id', '=', sortieId)
    .where(inScope(scope, sortieScope))
    .executeTakeFirst()

/** Those of these sorties that the caller can see, simulated ones included, with their times. */
export const findFlights = (
  db: Db,
  scope: Scope,
  droneId: string | undefined,
  sortieIds: readonly string[],
) =>
  db
    .selectFrom('sortie as flight')
    .leftJoin('drone_state as so_far', (join) => join.on(isSoFarOf('flight')))
    .where(inScope(scope, flightScope))
    .where((eb) => (droneId === undefined ? eb.val(true) : eb('flight.drone_id', '=', droneId)))
    .where('flight.id', 'in', [...sortieIds])
    .select(['flight.id', 'flight.drone_id', 'flight.start_at', flightEnd('flight').as('end_at')])
    .execute()

/** Data that identifies a flight, simulated ones included. */
export const findFlightHead = (db: Db, scope: Scope, droneId: string, sortieId: string) =>
  db
    .selectFrom('sortie as flight')
    .innerJoin('drone', 'drone.id', 'flight.drone_id')
    .leftJoin('drone_state as so_far', (join) => join.on(isSoFarOf('flight')))
    .where(inScope(scope, flightScope))
    .where('flight.drone_id', '=', droneId)
    .where('flight.id', '=', sortieId)
    .select([
      'drone.name as drone_name',
      'flight.start_at',
      flightEnd('flight').as('end_at'),
      'flight.simulated',
    ])
    .executeTakeFirst()

/**
 * Days in the time zone on which a drone flew, newest first. A flight belongs to the day on which
 * it began.
 */
export const flightDays = (db: Db, scope: Scope, filters: FlightFilters, timeZone: string) => {
  const day = sql<string>`to_char(flight.start_at at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD')`
  return sorties(db, scope, filters)
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'flight.drone_id')
        .onRef('record.sortie_id', '=', 'flight.id'),
    )
    .select([
      day.as('day'),
      sql<number>`count(*)`.as('sortie_count'),
      sql<number>`coalesce(sum(record.covered_m2), 0)`.as('covered_m2'),
      sql<number>`coalesce(sum(record.duration_s), 0)`.as('duration_s'),
      sql<number>`coalesce(sum(record.spray_l), 0)`.as('spray_l'),
    ])
    .groupBy(day)
    .orderBy('day', 'desc')
    .limit(1000)
    .execute()
}

/** Alarms of these flights, in order of time. */
export const listFlightAlarms = (db: Db, keys: readonly Key[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('anomaly')
        .where(
          sql<boolean>`(anomaly.drone_id, anomaly.sortie_id) in (select *
            from unnest(${keys.map((key) => key.drone_id)}::text[],
              ${keys.map((key) => key.id)}::uuid[]))`,
        )
        .select([
          'anomaly.id',
          'anomaly.drone_id',
          'anomaly.sortie_id',
          'anomaly.type',
          'anomaly.level',
          'anomaly.at',
          'anomaly.lng',
          'anomaly.lat',
          zoneName.as('zone_name'),
          leftArea.as('left_area'),
        ])
        .orderBy('anomaly.at')
        .orderBy('anomaly.id')
        .execute()
export type AlarmRecord = Awaited<ReturnType<typeof listFlightAlarms>>[number]

export const cropNames = (db: Db, id: string) =>
  db.selectFrom('crop').where('id', '=', id).select('names').executeTakeFirst()

export const droneExists = async (db: Db, scope: Scope, droneId: string): Promise<boolean> =>
  (await db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .where(inScope(scope, droneScope))
    .select('id')
    .executeTakeFirst()) !== undefined
