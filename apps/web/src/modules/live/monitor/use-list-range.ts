import { useEffect, useRef, useState } from 'react'
import { canDrawMaps } from '../../../map/can-draw-maps.ts'
import type { MapHandle, MapViewState } from '../../../map/map-types.ts'
import { useStage } from '../../../ui/stage.tsx'
import { useFreeMap } from '../../../ui/use-free-map.ts'
import { listAfter, type ListRange } from './list-range.ts'
import { readRange, restMs, worldRange, type MapRange } from './map-range.ts'

const describe = ({ centre: [lng, lat], zoom }: Pick<MapViewState, 'centre' | 'zoom'>): string =>
  [lng.toFixed(5), lat.toFixed(5), zoom.toFixed(2)].join(' ')

/** Kept for each map, because a person comes back from a drone's page to the same list. */
const kept = new WeakMap<MapHandle, ListRange>()

/**
 * The range of the map that the list shows; null until the map is ready. When a link opens the
 * monitor with a selected drone, the list begins where the map goes to show it.
 */
export const useListRange = (selectedId: string | null): MapRange | null => {
  const { map, frame, padding } = useFreeMap()
  const { overlay } = useStage()
  const [range, setRange] = useState<MapRange | null>(null)
  const linkedId = useRef(selectedId)
  const hasLooked = useRef(false)
  useEffect(() => {
    if (linkedId.current !== selectedId) linkedId.current = null
  }, [selectedId])
  useEffect(() => {
    if (!map && !canDrawMaps()) setRange(worldRange())
    if (!map || !overlay) return
    if (!hasLooked.current && kept.has(map)) linkedId.current = null
    hasLooked.current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (isVisit: boolean): MapRange => {
      const now = { range: readRange(map, frame, padding), view: describe(map.view()), isVisit }
      const next = listAfter(kept.get(map) ?? null, now)
      kept.set(map, next)
      return next.range
    }
    setRange(look(false))
    const stop = map.onViewChange((_view, { isVisit }) => {
      const next = look(isVisit && linkedId.current === null)
      if (isVisit) linkedId.current = null
      clearTimeout(timer)
      timer = setTimeout(() => setRange(next), restMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [map, frame, padding, overlay])
  return range
}
