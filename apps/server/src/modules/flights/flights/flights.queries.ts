import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { flightList, simulatedFlightList } from '@swath/contract/flights/flight-list'
import type { List, SortOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { flightEnd, isSoFarOf } from '../../../platform/database/flight-so-far.queries.ts'
import { flownSwathWidth } from '../../../platform/database/swath-width.queries.ts'
import { inScope, scopeBranches } from '../../../platform/access/scope.queries.ts'
import { flightScope } from '../../../platform/access/scoped-tables.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import {
  cameByLog,
  simulatedConditions,
  recordConditions,
  sortieConditions,
  type FlightFilters,
  type SimulatedFilters,
} from './flight-conditions.queries.ts'

export const sorties = (db: Db, scope: Scope, filters: FlightFilters) =>
  db
    .selectFrom('sortie as flight')
    .where(inScope(scope, flightScope))
    .where((eb) => eb.and(sortieConditions(filters)))

const records = (db: Db, scope: Scope, filters: FlightFilters) =>
  db
    .selectFrom('work_record as flight')
    .where(inScope(scope, flightScope))
    .where((eb) => eb.and(recordConditions(filters)))

/** The record's value; for a flight in progress, the value so far. */
const recordedOrSoFar = (
  column: 'distance_m' | 'spray_s' | 'spray_l' | 'covered_m2' | 'swept_m2',
) =>
  sql<
    number | null
  >`coalesce(${sql.ref(`record.${column}`)}, ${sql.ref(`so_far.open_${column}`)})`.as(column)

/** Columns of sorties whose keys another query has found. */
export const flightQuery = (db: Db) =>
  db
    .selectFrom('sortie')
    .innerJoin('drone', 'drone.id', 'sortie.drone_id')
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'sortie.drone_id')
        .onRef('record.sortie_id', '=', 'sortie.id'),
    )
    .leftJoin('flight_weather as weather', (join) =>
      join
        .onRef('weather.drone_id', '=', 'sortie.drone_id')
        .onRef('weather.sortie_id', '=', 'sortie.id'),
    )
    .leftJoin('drone_state as so_far', (join) => join.on(isSoFarOf('sortie')))
    .leftJoin('app_user as pilot', 'pilot.id', 'sortie.pilot_id')
    .leftJoin('plot', 'plot.id', 'record.plot_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'sortie.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'sortie.operator_id')
    .select((eb) => [
      'sortie.id',
      'sortie.drone_id',
      'drone.name as drone_name',
      'sortie.number',
      'sortie.state',
      'sortie.close_reason',
      'sortie.start_at',
      flightEnd('sortie').as('end_at'),
      'sortie.region_code',
      'sortie.simulated',
      'pilot.name as pilot_name',
      'plot.name as plot_name',
      'manufacturer.name as manufacturer_name',
      'operator.name as operator_name',
      'record.plot_id',
      'record.crop_id',
      'record.chemical',
      'record.mode',
      'record.duration_s',
      recordedOrSoFar('distance_m'),
      recordedOrSoFar('spray_s'),
      recordedOrSoFar('spray_l'),
      'record.height_m',
      'record.speed_ms',
      'record.flow_l_min',
      recordedOrSoFar('covered_m2'),
      recordedOrSoFar('swept_m2'),
      'record.overlap_ratio',
      'record.outside_plot_ratio',
      'record.claimed_m2',
      'record.track_hash',
      'record.previous_hash',
      'record.hash',
      'weather.source as weather_source',
      'weather.wind_ms',
      'weather.most_wind_ms',
      'weather.wind_from_deg',
      'weather.temperature_c',
      'weather.humidity_percent',
      'weather.rain_mm_h',
      'weather.delta_t_c',
      flownSwathWidth,
      eb
        .or([
          eb('so_far.open_point_count', '>', 0),
          eb.exists(
            eb
              .selectFrom('track_chunk')
              .whereRef('track_chunk.drone_id', '=', 'sortie.drone_id')
              .whereRef('track_chunk.sortie_id', '=', 'sortie.id')
              .where(sql<boolean>`track_chunk.from_at between sortie.start_at - interval '1 day'
                and sortie.end_at + interval '1 day'`)
              .select('track_chunk.id'),
          ),
        ])
        .as('has_track'),
      cameByLog('sortie').as('from_log'),
      'sortie.alarm_types',
    ])
