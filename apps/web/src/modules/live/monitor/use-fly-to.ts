import type { LngLat } from '@swath/domain/lng-lat'
import { useMemo } from 'react'
import { useFreeMap } from '../../../ui/use-free-map.ts'

/** As the map shows what one chose from a list. */
const nearZoom = 14.5

/**
 * Brings a place into the middle of what the panels leave free, near enough to see what happens.
 * Null until the map stands.
 */
export const useFlyTo = (): ((place: LngLat, options?: { near?: boolean }) => void) | null => {
  const { map, padding } = useFreeMap()
  return useMemo(
    () =>
      map &&
      ((place, { near = true } = {}) =>
        map.moveTo(place, {
          padding: padding(),
          ...(near && map.view().zoom < nearZoom ? { zoom: nearZoom } : {}),
        })),
    [map, padding],
  )
}
