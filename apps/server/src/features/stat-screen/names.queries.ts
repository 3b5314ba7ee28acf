// Names of what figures are about, and where it lies.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { regionRange } from '@swath/domain/region-code'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Db } from '../../platform/database/database.ts'
import { visiblePlots } from '../plots/public.ts'

export const nameDrones = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('drone')
    .where('id', 'in', [...ids, ''])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const nameUsers = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('app_user')
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** So many plots of a region tell where in it people work. */
const plotsLooked = 20

/** Where the plots of each region lie that exist for the scope; regions without any are left out. */
export const findMiddles = async (
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LngLat>> => {
  const ranges = codes.map(regionRange)
  const { rows } = await sql<{ code: string; lng: number; lat: number }>`
    select part.code, avg((center(looked.bounds))[0]) as lng, avg((center(looked.bounds))[1]) as lat
    from unnest(${codes}::text[], ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[])
      as part (code, low, high)
    cross join lateral (
      select plot.bounds from plot
      where plot.region_code >= part.low and plot.region_code <= part.high and ${visiblePlots(scope)}
      limit ${plotsLooked}
    ) as looked
    group by part.code`.execute(db)
  return new Map(rows.map(({ code, lng, lat }) => [code, [lng, lat]]))
}
