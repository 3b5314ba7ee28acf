import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db } from '../../../platform/database/database.ts'
import { swathWidthInForce } from '../../../platform/database/swath-width.queries.ts'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { isSoFarOf } from '../../../platform/database/flight-so-far.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import { visiblePlots } from '../../land/public.ts'

export type MonitorFilters = {
  region?: string | undefined
  zzAccountId?: string | undefined
  yyAccountId?: string | undefined
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  flyModelId?: string | undefined
  search?: string | undefined
}

const dronesFor = (db: Db, scope: Scope, filters: MonitorFilters) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'drone.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where(inScope(scope, droneScope))
    .where((eb) =>
      eb.and([
        ...(filters.region
          ? [withinRegion('drone.region_code', regionPrefix(filters.region))]
          : []),
        ...(filters.zzAccountId ? [eb('drone.manufacturer_id', '=', filters.zzAccountId)] : []),
        ...(filters.yyAccountId ? [eb('drone.operator_id', '=', filters.yyAccountId)] : []),
        ...(filters.deviceType ? [eb('drone.device_type', '=', filters.deviceType)] : []),
        ...(filters.flyModelId ? [eb('drone.model_id', '=', filters.flyModelId)] : []),
      ]),
    )

const cardColumns = [
  'drone.id',
  'drone.name',
  'drone_model.name as model_name',
  'operator.name as operator_name',
  'manufacturer.name as manufacturer_name',
  'drone.locked',
  swathWidthInForce,
  'drone.region_code',
] as const

/** Details of drones found in memory; those that the caller can't see are left out. */
export const listCards = (db: Db, scope: Scope, ids: readonly string[]) =>
  dronesFor(db, scope, {})
    .where('drone.id', 'in', ids.length ? [...ids] : [''])
    .select(cardColumns)
    .execute()

export const countDrones = async (db: Db, scope: Scope, filters: MonitorFilters): Promise<number> =>
  (
    await dronesFor(db, scope, filters)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** The sortie in progress, with its pilot. */
export const openSortie = (db: Db, droneId: string) =>
  db
    .selectFrom('sortie')
    .leftJoin('app_user', 'app_user.id', 'sortie.pilot_id')
    .leftJoin('work_record', (join) =>
      join
        .onRef('work_record.drone_id', '=', 'sortie.drone_id')
        .onRef('work_record.sortie_id', '=', 'sortie.id'),
    )
    .leftJoin('drone_state as so_far', (join) => join.on(isSoFarOf('sortie')))
    .where('sortie.drone_id', '=', droneId)
    .where('sortie.state', '=', 'open')
    .select([
      'sortie.id',
      'sortie.start_at',
      'app_user.name as pilot_name',
      'work_record.mode',
      'so_far.open_covered_m2',
      'so_far.open_spray_l',
    ])
    .orderBy('sortie.start_at', 'desc')
    .executeTakeFirst()

/** Extent of the first of the caller's plots; most callers have at most some hundred. */
export const extentOfPlots = async (
  db: Db,
  scope: Scope,
  /** Infinity: all plots, by a scan of the scope. */
  atMost: number,
): Promise<{ count: number; bounds: Bounds | null }> => {
  const all = db.selectFrom('plot').where(visiblePlots(scope)).select('plot.bounds')
  const some = Number.isFinite(atMost) ? all.limit(atMost) : all
  // PostgreSQL writes a box's upper right corner first.
  const row = await db
    .selectFrom(some.as('some'))
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`min((bounds[1])[0])`.as('min_lng'),
      sql<number | null>`min((bounds[1])[1])`.as('min_lat'),
      sql<number | null>`max((bounds[0])[0])`.as('max_lng'),
      sql<number | null>`max((bounds[0])[1])`.as('max_lat'),
    ])
    .executeTakeFirstOrThrow()
  const { count, min_lng: minLng, min_lat: minLat, max_lng: maxLng, max_lat: maxLat } = row
  return {
    count,
    bounds:
      minLng === null || minLat === null || maxLng === null || maxLat === null
        ? null
        : { minLng, minLat, maxLng, maxLat },
  }
}
