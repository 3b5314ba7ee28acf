import { useEffect, useEffectEvent } from 'react'
import { useMap } from '../map/map-context.ts'
import { boundsOfPlaces } from '../map/shapes.ts'
import { useStage } from './stage.tsx'

/** For the map to take its new size. */
export const mapLayoutMs = 150
const besidePx = 48

/** Of a list's rows on the map next to it. */
type ListedPlaces = {
  /** Names the rows: the map moves when it changes, not for every change of a row. */
  key: string
  /** Degrees: `[lng, lat]` of everything that is to be seen. */
  places: () => Iterable<readonly number[]>
}

/** Moves the map that is open next to a list to its rows when they change. */
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
