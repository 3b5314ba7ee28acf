import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import type { MapMouseEvent, Point, Subscription } from 'maplibre-gl'
import {
  collection,
  isTouch,
  pointFeature,
  reachPx,
  round7,
  takesHold,
  type PointerEvent,
} from './drawing-parts.ts'
import { DrawingTool } from './drawing-tool.ts'
import { HeldRing } from './held-ring.ts'
import type { MapEngine } from './map-engine.ts'
import type { MapHandle } from './map-types.ts'
import { ringLayerId } from './ring-layer.ts'
import type { Snap } from './snapping.ts'

export type RingToolOptions = {
  /** `draw`: adds corner after corner; `edit`: moves existing corners. */
  readonly mode: 'draw' | 'edit'
  /** Without the repeated closing corner. */
  readonly corners: readonly LngLat[]
  readonly colour: string
  readonly snap: Snap
  readonly takesFocus: boolean
  readonly formatLength: (metres: number) => string
  /** Called on every change; `isSettled`: the pointer was released. */
  readonly onChange: (corners: readonly LngLat[], isSettled: boolean) => void
  readonly onFinish: () => void
  readonly onCancel: () => void
}

const snapPx = 10
const pressMs = 600
/** Shorter edges, in pixels on the screen, get neither a length label nor a middle handle. */
const roomPx = 56
const labelledAtMost = 120
/** From this many corners on, they are drawn small if they are close together. */
const crowdedFrom = 60

type Held = {
  readonly at: number
  /** Set on the first move. */
  shown: HeldRing | null
}

/**
 * A ring on the map, drawn corner by corner or edited by its corners. A move changes one corner and
 * is drawn once a frame, so that a ring of thousands of corners stays responsive.
 */
export class RingTool extends DrawingTool {
  readonly #options: RingToolOptions
  #corners: LngLat[]
  /** The position under the pointer while drawing. */
  #pending: LngLat | null = null
  #held: Held | null = null
  /** Released, but not drawn by the map yet. */
  #left: HeldRing | null = null
  #press: ReturnType<typeof setTimeout> | undefined

  constructor(map: MapHandle, engine: MapEngine, options: RingToolOptions) {
    super(map, engine, options.colour, options.takesFocus)
    this.#options = options
    this.#corners = [...options.corners]
    this.showCross(options.mode === 'draw')
    this.#showAll()
  }

