import { EdgeTree } from './edge-tree.ts'
import { distanceBetweenM } from './lng-lat.ts'
import type { Polygon } from './polygon.ts'
import { isWithinWindows, type WeeklyWindow } from './weekly-windows.ts'
import { shapeBounds } from './zone-shapes.ts'
import type { ZoneShape } from './zone-shapes.ts'
import type { VerticalReference, ZoneKind, ZoneRestriction } from './zone-terms.ts'

/** A zone as the index needs it. Null limits are open. */
export type AirZone = {
  readonly id: string
  /** Stored with the violation: the zone may be deleted when that is read. */
  readonly name?: string
  readonly shape: ZoneShape
  readonly lowerM: number | null
  readonly upperM: number | null
  /** Absent: above the ground. */
  readonly lowerReference?: VerticalReference
  readonly upperReference?: VerticalReference
  readonly fromMs: number | null
  readonly toMs: number | null
  /** Absent: at all hours. By the clocks of `timeZone`. */
  readonly windows?: readonly WeeklyWindow[]
  readonly timeZone?: string
  readonly restriction?: ZoneRestriction
  /** Absent: a stay-out zone. */
  readonly kind?: ZoneKind
}

/** Whether a zone is in force at a moment, regardless of position. */
export const isInForce = (
  { fromMs, toMs, windows, timeZone }: Pick<AirZone, 'fromMs' | 'toMs' | 'windows' | 'timeZone'>,
  tMs: number,
): boolean =>
  (fromMs === null || tMs >= fromMs) &&
  (toMs === null || tMs < toMs) &&
  (windows === undefined ||
    windows.length === 0 ||
    isWithinWindows(windows, timeZone ?? 'UTC', tMs))

const measuredFrom = (
  reference: VerticalReference | undefined,
  heightM: number,
  altitudeM: number,
): number => (reference === 'sea' ? altitudeM : heightM)

/** A missing height (NaN) is within every limit. */
const isWithinLimits = (
  { lowerM, upperM, lowerReference, upperReference }: AirZone,
  heightM: number,
  altitudeM: number,
): boolean =>
  !(
    (lowerM !== null && measuredFrom(lowerReference, heightM, altitudeM) < lowerM) ||
    (upperM !== null && measuredFrom(upperReference, heightM, altitudeM) > upperM)
  )

const CELLS_PER_DEG = 10
const COLUMNS = 360 * CELLS_PER_DEG
/**
 * A zone of more cells than this is checked for every point instead of being entered in each cell.
 */
const MAX_CELLS = 4_000
/** Measured: below this, checking every edge is faster than a tree. */
const TREE_FROM_CORNERS = 200

const countCorners = (rings: Polygon): number => rings.reduce((sum, ring) => sum + ring.length, 0)

/**
 * Zones by 0.1° cells, then box, then a ray cast over one flat array of edges (circles by
 * distance). Rebuilt when a zone changes; 100,000 points against 5,000 zones take about 10 ms.
 */
export class ZoneIndex<Z extends AirZone = AirZone> {
  readonly zones: readonly Z[]
  readonly #cells = new Map<number, number[]>()
  readonly #wide: number[] = []
  /** minLng, minLat, maxLng, maxLat of each zone. */
  readonly #boxes: Float64Array
  /** For zones with many edges, a tree for each ring instead of edges in the flat array. */
  readonly #trees = new Map<number, readonly EdgeTree[]>()
  /** x0, y0, x1, y1 an edge; the edges of zone i are [#edgeStart[i], #edgeStart[i + 1]). */
  readonly #edges: Float64Array
  readonly #edgeStart: Uint32Array
  readonly #none: readonly Z[] = []

