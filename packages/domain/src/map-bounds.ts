import type { Bounds } from './lng-lat.ts'

/** China on the map, degrees WGS-84 (specification, section 9). */
export const chinaMapBounds: Bounds = {
  minLng: 49.88,
  minLat: 18.19,
  maxLng: 135.23,
  maxLat: 67.33,
}

/** The smallest box around both; null: neither is there. */
export const joinBounds = (one: Bounds | null, other: Bounds | null): Bounds | null =>
  one && other
    ? {
        minLng: Math.min(one.minLng, other.minLng),
        minLat: Math.min(one.minLat, other.minLat),
        maxLng: Math.max(one.maxLng, other.maxLng),
        maxLat: Math.max(one.maxLat, other.maxLat),
      }
    : (one ?? other)

/** Whether a box is inside another, at least `roomDeg` degrees from each of its edges. */
export const liesWithin = (inner: Bounds, outer: Bounds, roomDeg: number): boolean =>
  inner.minLng - outer.minLng >= roomDeg &&
  inner.minLat - outer.minLat >= roomDeg &&
  outer.maxLng - inner.maxLng >= roomDeg &&
  outer.maxLat - inner.maxLat >= roomDeg
