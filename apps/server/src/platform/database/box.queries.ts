import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Bounds } from '@swath/domain/lng-lat'

const box = (minLng: number, maxLng: number, { minLat, maxLat }: Bounds) =>
  sql`box(point(${minLng}::float8, ${minLat}::float8), point(${maxLng}::float8, ${maxLat}::float8))`

/**
 * Whether a box in degrees touches the bounds. Boxes with minLng above maxLng cross the 180°
 * meridian; PostgreSQL would swap their corners.
 */
export const touches = (column: string, bounds: Bounds): RawBuilder<SqlBool> => {
  const { minLng, maxLng } = bounds
  return minLng <= maxLng
    ? sql<SqlBool>`${sql.ref(column)} && ${box(minLng, maxLng, bounds)}`
    : sql<SqlBool>`(${sql.ref(column)} && ${box(minLng, 180, bounds)} or ${sql.ref(column)} && ${box(-180, maxLng, bounds)})`
}
