// Names and positions of the keys of figures.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { regionRange } from '@swath/domain/region-code'
import type { LngLat } from '@swath/domain/lng-lat'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { sortieScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'

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

export const nameRows = async (
  db: Db,
  table: 'app_user' | 'account',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .where('id', 'in', [...ids])
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Number of plots and of flights in a region from which its position is computed. */
const looked = 20

const plotScope = {
  owner: 'plot.account_id',
  region: 'plot.region_code',
  madeBy: 'plot.created_by',
}

/**
 * Mean position of the reader's plots and flights in each region, to a tenth of a degree. Regions
 * where the reader can see none are left out.
 */
export const findMiddles = async (
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LngLat>> => {
  if (codes.length === 0) return new Map()
  const ranges = codes.map(regionRange)
  const { rows } = await sql<{ code: string; lng: number; lat: number }>`
    select part.code, avg((center(looked.bounds))[0]) as lng, avg((center(looked.bounds))[1]) as lat
    from unnest(${codes}::text[], ${ranges.map(({ low }) => low)}::text[], ${ranges.map(({ high }) => high)}::text[])
      as part (code, low, high)
    cross join lateral (
      (select plot.bounds from plot
        where plot.region_code >= part.low and plot.region_code <= part.high
          and ${inScope(scope, plotScope)}
        limit ${looked})
      union all
      (select sortie.bounds from sortie
        where sortie.region_code >= part.low and sortie.region_code <= part.high
          and sortie.bounds is not null and ${inScope(scope, sortieScope)}
        limit ${looked})
    ) as looked
    group by part.code`.execute(db)
  const toTenth = (degrees: number): number => Math.round(degrees * 10) / 10
  return new Map(rows.map(({ code, lng, lat }) => [code, [toTenth(lng), toTenth(lat)]]))
}