export type FlightRecord = Awaited<
  ReturnType<ReturnType<typeof flightQuery>['executeTakeFirstOrThrow']>
>

export type Key = { drone_id: string; id: string }

/** Flights of these keys, in the same order. */
export const flightsAt = async (db: Db, keys: readonly Key[]): Promise<FlightRecord[]> => {
  if (keys.length === 0) return []
  // The keys come first: beyond 8 joins (join_collapse_limit) PostgreSQL applies a later condition
  // last, and would read every flight for one page.
  const named = db.with('sortie', (query) =>
    query
      .selectFrom(
        sql<Key>`unnest(${keys.map((key) => key.drone_id)}::text[],
          ${keys.map((key) => key.id)}::uuid[])`.as<'key'>(sql`key(drone_id, id)`),
      )
      .innerJoin('sortie', (join) =>
        join.onRef('sortie.drone_id', '=', 'key.drone_id').onRef('sortie.id', '=', 'key.id'),
      )
      .selectAll('sortie'),
  )
  const rows = await flightQuery(named as unknown as Db).execute()
  const byKey = new Map(rows.map((row) => [`${row.drone_id} ${row.id}`, row]))
  return keys.flatMap((key) => byKey.get(`${key.drone_id} ${key.id}`) ?? [])
}

/**
 * Reads from each branch of the scope as many rows as the page can need, by its index, and takes
 * the page from these.
 */
