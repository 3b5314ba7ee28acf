// The work of drones as the caller sees it: the list counts exactly the flights that can be opened.
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db } from '../../../platform/database/database.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope, flightScope } from '../../../platform/access/scoped-tables.ts'
import { askFigures, workByDrone } from '../../figures/public.ts'
import type { DroneRecord } from './drones.queries.ts'

/**
 * Readers who see only part of a drone's work: a government only that in its region, a person of
 * personal scope only their own. An owner sees all work of the drone, whose totals stay with it
 * when it is sold.
 */
export const seesPartOfWork = (scope: Scope): boolean =>
  scope.own !== undefined || scope.kind === 'region'

/** The last flight of a drone that the scope contains, by the drone's own index. */
const lastFlight = (scope: Scope, droneId: RawBuilder<unknown>) => sql`(
  select flight.start_at from work_record as flight
  where flight.drone_id = ${droneId} and ${inScope(scope, flightScope)}
  order by flight.start_at desc limit 1)`

/** The columns of `drone_total` by which drones are sorted, computed for the scope. */
export const totalsFor = (
  scope: Scope,
  column: 'covered_m2' | 'sortie_count' | 'last_sortie_at',
): RawBuilder<unknown> => {
  if (!seesPartOfWork(scope)) return sql.table('drone_total')
  return column === 'last_sortie_at'
    ? sql`(select drone.id as drone_id, ${lastFlight(scope, sql`drone.id`)} as last_sortie_at
        from drone where ${inScope(scope, droneScope)})`
    : workByDrone(scope)
}

const measures = ['coveredM2', 'sweptM2', 'sortieCount', 'durationS', 'sprayL'] as const

/** Replaces the totals of these drones by the work that the scope contains. */
export const withOwnWork = async (
  db: Db,
  scope: Scope,
  rows: readonly DroneRecord[],
): Promise<DroneRecord[]> => {
  if (!seesPartOfWork(scope) || rows.length === 0) return [...rows]
  const droneIds = rows.map(({ id }) => id)
  const all = { from: null, until: null, timeZone: 'UTC' }
  const [work, last] = await Promise.all([
    askFigures(db, scope, { ...all, measures, by: ['drone'], filters: { droneIds } }),
    sql<{ id: string; at: Date | null }>`
      select wanted.id, ${lastFlight(scope, sql`wanted.id`)} as at
      from unnest(${droneIds}::text[]) as wanted (id)`.execute(db),
  ])
  const workOf = new Map(work.map(({ keys: [id], figures }) => [id, figures]))
  const lastOf = new Map(last.rows.map(({ id, at }) => [id, at]))
  return rows.map((row) => {
    const done = workOf.get(row.id)
    return {
      ...row,
      sortie_count: done?.sortieCount ?? 0,
      covered_m2: done?.coveredM2 ?? 0,
      swept_m2: done?.sweptM2 ?? 0,
      duration_s: done?.durationS ?? 0,
      spray_l: done?.sprayL ?? 0,
      last_sortie_at: lastOf.get(row.id) ?? null,
    }
  })
}
