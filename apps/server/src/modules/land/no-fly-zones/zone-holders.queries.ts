// Which drones hold which version of a zone. A drone holds the current version if it has received
// the newest change of an area that the zone touches.
import { sql, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { ZoneRow } from './no-fly-zones.queries.ts'

const newestNumber = sql<number>`(select max(number) from no_fly_zone_version
  where zone_id = zone.id)`

export type HolderCounts = { current: number; behind: number }

/** Counts for some zones, by id. */
export const countHolders = async (
  db: Db | Tx,
  scope: Scope,
  zoneIds: readonly string[],
): Promise<Map<string, HolderCounts>> => {
  if (zoneIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('no_fly_zone as zone')
    .innerJoin('drone_zone_holding as holding', (join) =>
      join.on(sql<SqlBool>`holding.bounds && zone.bounds`),
    )
    .innerJoin('drone', 'drone.id', 'holding.drone_id')
    .where('zone.id', 'in', zoneIds)
    .where(inScope(scope, droneScope))
    .groupBy('zone.id')
    .select(({ fn }) => [
      'zone.id',
      fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where holding.number >= ${newestNumber})`.as('current'),
    ])
    .execute()
  return new Map(
    rows.map(({ id, all, current }) => [id, { current, behind: all - current }] as const),
  )
}

/** Zones within this distance of a drone's last position matter, in degrees: 11 km to the north. */
const nearDeg = 0.1

/** Every drone of the scope near a zone, with the version it holds. */
const holdersOf = (db: Db, scope: Scope, { id }: Pick<ZoneRow, 'id'>) =>
  db
    .selectFrom('no_fly_zone as zone')
    .where('zone.id', '=', id)
    .innerJoin('drone', (join) => join.onTrue())
    .leftJoin('drone_state as state', 'state.drone_id', 'drone.id')
    .leftJoin('drone_zone_holding as holding', 'holding.drone_id', 'drone.id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where(inScope(scope, droneScope))
    .where(
      sql<SqlBool>`(holding.bounds && zone.bounds
        or holding.drone_id is null and state.lng is not null
          and box(point(state.lng - ${nearDeg}, state.lat - ${nearDeg}),
            point(state.lng + ${nearDeg}, state.lat + ${nearDeg})) && zone.bounds)`,
    )
    .select([
      'drone.id',
      'drone.name',
      'operator.name as operator_name',
      'state.flight',
      'state.last_message_at',
      'holding.acknowledged_at',
      sql<'current' | 'behind' | 'never'>`case
        when holding.drone_id is null then 'never'
        when holding.number >= ${newestNumber} then 'current'
        else 'behind' end`.as('held'),
      sql<Date | null>`(select min(since) from no_fly_zone_version
        where zone_id = zone.id and number > holding.number)`.as('behind_since'),
    ])

export type HolderRow = Awaited<ReturnType<ReturnType<typeof holdersOf>['execute']>>[number]

/** Drones flying with an outdated version first, then those without any, each by name. */
export const pageOfHolders = async (
  db: Db,
  scope: Scope,
  zone: Pick<ZoneRow, 'id'>,
  {
    state,
    currentPage,
    pageSize,
  }: { state?: 'current' | 'behind' | 'never' | undefined; currentPage: number; pageSize: number },
) => {
  const all = db.with('holder', () => holdersOf(db, scope, zone)).selectFrom('holder')
  const [rows, counts] = await Promise.all([
    all
      .selectAll()
      .$if(state !== undefined, (rows) => rows.where('held', '=', state!))
      .orderBy(sql`array_position(array['behind', 'never', 'current'], held)`)
      .orderBy(sql`flight in ('flying', 'spraying')`, 'desc')
      .orderBy('name')
      .orderBy('id')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
    all
      .groupBy('held')
      .select(({ fn }) => ['held', fn.countAll<number>().as('count')])
      .execute(),
  ])
  const count = (held: HolderRow['held']): number =>
    counts.find((one) => one.held === held)?.count ?? 0
  return {
    rows,
    stats: { current: count('current'), behind: count('behind'), never: count('never') },
  }
}

/** The version that a drone reported, and the time since when a newer one is in force. */
export const findHolding = (db: Db, droneId: string) =>
  db
    .selectFrom('drone_zone_holding as holding')
    .where('holding.drone_id', '=', droneId)
    .select([
      'holding.version',
      'holding.acknowledged_at',
      sql<Date | null>`(select min(since) from no_fly_zone_version as version
        where version.number > holding.number and version.bounds && holding.bounds)`.as(
        'behind_since',
      ),
    ])
    .executeTakeFirst()
