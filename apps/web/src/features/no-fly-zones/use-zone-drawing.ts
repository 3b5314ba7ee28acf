import type { ZoneShape } from '@swath/contract/no-fly-zones'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBesideDrawing } from '../../map/beside-drawing.ts'
import { useDraw, type DrawMode } from '../../map/draw.ts'
import { useMap } from '../../map/map-context.ts'
import type { MapHandle } from '../../map/map-types.ts'
import { boundsOfShape, type Shape } from '../../map/shapes.ts'
import { coveredBelowPx } from '../../ui/sheet.ts'
import { groundColors, sizes } from '../../ui/theme.ts'
import {
  toDraft,
  emptyDraft,
  mapShape,
  problemOfShape,
  shapeOfDraft,
  withDrawn,
  withoutRing,
  type Draft,
} from './zone-draft.ts'

/** What the tool on the map is at; a new object begins it anew. */
type Session = { readonly mode: DrawMode; readonly initial: Shape; readonly takesFocus: boolean }
const nothingYet = (): Shape => ({ kind: 'polygon', rings: [] })

const sessionFor = (draft: Draft, active: number, takesFocus: boolean): Session => {
  if (draft.kind === 'circle') {
    const shape = shapeOfDraft(draft)
    return shape
      ? { mode: 'edit', initial: mapShape(shape), takesFocus }
      : { mode: 'circle', initial: nothingYet(), takesFocus }
  }
  const ring = draft.rings[active] ?? []
  return ring.length < 3
    ? { mode: 'polygon', initial: nothingYet(), takesFocus }
    : { mode: 'edit', initial: { kind: 'polygon', rings: [[...ring, ring[0]!]] }, takesFocus }
}

/**
 * Ground that was typed may lie anywhere: the map goes there when it is out of sight or too small
 * to be seen.
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
  if (!isInside || !isVisible)
    map.fitBounds(wanted, {
      padding:
        window.innerWidth < sizes.narrow
          ? { bottom: coveredBelowPx() }
          : { right: sizes.detail + 24 },
    })
}

/** A zone's ground as it is drawn on the map and typed beside it: the one follows the other. */
export const useZoneDrawing = (
  value: ZoneShape | null | undefined,
  onChange: ((shape: ZoneShape | null) => void) | undefined,
) => {
  const map = useMap()
  const [draft, setDraft] = useState(() => toDraft(value))
  const [active, setActive] = useState(0)
  const [session, setSession] = useState(() => sessionFor(draft, 0, false))
  const [isPlaced, setPlaced] = useState(session.mode === 'edit')
  const newest = useRef({ draft, active })
  useEffect(() => {
    newest.current = { draft, active }
  }, [draft, active])

  const take = (next: Draft): void => {
    newest.current = { ...newest.current, draft: next }
    setDraft(next)
    onChange?.(shapeOfDraft(next))
  }
  useDraw({
    mode: session.mode,
    initial: session.initial,
    takesFocus: session.takesFocus,
    onChange: (drawn) => {
      const next = withDrawn(newest.current.draft, newest.current.active, drawn)
      if (JSON.stringify(next) !== JSON.stringify(newest.current.draft)) take(next)
    },
    onFinish: () => setPlaced(true),
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

  /** Something other than the drawing changed the shape: the drawing follows. */
  const put = (next: Draft, ring: number, takesFocus: boolean): void => {
    newest.current = { draft: next, active: ring }
    setActive(ring)
    take(next)
    const begun = sessionFor(next, ring, takesFocus)
    setPlaced(begun.mode === 'edit')
    const typed = takesFocus ? null : shapeOfDraft(next)
    if (map && typed) bringIntoView(map, typed)
    setSession(begun)
  }
  const restart = (): void => {
    const { draft: now, active: ring } = newest.current
    if (now.kind === 'circle') put(emptyDraft('circle'), 0, true)
    else if (ring === 0) put(emptyDraft('polygon'), 0, true)
    else put(withoutRing(now, ring), 0, true)
  }
  return { draft, active, shape, problem, isPlaced, put, restart }
}

export type ZoneDrawing = ReturnType<typeof useZoneDrawing>
