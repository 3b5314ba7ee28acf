import type { Bounds } from '@swath/domain/lng-lat'

/** In PostgreSQL's text format of a box. */
export const formatBox = (bounds: Bounds): string =>
  `(${bounds.maxLng},${bounds.maxLat}),(${bounds.minLng},${bounds.minLat})`
