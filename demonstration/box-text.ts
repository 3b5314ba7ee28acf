import type { Bounds } from '@swath/domain/lng-lat'

/** As PostgreSQL writes a box. */
export const formatBox = (bounds: Bounds): string =>
  `(${bounds.maxLng},${bounds.maxLat}),(${bounds.minLng},${bounds.minLat})`
