import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope, sortieScope } from '../../../platform/access/scoped-tables.ts'
import { flightEnd, isSoFarOf } from '../../../platform/database/flight-so-far.queries.ts'
import { flownSwathWidth } from '../../../platform/database/swath-width.queries.ts'
import { containing } from '../../../platform/listing/search.ts'
import {
  chunkColumns,
  fromAtOfFlights,
  withArchived,
  type StoredPoints,
} from '../../../gateway/tracks/public.ts'

export type Span = { startTime: string; endTime: string }

/**
 * No flight lasts longer. Limits the index range searched for flights that began before the span.
 */
const longestFlight = sql`interval '2 days'`

/** Flights in the span; simulated flights are not part of a day. */
const during = ({ startTime, endTime }: Span) =>
  sql<boolean>`not sortie.simulated
    and sortie.start_at < ${new Date(endTime)}
    and (sortie.state = 'open' or sortie.end_at > ${new Date(startTime)})
    and sortie.start_at > ${new Date(startTime)}::timestamptz - ${longestFlight}`

/** Those of these drones that the caller can see: now, or through flights in the span. */
export const findPlayable = (db: Db, scope: Scope, droneIds: readonly string[], span: Span) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .where('drone.id', 'in', [...droneIds])
    .where((eb) =>
      eb.or([
        inScope(scope, droneScope),
        eb.exists(
          eb
            .selectFrom('sortie')
            .whereRef('sortie.drone_id', '=', 'drone.id')
            .where(inScope(scope, sortieScope))
            .where(during(span))
            .select('sortie.id'),
        ),
      ]),
    )
    .select(['drone.id', 'drone.name', 'drone_model.name as model_name'])
    .execute()

/** Flights of these drones that overlap the span, in order of time. */
export const flightsDuring = (db: Db, scope: Scope, droneIds: readonly string[], span: Span) =>
  db
    .selectFrom('sortie')
    .innerJoin('drone', 'drone.id', 'sortie.drone_id')
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'sortie.drone_id')
        .onRef('record.sortie_id', '=', 'sortie.id'),
    )
    .leftJoin('drone_state as so_far', (join) => join.on(isSoFarOf('sortie')))
    .leftJoin('plot', 'plot.id', 'record.plot_id')
    .leftJoin('app_user as pilot', 'pilot.id', 'sortie.pilot_id')
    .where('sortie.drone_id', 'in', [...droneIds])
    .where(inScope(scope, sortieScope))
    .where(during(span))
    .select([
      'sortie.drone_id',
      'sortie.id',
      'sortie.state',
      'sortie.start_at',
      flightEnd('sortie').as('end_at'),
      'record.duration_s',
      sql<number | null>`coalesce(record.covered_m2, so_far.open_covered_m2)`.as('covered_m2'),
      sql<number | null>`coalesce(record.spray_l, so_far.open_spray_l)`.as('spray_l'),
      flownSwathWidth,
      'plot.name as plot_name',
      'pilot.name as pilot_name',
    ])
    .orderBy('sortie.drone_id')
    .orderBy('sortie.start_at')
    .orderBy('sortie.id')
    .execute()
export type PlayedRecord = Awaited<ReturnType<typeof flightsDuring>>[number]

/** The stored tracks of closed flights by id, still encoded. */
export const storedTracks = async (
  db: Db,
  flights: readonly Pick<PlayedRecord, 'drone_id' | 'id' | 'start_at' | 'end_at'>[],
): Promise<Map<string, StoredPoints>> => {
  if (flights.length === 0) return new Map()
  const times = fromAtOfFlights(
    new Date(Math.min(...flights.map(({ start_at }) => start_at.getTime()))),
    new Date(Math.max(...flights.map(({ end_at }) => end_at.getTime()))),
  )
  const rows = await db
    .selectFrom('track_chunk')
    .where(
      sql<boolean>`(drone_id, sortie_id) in (select *
        from unnest(${flights.map((flight) => flight.drone_id)}::text[],
          ${flights.map((flight) => flight.id)}::uuid[]))`,
    )
    .where('from_at', '>=', times.from)
    .where('from_at', '<=', times.until)
    .select(['sortie_id', ...chunkColumns])
    .execute()
  return new Map(
    (await withArchived(db, rows)).flatMap(
      ({ sortie_id, columns, point_count }): [string, StoredPoints][] =>
        sortie_id === null
          ? []
          : [[sortie_id, { chunks: [columns], pointCount: point_count, within: null }]],
    ),
  )
}

type FlownFilters = Span & { search?: string | undefined }

const flown = (db: Db, scope: Scope, { search, ...span }: FlownFilters) =>
  db
    .selectFrom('sortie')
    .innerJoin('drone', 'drone.id', 'sortie.drone_id')
    .where(inScope(scope, sortieScope))
    .where(during(span))
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`(drone.name ilike ${containing(search ?? '')}
          or drone.id ilike ${containing(search ?? '')})`,
      ),
    )

/** Drones that flew in the span, the busiest first, with their work. */
export const flownDrones = (
  db: Db,
  scope: Scope,
  filters: FlownFilters,
  page: { currentPage: number; pageSize: number },
) =>
  flown(db, scope, filters)
    .leftJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'sortie.drone_id')
        .onRef('record.sortie_id', '=', 'sortie.id'),
    )
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .select([
      'drone.id',
      'drone.name',
      'operator.name as operator_name',
      sql<number>`count(*)`.as('sortie_count'),
      sql<number>`coalesce(sum(record.covered_m2), 0)`.as('covered_m2'),
      sql<number>`coalesce(sum(record.duration_s), 0)`.as('duration_s'),
      sql<number>`coalesce(sum(record.spray_l), 0)`.as('spray_l'),
      sql<Date>`min(sortie.start_at)`.as('first_at'),
      sql<Date | null>`case when not bool_or(sortie.state = 'open') then max(sortie.end_at) end`.as(
        'last_at',
      ),
      sql<number>`coalesce(sum((select count(*)
          from anomaly
          where anomaly.drone_id = sortie.drone_id
            and anomaly.sortie_id = sortie.id
            and anomaly.closed_reason is distinct from 'withdrawn')),
        0)::int`.as('alarm_count'),
      sql<1 | 2 | 3 | null>`min((select min(level)
          from anomaly
          where anomaly.drone_id = sortie.drone_id
            and anomaly.sortie_id = sortie.id
            and anomaly.closed_reason is distinct from 'withdrawn'))`.as('alarm_level'),
      // The second corner of a box is its lower left one.
      sql<number | null>`min((sortie.bounds[1])[0])`.as('min_lng'),
      sql<number | null>`min((sortie.bounds[1])[1])`.as('min_lat'),
      sql<number | null>`max((sortie.bounds[0])[0])`.as('max_lng'),
      sql<number | null>`max((sortie.bounds[0])[1])`.as('max_lat'),
    ])
    .groupBy(['drone.id', 'drone.name', 'operator.name'])
    .orderBy('sortie_count', 'desc')
    .orderBy('drone.id')
    .limit(page.pageSize)
    .offset((page.currentPage - 1) * page.pageSize)
    .execute()

export const countFlownDrones = async (
  db: Db,
  scope: Scope,
  filters: FlownFilters,
): Promise<number> =>
  (
    await flown(db, scope, filters)
      .select(sql<number>`count(distinct drone.id)`.as('count'))
      .executeTakeFirstOrThrow()
  ).count
