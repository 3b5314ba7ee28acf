import type { Api } from '@swath/contract/api'
import type { Answer, Call } from '@swath/contract/kit'
import type { Bounds } from '@swath/domain/lng-lat'
import { useCallback, useEffect, useRef } from 'react'
import { call } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { fittingZoom, freeBounds } from './free-room.ts'
import type { EdgePadding, MapHandle } from '../map/map-types.ts'
import { sizes } from '../lib/theme.ts'
import { useFreeMap } from './use-free-map.ts'

type Wanted = NonNullable<Call<Api['getMonitorExtent']>['query']>
type Extent = Answer<Api['getMonitorExtent']>

/** The map's minimum zoom (specification, section 9): larger bounds never fit. */
const smallestZoom = 3
/** A closer zoom would hide the surroundings of a single drone. */
const nearestZoom = 13

/** Drone signs extend beyond their positions, and the collapse button beyond its panel. */
const besidePx = 44
const legendPx = 76
/** Width of the map's buttons at the right edge of a phone, with names of drones next to them. */
const toolsPx = 40

/**
 * The accounts whose drones each map has brought into view; after that the map stays where the
 * person left it. A new map starts with a new first view.
 */
const shownTo = new WeakMap<MapHandle, string>()

/**
 * Fits bounds into the free area of the map. If drones are too far apart for one view, shows where
 * most of them are.
 */
export const useFit = () => {
  const { map, frame, padding } = useFreeMap()
  const fit = useCallback(
    (
      {
        bounds,
        densest,
        nearest = nearestZoom,
        isClearOfTools = false,
      }: Pick<Extent, 'bounds' | 'densest'> & { nearest?: number; isClearOfTools?: boolean },
      animate = true,
    ): void => {
      if (!map || !bounds) return
      const free = withLegend(padding(besidePx), frame())
      const isTight = isClearOfTools && frame().width < sizes.narrow - sizes.menuOpen
      const room = isTight ? { ...free, right: free.right + toolsPx } : free
      const isTooWide = fittingZoom(bounds, frame(), room) < smallestZoom
      const shown: Bounds = isTooWide && densest ? densest : bounds
      map.fitBounds(shown, { padding: room, maxZoom: nearest, animate })
    },
    [map, frame, padding],
  )
  return map ? fit : null
}

/** On wide windows the legend is at the bottom. */
const withLegend = (room: EdgePadding, { width }: DOMRect): EdgePadding =>
  width < sizes.narrow - sizes.menuOpen ? room : { ...room, bottom: room.bottom + legendPx }

const askExtent = async (
  wanted: Wanted,
  signal: AbortSignal,
  fit: (extent: Extent) => void,
): Promise<void> => {
  try {
    const extent = await call('getMonitorExtent', { query: wanted }, { signal })
    if (!signal.aborted) fit(extent)
  } catch (error) {
    // Without a response the map does not move; the list shows the error.
    if (!signal.aborted) console.warn(error)
  }
}

/**
 * The first view fits all drones that the person can see; without drones the plots, else the
 * person's own region.
 */
export const useFirstView = (isWanted: boolean, wanted: Wanted = {}): void => {
  const { map } = useFreeMap()
  const fit = useFit()
  const { userId } = useUser()
  const first = useRef(wanted)
  useEffect(() => {
    if (!map || !fit || !isWanted || shownTo.get(map) === userId) return
    const stop = new AbortController()
    void askExtent(first.current, stop.signal, (extent) => {
      shownTo.set(map, userId)
      fit(extent, false)
    })
    return () => stop.abort()
  }, [map, fit, isWanted, userId])
}

/** For pages of people who may lack the monitor: fits their own drones and plots, once. */
export const useOwnView = (isWanted: boolean): void => {
  const fit = useFit()
  const isShown = useRef(false)
  useEffect(() => {
    if (!fit || !isWanted || isShown.current) return
    const stop = new AbortController()
    call('getOwnBounds', {}, { signal: stop.signal }).then(
      ({ bounds }) => {
        if (stop.signal.aborted) return
        isShown.current = true
        fit({ bounds, densest: null }, false)
      },
      // The map stays where it is.
      (error: unknown) => {
        if (!stop.signal.aborted) console.warn(error)
      },
    )
    return () => stop.abort()
  }, [fit, isWanted])
}

/** When the filters change, moves the map to the matching drones. */
export const useFitToWanted = (wanted: Wanted): void => {
  const fit = useFit()
  const text = JSON.stringify(wanted)
  const shown = useRef(text)
  useEffect(() => {
    if (!fit || shown.current === text) return
    shown.current = text
    const stop = new AbortController()
    void askExtent(JSON.parse(text) as Wanted, stop.signal, fit)
    return () => stop.abort()
  }, [fit, text])
}

const followMs = 5_000

/** Keeps all drones that match the filters in view, moving only when one leaves it. */
export const useFollowAll = (isOn: boolean, wanted: Wanted): void => {
  const { map, frame, padding } = useFreeMap()
  const fit = useFit()
  const text = JSON.stringify(wanted)
  useEffect(() => {
    if (!isOn || !map || !fit) return
    const stop = new AbortController()
    const look = (isFirst: boolean): Promise<void> =>
      askExtent(JSON.parse(text) as Wanted, stop.signal, (extent) => {
        if (!extent.bounds) return
        const room = padding(0)
        const { bounds, zoom } = map.view()
        const isFarOut = fittingZoom(extent.bounds, frame(), room) > Math.min(zoom + 2, nearestZoom)
        if (isFirst || isFarOut || !holds(freeBounds(bounds, frame(), room), extent.bounds))
          fit(extent)
      })
    void look(true)
    const timer = setInterval(() => void look(false), followMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [isOn, map, frame, padding, fit, text])
}

const holds = (outer: Bounds, inner: Bounds): boolean =>
  inner.minLng >= outer.minLng &&
  inner.maxLng <= outer.maxLng &&
  inner.minLat >= outer.minLat &&
  inner.maxLat <= outer.maxLat
