import type { LngLat } from '@swath/domain/lng-lat'
import { useMemo } from 'react'
import { useFreeMap } from '../../../ui/use-free-map.ts'

/** Zoom for something selected in a list. */
const nearZoom = 14.5

/**
 * Returns a function that centres a position in the free area of the map, zoomed in enough to see
 * details. Null until the map is ready.
 */
export const useFlyTo = (): ((place: LngLat, options?: { near?: boolean }) => void) | null => {
  const { map, padding } = useFreeMap()
  return useMemo(
    () =>
      map &&
      ((place, { near = true } = {}) =>
        map.moveTo(place, {
          padding: padding(),
          isVisit: true,
          ...(near && map.view().zoom < nearZoom ? { zoom: nearZoom } : {}),
        })),
    [map, padding],
  )
}
