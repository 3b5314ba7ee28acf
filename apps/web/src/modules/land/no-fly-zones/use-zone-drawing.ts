import type { ZoneShape } from '@swath/contract/land/no-fly-zones'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBesideDrawing } from '../../../map/beside-drawing.ts'
import { useCircleDrawing, type CircleSession } from '../../../map/use-drawing.ts'
import { useMap } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { useRingDrawing, type RingSession } from '../../../map/use-drawing.ts'
import { boundsOfShape } from '../../../map/shapes.ts'
import { formatMeasure } from '../../../lib/format.ts'
import { coveredBelowPx } from '../../../ui/sheet.ts'
import { groundColors } from '../../../lib/theme.ts'
import {
  toDraft,
  emptyDraft,
  mapShape,
  problemOfShape,
  shapeOfDraft,
  withoutRing,
  withRing,
  type Corners,
  type Draft,
} from './zone-draft.ts'

/** State of the drawing tool on the map; a new object restarts it. */
type Session = { readonly circle: CircleSession | null; readonly ring: RingSession | null }

const sessionFor = (draft: Draft, active: number, takesFocus: boolean): Session => {
  const look = { colour: groundColors.zone, takesFocus }
  if (draft.kind === 'circle') {
    const shape = shapeOfDraft(draft)
    const circle = shape?.kind === 'circle' ? shape : null
    return {
      circle: { ...look, circle: circle && { centre: circle.center, radiusM: circle.radiusM } },
      ring: null,
    }
  }
  const corners = draft.rings[active] ?? []
  return { circle: null, ring: { ...look, corners, mode: corners.length >= 3 ? 'edit' : 'draw' } }
}

/** The tool after its last corner was removed. */
const drawOn = (corners: Corners): Session => ({
  circle: null,
  ring: { colour: groundColors.zone, takesFocus: false, corners, mode: 'draw' },
})

const formatLength = (metres: number): string =>
  metres < 1_000
    ? formatMeasure(metres, 'm', metres < 100 ? 1 : 0)
    : formatMeasure(metres / 1_000, 'km')

/**
 * Typed coordinates may be anywhere: the map moves there if the shape is out of view or too small
 * to see.
 */
const bringIntoView = (map: MapHandle, shape: ZoneShape): void => {
  const wanted = boundsOfShape(mapShape(shape))
  const { bounds: seen } = map.view()
  if (!wanted) return
  const isInside =
    wanted.minLng >= seen.minLng &&
    wanted.maxLng <= seen.maxLng &&
    wanted.minLat >= seen.minLat &&
    wanted.maxLat <= seen.maxLat
  const isVisible = (wanted.maxLng - wanted.minLng) * 30 > seen.maxLng - seen.minLng
  if (!isInside || !isVisible) map.fitBounds(wanted, { padding: { bottom: coveredBelowPx() } })
}

/** Keeps a zone's ground in sync between the drawing on the map and the typed corners. */
export const useZoneDrawing = (
  value: ZoneShape | null | undefined,
  onChange: ((shape: ZoneShape | null) => void) | undefined,
) => {
  const map = useMap()
  const [draft, setDraft] = useState(() => toDraft(value))
  const [active, setActive] = useState(0)
  const [session, setSession] = useState(() => sessionFor(draft, 0, false))
  const newest = useRef({ draft, active })
  useEffect(() => {
    newest.current = { draft, active }
  }, [draft, active])

  const take = (next: Draft): void => {
    newest.current = { ...newest.current, draft: next }
    setDraft(next)
    onChange?.(shapeOfDraft(next))
  }
  /** Allows editing the drawn shape from now on. */
  const place = (): void => {
    const { draft: now, active: ring } = newest.current
    setSession(sessionFor(now, ring, false))
  }
  useRingDrawing(session.ring, {
    // No snapping: an authority defines the edges of zones, independent of neighbours.
    snap: () => null,
    formatLength,
    onChange: (corners, isSettled) => {
      const { draft: now, active: ring } = newest.current
      if (isSettled && now.kind === 'polygon') take(withRing(now, ring, corners))
    },
    onFinish: place,
    onCancel: () => restart(),
  })
  useCircleDrawing(session.circle, {
    formatLength,
    onChange: ({ centre, radiusM }) => {
      take({ kind: 'circle', center: [...centre], radiusM: Math.round(radiusM * 10) / 10 })
      if (session.circle?.circle === null) place()
    },
    onCancel: () => restart(),
  })
  const shape = useMemo(() => shapeOfDraft(draft), [draft])
  const problem = useMemo(() => problemOfShape(shape), [shape])
  const others = useMemo(
    () =>
      draft.kind === 'circle'
        ? []
        : draft.rings.filter((ring, i) => i !== active && ring.length >= 3),
    [draft, active],
  )
  useBesideDrawing(others, problem?.at ?? null, groundColors.zone)

  /** Applies a change of the shape from outside the drawing tool. */
  const put = (next: Draft, ring: number, takesFocus: boolean): void => {
    newest.current = { draft: next, active: ring }
    setActive(ring)
    take(next)
    const typed = takesFocus ? null : shapeOfDraft(next)
    if (map && typed) bringIntoView(map, typed)
    setSession(sessionFor(next, ring, takesFocus))
  }
  const restart = (): void => {
    const { draft: now, active: ring } = newest.current
    if (now.kind === 'circle') put(emptyDraft('circle'), 0, true)
    else if (ring === 0) put(emptyDraft('polygon'), 0, true)
    else put(withoutRing(now, ring), 0, true)
  }
  /** Removes the last corner of an outline that is being drawn. */
  const undoCorner = (): void => {
    const { draft: now, active: ring } = newest.current
    if (now.kind !== 'polygon') return
    const corners = now.rings[ring]?.slice(0, -1) ?? []
    take(withRing(now, ring, corners))
    setSession(drawOn(corners))
  }
  const isPlaced =
    session.ring === null ? session.circle?.circle !== null : session.ring.mode === 'edit'
  return { draft, active, shape, problem, isPlaced, put, restart, undoCorner, place }
}

export type ZoneDrawing = ReturnType<typeof useZoneDrawing>
