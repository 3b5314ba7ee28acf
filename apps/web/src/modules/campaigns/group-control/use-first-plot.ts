import { partsBounds } from '@swath/domain/plot-parts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { buildQuery } from '../../../lib/query.ts'
import { useFreeMap } from '../../../ui/use-free-map.ts'
import type { Draft, Place } from './plan-draft.ts'

/**
 * Moves the map to the first plot of a new plan, and places the drones at one of its corners until
 * the person sets their positions.
 */
export const useFirstPlot = (draft: Draft, set: (change: Partial<Draft>) => void): void => {
  const first = draft.block[0]
  const isPlaced = draft.home !== null
  const shown = useRef(isPlaced ? first : undefined)
  const { map, padding } = useFreeMap()
  const plot = useQuery({
    ...buildQuery('getPlot', { params: { blockId: first ?? '' } }),
    enabled: first !== undefined,
  })
  const parts = plot.data?.blockId === first ? plot.data?.parts : undefined
  useEffect(() => {
    const corner = parts?.[0]?.[0]?.[0]
    if (!isPlaced && corner) set({ home: [corner[0], corner[1]] satisfies Place })
  }, [parts, isPlaced, set])
  useEffect(() => {
    if (!map || !parts || shown.current === first) return
    shown.current = first
    map.fitBounds(partsBounds(parts), { padding: padding(), maxZoom: 17 })
  }, [map, padding, parts, first])
}
