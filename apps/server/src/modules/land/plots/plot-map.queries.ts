import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import { touches } from '../../../platform/database/box.queries.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Names, Parts } from '../../../platform/database/column-types.ts'
import { visiblePlots } from './plots.queries.ts'

/** Grid cells along each side of the map. */
const gridCells = 16

const touchingPlots = (db: Db, scope: Scope, bounds: Bounds) =>
  db.selectFrom('plot').where(touches('plot.bounds', bounds)).where(visiblePlots(scope))

type Cell = { lng: number; lat: number; count: number }

/**
 * Numbers of plots in a grid, by an index-only scan of their boxes. If the map crosses the 180°
 * meridian, longitudes continue beyond 180°.
 */
const countInGrid = async (db: Db, scope: Scope, bounds: Bounds): Promise<Cell[]> => {
  const { minLng, minLat, maxLng, maxLat } = bounds
  const widthDeg = (maxLng - minLng + (maxLng < minLng ? 360 : 0)) / gridCells || 1
  const heightDeg = (maxLat - minLat) / gridCells || 1
  // PostgreSQL writes a box's upper right corner first.
  const middles = touchingPlots(db, scope, bounds).select([
    sql<number>`((plot.bounds[0])[0] + (plot.bounds[1])[0]) / 2`.as('lng'),
    sql<number>`((plot.bounds[0])[1] + (plot.bounds[1])[1]) / 2`.as('lat'),
  ])
  const east = sql<number>`lng + case when lng < ${minLng}::float8 and ${maxLng < minLng} then 360 else 0 end`
  return db
    .selectFrom(middles.as('middle'))
    .select([
      sql<number>`avg(lng)`.as('lng'),
      sql<number>`avg(lat)`.as('lat'),
      sql<number>`count(*)`.as('count'),
    ])
    .groupBy([
      sql`floor((${east} - ${minLng}::float8) / ${widthDeg}::float8)`,
      sql`floor((lat - ${minLat}::float8) / ${heightDeg}::float8)`,
    ])
    .execute()
}

/** Whether there are more than `limit`; reads at most one more. */
const areOver = async (db: Db, scope: Scope, bounds: Bounds, limit: number): Promise<boolean> =>
  (await touchingPlots(db, scope, bounds)
    .select('plot.id')
    .offset(limit)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Plots on a map, simplified; if there are more than `limit`, their numbers in a grid. */
export const plotsWithin = async (db: Db, scope: Scope, bounds: Bounds, limit: number) => {
  if (await areOver(db, scope, bounds, limit)) {
    const cells = await countInGrid(db, scope, bounds)
    return { rows: [], total: cells.reduce((sum, { count }) => sum + count, 0), cells }
  }
  const rows = await touchingPlots(db, scope, bounds)
    .select([
      'plot.id',
      'plot.name',
      'plot.area_m2',
      sql<Parts>`coalesce(plot.sketch, plot.parts)`.as('parts'),
      sql<string>`(select name from account where account.id = plot.account_id)`.as('account_name'),
      sql<Names | null>`(select names from crop where crop.id = plot.crop_id)`.as('crop_names'),
    ])
    .limit(limit)
    .execute()
  return { rows, total: rows.length, cells: [] }
}
