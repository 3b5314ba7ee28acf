import type { Bounds } from '@swath/domain/lng-lat'
import { useEffect, useState } from 'react'
import { hostTheme } from '../../../lib/host-theme.ts'
import { canDrawMaps } from '../../../map/can-draw-maps.ts'
import type { EdgePadding, MapHandle } from '../../../map/map-types.ts'
import { freeBounds } from '../../../ui/free-room.ts'
import { useStage } from '../../../ui/stage.tsx'
import { useFreeMap } from '../../../ui/use-free-map.ts'

export type MapRange = {
  readonly bounds: Bounds
  /** The part of the bounds that panels do not cover. */
  readonly free: Bounds
  readonly zoom: number
}

/** 5 decimals are about 1 m: rounded, so that the same view results in the same request. */
const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

const roundBounds = ({ minLng, minLat, maxLng, maxLat }: Bounds): Bounds => ({
  minLng: round(minLng),
  minLat: round(minLat),
  maxLng: round(maxLng),
  maxLat: round(maxLat),
})
export const roundRange = ({ bounds, free, zoom }: MapRange): MapRange => ({
  zoom: Math.round(zoom * 100) / 100,
  bounds: roundBounds(bounds),
  free: roundBounds(free),
})

/** Parameters for the calls. */
export const rangeQuery = ({
  minLng,
  minLat,
  maxLng,
  maxLat,
}: Bounds): Record<keyof Bounds, string> => ({
  minLng: String(minLng),
  minLat: String(minLat),
  maxLng: String(maxLng),
  maxLat: String(maxLat),
})

/**
 * Objects on the ground are fetched for this wider range, with edges on a grid of about half the
 * map, so that most small moves need no request.
 */
export const groundRange = ({ minLng, minLat, maxLng, maxLat }: Bounds): Bounds => {
  const step =
    2 ** Math.floor(Math.log2(Math.max(1e-3, Math.max(maxLng - minLng, maxLat - minLat) / 2)))
  const below = (degrees: number, limit: number): number =>
    Math.max(-limit, Math.floor(degrees / step) * step)
  const above = (degrees: number, limit: number): number =>
    Math.min(limit, Math.ceil(degrees / step) * step)
  return {
    minLng: below(minLng, 180),
    minLat: below(minLat, 90),
    maxLng: above(maxLng, 180),
    maxLat: above(maxLat, 90),
  }
}

export const restMs = 300

export const world: Bounds = { minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 }

export const worldRange = (): MapRange => ({
  bounds: world,
  free: world,
  zoom: hostTheme().map.zoom,
})

/** What the map shows now. */
export const readRange = (
  map: MapHandle,
  frame: () => DOMRect,
  padding: (marginPx?: number) => EdgePadding,
): MapRange => {
  const { bounds, zoom } = map.view()
  return roundRange({ bounds, zoom, free: freeBounds(bounds, frame(), padding(0)) })
}

/** Calls back when a panel over the map is added, removed or resized. */
const watchPanels = (overlay: HTMLElement, changed: () => void): (() => void) => {
  const sizes = new ResizeObserver(changed)
  const observe = (): void => {
    sizes.disconnect()
    for (const panel of overlay.children) sizes.observe(panel)
  }
  const panels = new MutationObserver(() => {
    observe()
    changed()
  })
  panels.observe(overlay, { childList: true })
  observe()
  return () => {
    sizes.disconnect()
    panels.disconnect()
  }
}

/**
 * The visible range of the map once it is idle, updated at most every `oftenestMs`; null until the
 * map is ready. Without a map it is the whole world.
 */
export const useMapRange = (oftenestMs: number): MapRange | null => {
  const { map, frame, padding } = useFreeMap()
  const { overlay } = useStage()
  const [range, setRange] = useState<MapRange | null>(null)
  useEffect(() => {
    if (!map) {
      if (!canDrawMaps()) setRange(worldRange())
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAtMs = -Infinity
    const read = (): void => {
      readAtMs = performance.now()
      const next = readRange(map, frame, padding)
      setRange((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    const readSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(read, Math.max(restMs, readAtMs + oftenestMs - performance.now()))
    }
    read()
    const stop = map.onViewChange(readSoon)
    const stopPanels = overlay ? watchPanels(overlay, readSoon) : undefined
    return () => {
      clearTimeout(timer)
      stop()
      stopPanels?.()
    }
  }, [map, frame, padding, overlay, oftenestMs])
  return range
}
