import type { LngLat } from '@swath/domain/lng-lat'
import { partsAreaM2, partsPerimeterM } from '@swath/domain/plot-parts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { formatMeasure } from '../../../lib/format.ts'
import { useBesideDrawing } from '../../../map/beside-drawing.ts'
import { useRingDrawing, type RingSession } from '../../../map/use-drawing.ts'
import { snapTo } from '../../../map/snapping.ts'
import { groundColors } from '../../../lib/theme.ts'
import {
  cornersAt,
  firstRing,
  listRings,
  partsOfDraft,
  problemOfParts,
  toDraft,
  withCorners,
  withoutRing,
  type Draft,
  type SentParts,
} from './plot-draft.ts'
import { useDrawnSteps } from './use-drawn-steps.ts'

type Options = {
  value: SentParts | null | undefined
  onChange: ((parts: SentParts | null) => void) | undefined
  /** New corners snap to the corners and edges of these rings. */
  neighbours: readonly (readonly LngLat[])[]
}

/** A shape while it is dragged: moves only re-render the subscribers. */
class LiveDraft {
  #draft: Draft | null = null
  readonly #watchers = new Set<() => void>()
  readonly get = (): Draft | null => this.#draft
  readonly set = (draft: Draft | null): void => {
    this.#draft = draft
    for (const watcher of this.#watchers) watcher()
  }
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
}

/** Keeps a plot's shape in sync between drawing on the map, walking and typing. */
export const usePlotDrawing = ({ value, onChange, neighbours }: Options) => {
  const [live] = useState(() => new LiveDraft())
  const { state, newest, turn, take, close, undo, redo } = useDrawnSteps(
    { draft: toDraft(value), at: firstRing },
    (next) => {
      live.set(null)
      onChange?.(partsOfDraft(next.draft))
    },
  )
  const { draft, at } = state

  const others = useMemo(
    () =>
      listRings(draft)
        .filter(({ part, ring }) => part !== at.part || ring !== at.ring)
        .map((one) => cornersAt(draft, one))
        .filter((ring) => ring.length >= 3),
    [draft, at],
  )
  const snapToOwn = useMemo(() => snapTo(others), [others])
  const snapToNeighbours = useMemo(() => snapTo(neighbours), [neighbours])
  const session = useMemo((): RingSession => {
    const { draft: drawn, at: ring, isClosed } = newest.current
    const corners = cornersAt(drawn, ring)
    const mode = isClosed ? 'edit' : 'draw'
    return { mode, corners, colour: groundColors.plot, takesFocus: turn === 0 }
    // The tool keeps its own copy of the ring, so it is restarted when something else changed it.
  }, [turn, newest])

  useRingDrawing(session, {
    snap: (place, withinM) => snapToOwn(place, withinM) ?? snapToNeighbours(place, withinM),
    formatLength: (metres) => formatMeasure(metres, 'm', metres < 100 ? 1 : 0),
    onChange: (corners, isSettled) => {
      const changed = withCorners(newest.current.draft, newest.current.at, corners)
      if (isSettled) take({ draft: changed, at: newest.current.at }, true)
      else live.set(changed)
    },
    onFinish: close,
    onCancel: () => restart(),
  })
  const restart = (): void => {
    const { draft: now, at: ring } = newest.current
    take({ draft: withCorners(now, ring, []), at: ring })
  }

  const parts = useMemo(() => partsOfDraft(draft), [draft])
  const problem = useMemo(() => problemOfParts(parts), [parts])
  useBesideDrawing(others, problem?.at ?? null, groundColors.plot)
  return {
    draft,
    at,
    parts,
    problem,
    live,
    isEditing: session.mode === 'edit',
    take,
    /** Allows editing the drawn shape from now on. */
    place: close,
    restart,
    undo,
    redo,
    remove: () => take({ draft: withoutRing(draft, at), at: firstRing }),
  }
}
export type PlotDrawing = ReturnType<typeof usePlotDrawing>

/** Area and perimeter of the shape, also while it is dragged; null while it is incomplete. */
export const useDrawnMeasure = ({
  draft,
  live,
}: PlotDrawing): { areaM2: number; perimeterM: number } | null => {
  const moved = useSyncExternalStore(live.watch, live.get)
  return useMemo(() => {
    const shown = partsOfDraft(moved ?? draft)
    return shown && { areaM2: partsAreaM2(shown), perimeterM: partsPerimeterM(shown) }
  }, [moved, draft])
}
