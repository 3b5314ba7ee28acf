import type { GroupRoutePlan } from '@swath/contract/campaigns/group-plans'
import { polygonBounds } from '@swath/domain/polygon'
import { useEffect, useRef } from 'react'
import { useFreeMap } from '../../../ui/use-free-map.ts'

/** Moves the map to a plan once, when it is loaded. */
export const useFitPlan = (route: GroupRoutePlan | null): void => {
  const { map, padding } = useFreeMap()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !map || !route) return
    const places = route.shares.flatMap(({ sorties, place }) => [
      place,
      ...sorties.flatMap(({ points }) => points.map(({ at }) => at)),
    ])
    if (places.length === 0) return
    isDone.current = true
    // Drones often take off at the bottom of the map, where the attribution is.
    const free = padding()
    map.fitBounds(polygonBounds([places]), {
      padding: { ...free, bottom: free.bottom + 48 },
      maxZoom: 18,
    })
  }, [map, padding, route])
}
