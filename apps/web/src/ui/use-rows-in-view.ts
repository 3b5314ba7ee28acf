import { useEffect, useEffectEvent } from 'react'
import { useMap } from '../map/map-context.ts'
import { boundsOfPlaces } from '../map/shapes.ts'
import { useStage } from './stage.tsx'

/** For the map to take its new size. */
export const mapLayoutMs = 150
const besidePx = 48

/** The rows of a list on the map next to it. */
type ListedPlaces = {
  /** Identifies the set of rows: the map moves when it changes, not on every update of a row. */
  key: string
  /** Degrees as `[lng, lat]` of all points to show. */
  places: () => Iterable<readonly number[]>
}

/** Fits the map next to a list to its rows when they change. */
export const useRowsInView = ({ key, places }: ListedPlaces): void => {
  const map = useMap()
  const { isMapOpen } = useStage()
  const showRows = useEffectEvent((): void => {
    const bounds = boundsOfPlaces(places())
    if (!bounds) return
    const padding = { top: besidePx, right: besidePx, bottom: besidePx, left: besidePx }
    map?.fitBounds(bounds, { maxZoom: 13, animate: false, padding })
  })
  useEffect(() => {
    if (!map || !isMapOpen) return
    const timer = setTimeout(showRows, mapLayoutMs)
    return () => clearTimeout(timer)
  }, [map, key, isMapOpen])
}
