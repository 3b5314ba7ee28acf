import { distanceM, LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import type { MapMouseEvent, Point } from 'maplibre-gl'
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
import type { MapEngine } from './map-engine.ts'
import type { MapHandle } from './map-types.ts'
import { ringLayerId } from './ring-layer.ts'
import { circleRing } from './shapes.ts'

export type Circle = { readonly centre: LngLat; readonly radiusM: number }

export type CircleToolOptions = {
  /** Null: the first click sets the centre, the second the edge. */
  readonly circle: Circle | null
  readonly colour: string
  readonly takesFocus: boolean
  readonly formatLength: (metres: number) => string
  /** Called when the pointer is released. */
  readonly onChange: (circle: Circle) => void
  readonly onCancel: () => void
}

/** A smaller radius is treated as an accidental click. */
const smallestRadiusM = 1
/** Positions of the handles on the edge: east, north, west, south. */
const handles = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** A circle on the map: set by its centre and a point on its edge, changed by dragging either. */
export class CircleTool extends DrawingTool {
  readonly #options: CircleToolOptions
  #centre: LngLat | null
  #radiusM: number
  #held: 'middle' | 'edge' | null = null
  /** Both points are set; until then the pointer previews the next click. */
  #isPlaced: boolean

  constructor(map: MapHandle, engine: MapEngine, options: CircleToolOptions) {
    super(map, engine, options.colour, options.takesFocus)
    this.#options = options
    this.#centre = options.circle?.centre ?? null
    this.#radiusM = options.circle?.radiusM ?? 0
    this.#isPlaced = options.circle !== null
    this.showCross(!this.#isPlaced)
    this.#show()
  }

  #farPx(place: LngLat, point: Point): number {
    const { x, y } = this.engine.map.project([...place])
    return Math.hypot(x - point.x, y - point.y)
  }

  /** The part under the pointer; on a small circle the edge has priority over the centre. */
  #partAt(event: PointerEvent): 'middle' | 'edge' | null {
    if (!this.#centre) return null
    const farPx = this.#farPx(this.#centre, event.point)
    const edgePx = this.#farPx(this.#centre, this.engine.map.project([...this.#edgeAt([1, 0])]))
    if (Math.abs(farPx - edgePx) <= reachPx(event)) return 'edge'
    return farPx <= reachPx(event) ? 'middle' : null
  }

  protected onDown(event: PointerEvent): void {
    if (!this.#isPlaced || !takesHold(event)) return
    this.#held = this.#partAt(event)
    // Keeps the map from panning.
    if (this.#held) event.preventDefault()
  }

  protected onMove(event: PointerEvent): void {
    const { lng, lat } = event.lngLat
    if (this.#held === 'middle') this.#centre = [round7(lng), round7(lat)]
    else if (this.#centre && (this.#held === 'edge' || (!this.#isPlaced && !isTouch(event))))
      this.#radiusM = distanceM(this.#centre, [lng, lat])
    else return
    this.showSoon(() => {
      this.#show()
    })
  }

  protected onUp(): void {
    const isHeld = this.#held !== null
    this.#held = null
    if (isHeld) this.#tell()
  }

  protected onClick(event: MapMouseEvent): void {
    if (this.#isPlaced) return
    const { lng, lat } = event.lngLat
    if (!this.#centre) this.#centre = [round7(lng), round7(lat)]
    else {
      this.#radiusM = distanceM(this.#centre, [lng, lat])
      this.#isPlaced = this.#radiusM >= smallestRadiusM
      if (this.#isPlaced) this.showCross(false)
    }
    this.#show()
    this.#tell()
  }

  protected onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    this.#options.onCancel()
  }

  #tell(): void {
    if (!this.#centre || !this.#isPlaced) return
    this.#radiusM = Math.max(smallestRadiusM, this.#radiusM)
    this.#options.onChange({ centre: this.#centre, radiusM: this.#radiusM })
  }

  #edgeAt([east, north]: readonly [number, number]): LngLat {
    const [lng, lat] = this.#centre!
    return new LocalPlane(lng, lat).fromPlane(east * this.#radiusM, north * this.#radiusM)
  }

  #show(): void {
    const centre = this.#centre
    const hasEdge = centre !== null && this.#radiusM > 0
    const ring = hasEdge ? circleRing(centre, this.#radiusM).map((place) => [...place]) : []
    const put = (source: string, features: Parameters<typeof collection>[0]): void =>
      this.map.setData(ringLayerId, source, collection(features))
    put(
      'ground',
      hasEdge
        ? [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }]
        : [],
    )
    put('corners', [
      ...(centre ? [pointFeature(centre, { first: 1 })] : []),
      ...(hasEdge && this.#isPlaced ? handles.map((at) => pointFeature(this.#edgeAt(at))) : []),
    ])
    put(
      'middles',
      hasEdge
        ? [
            pointFeature(this.#edgeAt([0.5, 0]), {
              length: this.#options.formatLength(this.#radiusM),
              handle: 0,
            }),
          ]
        : [],
    )
  }
}