const keysByTime = async (
  db: Db,
  scope: Scope,
  conditions: readonly RawBuilder<SqlBool>[],
  direction: 'asc' | 'desc',
  {
    limit,
    offset,
    after,
  }: { limit: number; offset: number; after?: { startAt: Date; id: string } },
): Promise<(Key & { start_at: Date })[]> => {
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  const branches = scopeBranches(scope, flightScope).map((branch) => {
    const wanted = [
      branch,
      ...conditions,
      ...(after
        ? [sql<SqlBool>`(flight.start_at, flight.id) < (${after.startAt}, ${after.id}::uuid)`]
        : []),
    ]
    return sql`(select flight.drone_id, flight.id, flight.start_at
      from sortie as flight
      where ${sql.join(wanted, sql` and `)}
      order by flight.start_at ${order}, flight.id ${order} limit ${limit + offset})`
  })
  const { rows } = await sql<Key & { start_at: Date }>`
    select *
    from (${sql.join(branches, sql` union `)}) as found
    order by start_at ${order}, id ${order}
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const recordColumn = {
  durationS: 'duration_s',
  sprayArea: 'covered_m2',
  sprayL: 'spray_l',
  overlapRatio: 'overlap_ratio',
} as const

/** Keys in the order of a figure of the records; sorties without a record come last. */
const keysByFigure = async (
  db: Db,
  scope: Scope,
  filters: FlightFilters,
  field: keyof typeof recordColumn,
  direction: 'asc' | 'desc',
  { limit, offset }: { limit: number; offset: number },
): Promise<Key[]> => {
  const recorded = await records(db, scope, filters)
    .select(['flight.drone_id', 'flight.sortie_id as id'])
    .orderBy(`flight.${recordColumn[field]}`, direction)
    .orderBy('flight.sortie_id')
    .limit(limit)
    .offset(offset)
    .execute()
  if (recorded.length === limit) return recorded
  const { count } =
    recorded.length > 0
      ? { count: offset + recorded.length }
      : await records(db, scope, filters)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
  const open = await sorties(db, scope, filters)
    .where(
      sql<boolean>`not exists (select from work_record r
        where r.drone_id = flight.drone_id and r.sortie_id = flight.id)`,
    )
    .select(['flight.drone_id', 'flight.id'])
    .orderBy('flight.id')
    .limit(limit - recorded.length)
    .offset(Math.max(0, offset - count))
    .execute()
  return [...recorded, ...open]
}

type Order<L extends List> = SortOf<L> | `-${SortOf<L>}`

export const pageOfFlights = async (
  db: Db,
  scope: Scope,
  filters: FlightFilters & { order?: Order<typeof flightList> | undefined },
  page: { currentPage: number; pageSize: number },
): Promise<FlightRecord[]> => {
  const { field, descending } = parseSort<SortOf<typeof flightList>>(
    filters.order,
    flightList.defaultSort,
  )
  const direction = descending ? 'desc' : 'asc'
  const part = { limit: page.pageSize, offset: (page.currentPage - 1) * page.pageSize }
  return flightsAt(
    db,
    field === 'startTime'
      ? await keysByTime(db, scope, sortieConditions(filters), direction, part)
      : await keysByFigure(db, scope, filters, field, direction, part),
  )
}

/**
 * Number of sorties, counted up to `most` + 1, their number of drones and time range; `drone_id` is
 * meaningful if there is one drone.
 */
export const measureExtent = async (db: Db, scope: Scope, filters: FlightFilters, most: number) => {
  const flown = sorties(db, scope, filters)
    .select(['flight.drone_id', 'flight.start_at'])
    .limit(most + 1)
    .as('flown')
  return db
    .selectFrom(flown)
    .select([
      sql<number>`count(*)::int`.as('sorties'),
      sql<number>`count(distinct flown.drone_id)::int`.as('drones'),
      sql<string | null>`min(flown.drone_id)`.as('drone_id'),
      sql<Date | null>`min(flown.start_at)`.as('first_at'),
      sql<Date | null>`max(flown.start_at)`.as('last_at'),
    ])
    .executeTakeFirstOrThrow()
}

const readEachFlight = async function* (
  db: Db,
  scope: Scope,
  conditions: readonly RawBuilder<SqlBool>[],
  atOnce: number,
): AsyncGenerator<FlightRecord> {
  const parts = inParts<Key & { start_at: Date }>(atOnce, (last) =>
    keysByTime(db, scope, conditions, 'desc', {
      limit: atOnce,
      offset: 0,
      ...(last ? { after: { startAt: last.start_at, id: last.id } } : {}),
    }),
  )
  for await (const keys of parts) yield* await flightsAt(db, keys)
}

/**
 * All flights, newest first, in batches. Batches are small if each flight is expensive, so that the
 * first is sent soon.
 */
export const eachFlight = (
  db: Db,
  scope: Scope,
  filters: FlightFilters,
  atOnce = 1000,
): AsyncGenerator<FlightRecord> => readEachFlight(db, scope, sortieConditions(filters), atOnce)

export const readSimulatedPage = async (
  db: Db,
  scope: Scope,
  filters: SimulatedFilters & { order?: Order<typeof simulatedFlightList> | undefined },
  page: { currentPage: number; pageSize: number },
): Promise<FlightRecord[]> => {
  const { descending } = parseSort<'startTime'>(filters.order, simulatedFlightList.defaultSort)
  return flightsAt(
    db,
    await keysByTime(db, scope, simulatedConditions(filters), descending ? 'desc' : 'asc', {
      limit: page.pageSize,
      offset: (page.currentPage - 1) * page.pageSize,
    }),
  )
}

/** Count and total duration. Simulated flights are few, and have their own index. */
export const readSimulatedSums = (db: Db, scope: Scope, filters: SimulatedFilters) =>
  db
    .selectFrom('sortie as flight')
    .where(inScope(scope, flightScope))
    .where((eb) => eb.and(simulatedConditions(filters)))
    .select([
      sql<number>`count(*)`.as('sortie_count'),
      sql<number>`coalesce(sum(extract(epoch from flight.end_at - flight.start_at))
        filter (where flight.state = 'closed'), 0)::float8`.as('duration_s'),
    ])
    .executeTakeFirstOrThrow()

export const readEachSimulated = (
  db: Db,
  scope: Scope,
  filters: SimulatedFilters,
): AsyncGenerator<FlightRecord> => readEachFlight(db, scope, simulatedConditions(filters), 1000)
