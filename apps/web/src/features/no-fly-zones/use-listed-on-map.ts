import type { NoFlyZone } from '@swath/contract/no-fly-zones'
import { useEffect, useMemo, useState } from 'react'
import { useMap } from '../../map/map-context.ts'
import { boundsOfShape, shapeCoordinates } from '../../map/shapes.ts'
import { useStage } from '../../ui/stage.tsx'
import { mapLayoutMs, useRowsInView } from '../../ui/use-rows-in-view.ts'
import { mapShape } from './zone-draft.ts'
import { toMapZone } from './zone-layer.tsx'

/**
 * From this width on the map stands beside the list without taking room that the list needs, px.
 */
const besideFrom = 1280

/**
 * The map beside the list: open from the start where there is room, and as it was when one leaves.
 */
const useMapBeside = (): void => {
  const { openMap } = useStage()
  useEffect(() => {
    if (window.innerWidth < besideFrom) return
    openMap(true)
    return () => openMap(false)
  }, [openMap])
}

/** The zones of a list as the map shows them, and how the map goes to one. */
export const useListedOnMap = (rows: readonly NoFlyZone[] | undefined) => {
  const map = useMap()
  const stage = useStage()
  useMapBeside()
  const items = useMemo(() => (rows ?? []).map(toMapZone), [rows])
  useRowsInView({
    key: items.map(({ id }) => id).join(' '),
    places: () => items.flatMap(({ shape }) => shapeCoordinates(shape)[0] ?? []),
  })

  const [goal, setGoal] = useState<NoFlyZone | null>(null)
  useEffect(() => {
    const bounds = map && goal ? boundsOfShape(mapShape(goal.shape)) : null
    if (!bounds) return
    const timer = setTimeout(() => {
      map?.fitBounds(bounds, { maxZoom: 15 })
      setGoal(null)
    }, mapLayoutMs)
    return () => clearTimeout(timer)
  }, [map, goal])
  const goTo = (zone: NoFlyZone): void => {
    stage.openMap(true)
    setGoal(zone)
  }
  return { items, goTo }
}