  override stop(): void {
    clearTimeout(this.#press)
    this.#held?.shown?.remove()
    this.#left?.remove()
    super.stop()
  }

  protected override listen(): Subscription[] {
    const { map } = this.engine
    return [
      ...super.listen(),
      map.on('contextmenu', (event) => this.#onRemove(event)),
      map.on('move', () => this.#layHeld()),
      map.on('moveend', () => this.#showAll()),
    ]
  }

  /** The index of the nearest place within reach of the pointer; -1 if there is none. */
  #nearest(places: readonly LngLat[], point: Point, withinPx: number): number {
    let [found, nearest] = [-1, withinPx]
    for (const [i, place] of places.entries()) {
      const { x, y } = this.engine.map.project([...place])
      const farPx = Math.hypot(x - point.x, y - point.y)
      if (farPx <= nearest) [found, nearest] = [i, farPx]
    }
    return found
  }

  #placeAt(event: PointerEvent): LngLat {
    const { lng, lat } = event.lngLat
    const beside = this.engine.map.unproject([event.point.x + snapPx, event.point.y])
    const near = this.#options.snap([lng, lat], distanceM([lng, lat], [beside.lng, beside.lat]))
    return near ?? [round7(lng), round7(lat)]
  }

  protected onDown(event: PointerEvent): void {
    if (this.#options.mode !== 'edit') return
    if (!takesHold(event)) return
    const withinPx = reachPx(event)
    const corner = this.#nearest(this.#corners, event.point, withinPx)
    if (corner >= 0) this.#held = { at: corner, shown: null }
    else {
      const edges = this.#roomyEdges()
      const middle = this.#nearest(
        edges.map(({ middle: place }) => place),
        event.point,
        withinPx,
      )
      if (middle < 0) return
      const { edge, middle: place } = edges[middle]!
      this.#corners.splice(edge + 1, 0, place)
      this.#held = { at: edge + 1, shown: null }
      this.#lift(this.#held)
    }
    // Keeps the map from panning.
    event.preventDefault()
    if (isTouch(event) && corner >= 0)
      this.#press = setTimeout(() => this.#removeCorner(corner), pressMs)
  }

  protected onMove(event: PointerEvent): void {
    const held = this.#held
    if (held) {
      clearTimeout(this.#press)
      if (!held.shown) this.#lift(held)
      this.#corners[held.at] = this.#placeAt(event)
    } else if (this.#options.mode === 'draw' && !isTouch(event))
      this.#pending = this.#placeAt(event)
    else return
    this.showSoon(() => {
      if (!this.#held) return this.#showPending()
      this.#showHeld(this.#held)
      this.#options.onChange(this.#corners, false)
    })
  }

  protected onUp(): void {
    clearTimeout(this.#press)
    const held = this.#held
    this.#held = null
    if (!held?.shown) return
    this.#left?.remove()
    this.#left = held.shown
    this.#settle()
    // Stays visible until the map has drawn the change; the map may be rendering something else
    // already.
    void this.engine.map.once('idle').then(() => held.shown?.remove())
  }

  /** Moves the ring from the map to the overlay while a corner is dragged. */
  #lift(held: Held): void {
    this.#left?.remove()
    held.shown = new HeldRing(this.engine.map.getCanvasContainer(), this.#options.colour)
    this.map.setData(ringLayerId, 'ground', collection([]))
    this.#showCorners(held.at)
    this.#showMiddles(held.at)
    this.#layHeld()
  }

  /** Repositions the overlay after the map moved. */
  #layHeld(): void {
    this.#left?.remove()
    const { at, shown } = this.#held ?? {}
    if (at === undefined || !shown) return
    shown.lay(
      this.#corners.map((place) => this.engine.map.project([...place])),
      at,
    )
    this.#showHeld({ at, shown })
  }

  #showHeld({ at, shown }: Held): void {
    const { formatLength } = this.#options
    const place = this.#corners[at]!
    const beside = [this.#corners.at(at - 1)!, this.#corners[(at + 1) % this.#corners.length]!]
    const [before, after] = beside.map((other) => formatLength(distanceM(other, place)))
    shown?.move(this.engine.map.project([...place]), [before!, after!])
  }

  protected onClick(event: MapMouseEvent): void {
    if (this.#options.mode !== 'draw') return
    const ends = this.#corners.length >= 3 ? [this.#corners[0]!, this.#corners.at(-1)!] : []
    // The second click of a double click hits the last corner, and a click on the first corner
    // closes the ring.
    if (this.#nearest(ends, event.point, reachPx(event)) >= 0) return this.#options.onFinish()
    const place = this.#placeAt(event)
    const last = this.#corners.at(-1)
    if (last && last[0] === place[0] && last[1] === place[1]) return
    this.#corners.push(place)
    this.#pending = null
    this.#settle()
  }

  #onRemove(event: MapMouseEvent): void {
    if (this.#options.mode !== 'edit') return
    event.preventDefault()
    this.#removeCorner(this.#nearest(this.#corners, event.point, reachPx(event)))
  }

  #removeCorner(at: number): void {
    this.#held?.shown?.remove()
    this.#held = null
    if (at < 0 || this.#corners.length <= 3) return
    this.#corners.splice(at, 1)
    this.#settle()
  }

  protected onKey(event: KeyboardEvent): void {
    const { mode, onCancel, onFinish } = this.#options
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && mode === 'draw' && this.#corners.length >= 3) onFinish()
    else if (event.key === 'Backspace' && mode === 'draw' && this.#corners.length > 0) {
      this.#corners.pop()
      this.#settle()
    }
  }

  #settle(): void {
    this.#showAll()
    // A copy, because the tool changes its own array: undo needs the earlier corners.
    this.#options.onChange([...this.#corners], true)
  }

  /** Visible edges that are long enough on the screen for a label or a handle. */
  #roomyEdges(): { edge: number; middle: LngLat; lengthM: number }[] {
    const { map } = this.engine
    const bounds = map.getBounds()
    const corners = this.#corners
    const last = this.#options.mode === 'draw' ? corners.length - 1 : corners.length
    const found: { edge: number; middle: LngLat; lengthM: number }[] = []
    for (let edge = 0; edge < last && found.length < labelledAtMost; edge++) {
      const [a, b] = [corners[edge]!, corners[(edge + 1) % corners.length]!]
      const middle: LngLat = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
      if (!bounds.contains([...middle])) continue
      const [from, to] = [map.project([...a]), map.project([...b])]
      if (Math.hypot(to.x - from.x, to.y - from.y) < roomPx) continue
      found.push({ edge, middle, lengthM: distanceM(a, b) })
    }
    return found
  }

  #showGround(): void {
    const shown = this.#pending ? [...this.#corners, this.#pending] : this.#corners
    const ring = shown.map((place) => [...place])
    if (ring.length >= 3) ring.push(ring[0]!)
    const feature: Feature = {
      type: 'Feature',
      properties: {},
      geometry:
        ring.length >= 4
          ? { type: 'Polygon', coordinates: [ring] }
          : { type: 'LineString', coordinates: ring },
    }
    this.map.setData(ringLayerId, 'ground', collection(ring.length >= 2 ? [feature] : []))
  }

  /** The edge from the last corner to the pointer. */
  #showPending(): void {
    const pending = this.#pending
    const before = this.#corners.at(-1)
    this.#showGround()
    const length = pending && before ? this.#options.formatLength(distanceM(before, pending)) : ''
    this.map.setData(
      ringLayerId,
      'moving',
      collection(pending ? [pointFeature(pending, { length })] : []),
    )
  }

  /** All corners except the dragged one, which moves separately. */
  #showCorners(held: number): void {
    const isCrowded = this.#corners.length > crowdedFrom && this.#roomyEdges().length === 0
    const features = this.#corners.map((place, i) =>
      pointFeature(place, { first: i === 0 ? 1 : 0, crowded: isCrowded ? 1 : 0 }),
    )
    if (held >= 0) features.splice(held, 1)
    this.map.setData(ringLayerId, 'corners', collection(features))
  }

  /** Omits the edges at the dragged corner. */
  #showMiddles(held: number): void {
    const { mode, formatLength } = this.#options
    const beside = held < 0 ? [] : [held, (held + this.#corners.length - 1) % this.#corners.length]
    const shown = this.#roomyEdges().filter(({ edge }) => !beside.includes(edge))
    this.map.setData(
      ringLayerId,
      'middles',
      collection(
        shown.map(({ middle, lengthM }) =>
          pointFeature(middle, { length: formatLength(lengthM), handle: mode === 'edit' ? 1 : 0 }),
        ),
      ),
    )
  }

  /** Redraws everything except a dragged corner. */
  #showAll(): void {
    const held = this.#held?.shown ? this.#held.at : -1
    if (held < 0) this.#showGround()
    this.map.setData(ringLayerId, 'moving', collection([]))
    this.#showCorners(held)
    this.#showMiddles(held)
  }
}
