// Names of what figures are about, and where it lies.
import { sql } from 'kysely'
import { regionRange } from '@swath/domain/region-code'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Db } from '../../platform/database/database.ts'

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

/**
 * Where the plots of each region lie, to a tenth of a degree: where a city lies is no secret, and it
 * is told to whoever has work there and no plot. Regions without any are left out.
 */
export const findMiddles = async (
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LngLat>> => {
  if (codes.length === 0) return new Map()
  const ranges = codes.map(regionRange)
  const { rows } = await sql<{ code: string; lng: number; lat: number }>`
    select part.code, avg((center(looked.bounds))[0]) as lng, avg((center(looked.bounds))[1]) as lat
    from unnest(${codes}::text[], ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[])
      as part (code, low, high)
    cross join lateral (
      select plot.bounds from plot
      where plot.region_code >= part.low and plot.region_code <= part.high
      limit ${plotsLooked}
    ) as looked
    group by part.code`.execute(db)
  const toTenth = (degrees: number): number => Math.round(degrees * 10) / 10
  return new Map(rows.map(({ code, lng, lat }) => [code, [toTenth(lng), toTenth(lat)]]))
}
