import { useCallback, useMemo } from 'react'
import type { LngLat } from '@swath/domain/lng-lat'
import { useMap } from '../map/map-context.ts'
import type { EdgePadding, MapHandle } from '../map/map-types.ts'
import { useStage } from './stage.tsx'
import { follower, freeRoom } from './free-room.ts'

/** The map, the area that panels leave free, and a function that keeps a drone inside it. */
export const useFreeMap = (): {
  map: MapHandle | null
  /** The map's bounding box in the window. */
  frame: () => DOMRect
  /** The width that panels cover at each edge, plus a margin (px). */
  padding: (marginPx?: number) => EdgePadding
  follow: (place: LngLat) => void
} => {
  const map = useMap()
  const { overlay } = useStage()
  const frame = useCallback(
    (): DOMRect => (overlay ?? document.body).getBoundingClientRect(),
    [overlay],
  )
  const padding = useCallback(
    (marginPx?: number) =>
      freeRoom(
        frame(),
        [...(overlay?.children ?? [])]
          // A sheet hidden under another one covers nothing.
          .filter((panel) => getComputedStyle(panel).visibility !== 'hidden')
          .map((panel) => panel.getBoundingClientRect()),
        marginPx,
      ),
    [overlay, frame],
  )
  const follow = useMemo(
    () => (map ? follower(map, frame, padding) : () => undefined),
    [map, frame, padding],
  )
  return { map, frame, padding, follow }
}