  constructor(zones: readonly Z[]) {
    this.zones = zones
    this.#boxes = new Float64Array(zones.length * 4)
    this.#edgeStart = new Uint32Array(zones.length + 1)
    const edges: number[] = []
    zones.forEach((zone, i) => {
      const box = shapeBounds(zone.shape)
      this.#boxes.set([box.minLng, box.minLat, box.maxLng, box.maxLat], i * 4)
      if (zone.shape.kind === 'polygon' && countCorners(zone.shape.rings) > TREE_FROM_CORNERS) {
        this.#trees.set(
          i,
          zone.shape.rings.map((ring) => new EdgeTree(ring)),
        )
      } else if (zone.shape.kind === 'polygon') {
        for (const ring of zone.shape.rings) {
          for (let a = 0; a < ring.length; a++) {
            const from = ring[a]!
            const to = ring[(a + 1) % ring.length]!
            if (from[1] !== to[1]) edges.push(from[0], from[1], to[0], to[1])
          }
        }
      }
      this.#edgeStart[i + 1] = edges.length
      this.#enter(i)
    })
    this.#edges = Float64Array.from(edges)
  }

  #enter(zone: number): void {
    const left = Math.floor((this.#boxes[zone * 4]! + 180) * CELLS_PER_DEG)
    const low = Math.floor((this.#boxes[zone * 4 + 1]! + 90) * CELLS_PER_DEG)
    const right = Math.floor((this.#boxes[zone * 4 + 2]! + 180) * CELLS_PER_DEG)
    const high = Math.floor((this.#boxes[zone * 4 + 3]! + 90) * CELLS_PER_DEG)
    if (!(right >= left && high >= low)) return
    if ((right - left + 1) * (high - low + 1) > MAX_CELLS) {
      this.#wide.push(zone)
      return
    }
    for (let y = low; y <= high; y++) {
      for (let x = left; x <= right; x++) {
        const key = y * COLUMNS + x
        const cell = this.#cells.get(key)
        if (cell === undefined) this.#cells.set(key, [zone])
        else cell.push(zone)
      }
    }
  }

  /**
   * The zones in force at a place, height above ground, time, and altitude above the sea. If height
   * or altitude is unknown (NaN), every limit measured by it counts as met.
   */
  zonesAt(lng: number, lat: number, heightM: number, tMs: number, altitudeM = NaN): readonly Z[] {
    const cell = this.#cells.get(
      Math.floor((lat + 90) * CELLS_PER_DEG) * COLUMNS + Math.floor((lng + 180) * CELLS_PER_DEG),
    )
    if (cell === undefined && this.#wide.length === 0) return this.#none
    let found: Z[] | undefined
    if (cell !== undefined)
      for (const zone of cell)
        if (this.#holds(zone, lng, lat, heightM, tMs, altitudeM))
          (found ??= []).push(this.zones[zone]!)
    for (const zone of this.#wide)
      if (this.#holds(zone, lng, lat, heightM, tMs, altitudeM))
        (found ??= []).push(this.zones[zone]!)
    return found ?? this.#none
  }

  #holds(
    index: number,
    lng: number,
    lat: number,
    heightM: number,
    tMs: number,
    altitudeM: number,
  ): boolean {
    const box = index * 4
    const boxes = this.#boxes
    if (
      lng < boxes[box]! ||
      lat < boxes[box + 1]! ||
      lng > boxes[box + 2]! ||
      lat > boxes[box + 3]!
    )
      return false
    const zone = this.zones[index]!
    return (
      isWithinLimits(zone, heightM, altitudeM) &&
      this.#covers(index, lng, lat) &&
      isInForce(zone, tMs)
    )
  }

  #covers(index: number, lng: number, lat: number): boolean {
    const { shape } = this.zones[index]!
    if (shape.kind === 'circle')
      return distanceBetweenM(shape.center[0], shape.center[1], lng, lat) <= shape.radiusM
    const trees = this.#trees.get(index)
    if (trees !== undefined)
      return trees.reduce((inside, tree) => inside !== tree.contains(lng, lat), false)
    const edges = this.#edges
    let inside = false
    for (let e = this.#edgeStart[index]!; e < this.#edgeStart[index + 1]!; e += 4) {
      const y0 = edges[e + 1]!
      const y1 = edges[e + 3]!
      if (
        y0 > lat !== y1 > lat &&
        lng < ((edges[e + 2]! - edges[e]!) * (lat - y0)) / (y1 - y0) + edges[e]!
      )
        inside = !inside
    }
    return inside
  }
}
