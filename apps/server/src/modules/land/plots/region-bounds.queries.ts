// Where a region is, also if its boundary is not built in.
import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { LngLat } from '@swath/domain/lng-lat'
import { regionLevel, regionPath, regionRange } from '@swath/domain/region-code'
import { findRegion } from '@swath/fixtures/regions'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { sortieScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'

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

/** Distance around the plots and flights of a city or county, degrees. */
const aroundDeg = { city: 0.8, county: 0.4 } as const

/**
 * Bounds of the region's boundary, else around the reader's plots and flights in it, else bounds of
 * the region that contains it.
 */
export const findRegionBounds = async (
  db: Db,
  scope: Scope,
  code: string,
): Promise<[number, number, number, number] | null> => {
  const known = findRegion(code)!.bounds
  if (known) return [...known]
  const middle = (await findMiddles(db, scope, [code])).get(code)
  if (middle) {
    const [lng, lat] = middle
    const around = aroundDeg[regionLevel(code) === 'city' ? 'city' : 'county']
    return [lng - around, lat - around, lng + around, lat + around]
  }
  const bounds = regionPath(code).flatMap((step) => findRegion(step)?.bounds ?? [])
  return bounds.length >= 4 ? (bounds.slice(-4) as [number, number, number, number]) : null
}
