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
  /** `draw`: corner after corner; `edit`: those that are there are moved. */
  readonly mode: 'draw' | 'edit'
  /** Without the closing one. */
  readonly corners: readonly LngLat[]
  readonly colour: string
  readonly snap: Snap
  readonly takesFocus: boolean
  readonly formatLength: (metres: number) => string
  /** At every step; `isSettled`: the hand has let go. */
  readonly onChange: (corners: readonly LngLat[], isSettled: boolean) => void
  readonly onFinish: () => void
  readonly onCancel: () => void
}

const snapPx = 10
const pressMs = 600
/** Edges that are shorter on the screen have neither a length nor a handle in their middle, pixels. */
const roomPx = 56
const labelledAtMost = 120
/** So many corners, close together on the screen, are drawn small. */
const crowdedFrom = 60

type Held = {
  readonly at: number
  /** From the first move on. */
  shown: HeldRing | null
}

/**
 * One ring on the map, drawn corner by corner or changed by its corners. A move touches one corner
 * and is shown once a frame, so that a ring of thousands of corners follows the hand.
 */
export class RingTool extends DrawingTool {
  readonly #options: RingToolOptions
  #corners: LngLat[]
  /** Under the pointer, while corners are set. */
  #pending: LngLat | null = null
  #held: Held | null = null
  /** Let go, and not yet on the map. */
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

  /** The nearest of places within reach of the pointer; -1: none. */
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
    // The map stays where it is.
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
    // Until the map has drawn what was changed; it may be at it already, for the sake of another.
    void this.engine.map.once('idle').then(() => held.shown?.remove())
  }

  /** Off the map and into the hand. */
  #lift(held: Held): void {
    this.#left?.remove()
    held.shown = new HeldRing(this.engine.map.getCanvasContainer(), this.#options.colour)
    this.map.setData(ringLayerId, 'ground', collection([]))
    this.#showCorners(held.at)
    this.#showMiddles(held.at)
    this.#layHeld()
  }

  /** Anew where the map has moved. */
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
    // The second click of a double click falls on the last corner; a press on the first one closes.
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
    // The array is passed to listeners: values passed earlier must not change.
    this.#corners = [...this.#corners]
    this.#showAll()
    this.#options.onChange(this.#corners, true)
  }

  /** Edges in view that are long enough on the screen to carry something. */
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

  /** But of the edges at the corner that is held. */
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

  /** The dragged corner is not on the map. */
  #showAll(): void {
    const held = this.#held?.shown ? this.#held.at : -1
    if (held < 0) this.#showGround()
    this.map.setData(ringLayerId, 'moving', collection([]))
    this.#showCorners(held)
    this.#showMiddles(held)
  }
}
