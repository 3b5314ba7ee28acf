import { useEffect, useState } from 'react'
import type { GroundShape } from '../map/ground-shapes.ts'
import { pageMap } from '../lib/page-map.ts'
import { sizes } from '../lib/theme.ts'
import { useMap } from '../map/map-context.ts'
import { boundsOfShape, type Ground } from '../map/shapes.ts'
import { useStage } from './stage.tsx'
import { mapLayoutMs, useRowsInView } from './use-rows-in-view.ts'

/**
 * Opens the map next to the list from the start if there is room, unless the person chose
 * otherwise.
 */
const useMapBeside = (): void => {
  const { openMap } = useStage()
  useEffect(() => {
    if (window.innerWidth >= sizes.wide && pageMap.get() === null) openMap(true)
    return () => openMap(false)
  }, [openMap])
}

const listEnds = ({ shape }: GroundShape): number[][] => {
  const bounds = boundsOfShape(shape)
  return bounds
    ? [
        [bounds.minLng, bounds.minLat],
        [bounds.maxLng, bounds.maxLat],
      ]
    : []
}

/**
 * Fits the map to the rows of a list, or to `elsewhere` (west, south, east, north) while there are
 * none; returns a function that moves the map to one of the rows.
 */
export const useListedOnMap = (
  items: readonly GroundShape[],
  elsewhere: readonly [number, number, number, number] | null = null,
): ((ground: Ground) => void) => {
  const map = useMap()
  const stage = useStage()
  useMapBeside()
  const corners = elsewhere && items.length === 0 ? [elsewhere.slice(0, 2), elsewhere.slice(2)] : []
  useRowsInView({
    key: [...items.map(({ id }) => id), ...corners].join(' '),
    places: () => [...items.flatMap(listEnds), ...corners],
  })

  const [goal, setGoal] = useState<Ground | null>(null)
  useEffect(() => {
    const bounds = map && goal ? boundsOfShape(goal) : null
    if (!bounds) return
    const timer = setTimeout(() => {
      map?.fitBounds(bounds, { maxZoom: 16 })
      setGoal(null)
    }, mapLayoutMs)
    return () => clearTimeout(timer)
  }, [map, goal])
  return (ground) => {
    stage.openMap(true)
    setGoal(ground)
  }
}
