import { EdgeTree, type EdgeWork } from './edge-tree.ts'
import { distanceBetweenM, LocalPlane, metresPerDegLat, metresPerDegLng } from './lng-lat.ts'
import type { Bounds, LngLat } from './lng-lat.ts'

/** A closed line; the last place may repeat the first (GeoJSON) or not. */
export type Ring = readonly LngLat[]

/** GeoJSON Polygon coordinates: the outer ring, then its holes. Either winding. */
export type Polygon = readonly Ring[]

/** Ring without its closing place. */
function openRing(ring: Ring): Ring {
  const first = ring[0]
  const last = ring[ring.length - 1]
  return first !== undefined &&
    last !== undefined &&
    ring.length > 1 &&
    first[0] === last[0] &&
    first[1] === last[1]
    ? ring.slice(0, -1)
    : ring
}

/** The same polygon as GeoJSON: closed, outer ring counter-clockwise, holes clockwise. */
export function geoJsonPolygon(polygon: Polygon): LngLat[][] {
  return polygon.map((ring, i) => {
    const open = [...openRing(ring)]
    if (open.length > 0 && signedArea(open) < 0 === (i === 0)) open.reverse()
    return open.length > 0 ? [...open, open[0]!] : []
  })
}

/** Shoelace area in the square of the ring's own unit, positive when counter-clockwise. */
function signedArea(ring: Ring): number {
  // From the first corner: with whole degrees the products of a small ring round away its area.
  const [x, y] = ring[0] ?? [0, 0]
  let sum = 0
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    sum += (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y)
  }
  return sum / 2
}

/** Around every ring, so that it is correct for the rings of several parts too. */
export function polygonBounds(polygon: Polygon): Bounds {
  let minLng = Infinity
  let minLat = Infinity
  let maxLng = -Infinity
  let maxLat = -Infinity
  for (const ring of polygon) {
    for (const [lng, lat] of ring) {
      minLng = Math.min(minLng, lng)
      minLat = Math.min(minLat, lat)
      maxLng = Math.max(maxLng, lng)
      maxLat = Math.max(maxLat, lat)
    }
  }
  return { minLng, minLat, maxLng, maxLat }
}

/** The plane at the middle of the polygon's box. */
export function createPlane(polygon: Polygon): LocalPlane {
  const { minLng, minLat, maxLng, maxLat } = polygonBounds(polygon)
  return new LocalPlane((minLng + maxLng) / 2, (minLat + maxLat) / 2)
}

/**
 * Area without the holes. Within 1 part in 100,000 of the geodesic area up to 5 km across. 0 for a
 * ring of under three places.
 */
export function areaM2(polygon: Polygon): number {
  return Math.max(
    0,
    polygon.reduce((sum, ring, i) => (i === 0 ? ringAreaM2(ring) : sum - ringAreaM2(ring)), 0),
  )
}

/**
 * In the plane at the latitude of the ring's centre of gravity, where the shrinking of degrees
 * towards the pole cancels out.
 */
function ringAreaM2(ring: Ring): number {
  const first = ring[0]
  if (first === undefined || ring.length < 3) return 0
  let doubled = 0
  let moment = 0
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    const cross = (a[0] - first[0]) * (b[1] - first[1]) - (b[0] - first[0]) * (a[1] - first[1])
    doubled += cross
    moment += cross * (a[1] + b[1] - 2 * first[1])
  }
  if (doubled === 0) return 0
  const offset = moment / (3 * doubled)
  // A ring that crosses itself can have its centre of gravity anywhere
  const lat = Math.max(-90, Math.min(90, first[1] + (Math.abs(offset) < 180 ? offset : 0)))
  return (Math.abs(doubled) / 2) * metresPerDegLng(lat) * metresPerDegLat(lat)
}

/** Length of the outer ring and the holes. */
export function perimeterM(polygon: Polygon): number {
  let sum = 0
  for (const ring of polygon) {
    const open = openRing(ring)
    for (let i = 0; i < open.length; i++) {
      const a = open[i]!
      const b = open[(i + 1) % open.length]!
      sum += distanceBetweenM(a[0], a[1], b[0], b[1])
    }
  }
  return sum
}

/** Centre of gravity of the outer ring; the middle of its box where it has no area. */
export function centroid(polygon: Polygon): LngLat {
  const plane = createPlane(polygon)
  const ring = openRing(polygon[0] ?? []).map((place) => plane.toPlane(place))
  let doubled = 0
  let x = 0
  let y = 0
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    const cross = a[0] * b[1] - b[0] * a[1]
    doubled += cross
    x += (a[0] + b[0]) * cross
    y += (a[1] + b[1]) * cross
  }
  return doubled === 0
    ? [plane.lng, plane.lat]
    : plane.fromPlane(x / (3 * doubled), y / (3 * doubled))
}

/** Even-odd: a place in a hole is outside. A place exactly on an edge may count either way. */
export function contains(polygon: Polygon, lng: number, lat: number): boolean {
  let inside = false
  for (const ring of polygon) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const a = ring[i]!
      const b = ring[j]!
      if (a[1] > lat !== b[1] > lat && lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0])
        inside = !inside
    }
  }
  return inside
}

export function circleContains(centre: LngLat, radiusM: number, lng: number, lat: number): boolean {
  return distanceBetweenM(centre[0], centre[1], lng, lat) <= radiusM
}

export type PolygonProblem =
  | 'no_ring'
  | 'too_few_points'
  | 'not_a_number'
  | 'out_of_range'
  | 'no_area'
  | 'self_crossing'
  | 'hole_outside'
  | 'hole_crossing'
  | 'holes_overlap'

export type PolygonCheck =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly problem: PolygonProblem
      readonly ring: number
      readonly at: LngLat | null
    }

/** A smaller area is not a field, but for example the rest of a line drawn there and back. */
export const MIN_AREA_M2 = 0.5

/**
 * The first error in a polygon, and its position.
 * @throws TooMuchEdgeWork if more than `work` edges are close to each other
 */
export function checkPolygon(polygon: Polygon, work: EdgeWork | null = null): PolygonCheck {
  if (polygon.length === 0) return { ok: false, problem: 'no_ring', ring: 0, at: null }
  const rings = polygon.map(openRing)
  for (const [i, ring] of rings.entries()) {
    const problem = ringProblem(ring, work)
    if (problem !== null) return { ok: false, ring: i, ...problem }
  }
  const trees = rings.map((ring) => new EdgeTree(ring, work))
  const outer = trees[0]!
  for (let i = 1; i < trees.length; i++) {
    const hole = trees[i]!
    const crossing = firstCrossing(hole.ring, outer)
    if (crossing !== null) return { ok: false, problem: 'hole_crossing', ring: i, at: crossing }
    const stray = hole.ring.find(
      (place) => !outer.contains(place[0], place[1]) && !touches(outer, place),
    )
    if (stray !== undefined) return { ok: false, problem: 'hole_outside', ring: i, at: stray }
    for (let j = 1; j < i; j++) {
      const other = trees[j]!
      const shared =
        firstCrossing(hole.ring, other) ??
        hole.ring.find((p) => other.contains(p[0], p[1])) ??
        other.ring.find((p) => hole.contains(p[0], p[1]))
      if (shared !== undefined) return { ok: false, problem: 'holes_overlap', ring: i, at: shared }
    }
  }
  return { ok: true }
}

function ringProblem(
  ring: Ring,
  work: EdgeWork | null,
): { problem: PolygonProblem; at: LngLat | null } | null {
  for (const place of ring) {
    if (!Number.isFinite(place[0]) || !Number.isFinite(place[1]))
      return { problem: 'not_a_number', at: null }
    if (Math.abs(place[0]) > 180 || Math.abs(place[1]) > 90)
      return { problem: 'out_of_range', at: place }
  }
  const distinct = new Set(ring.map((place) => `${place[0]},${place[1]}`))
  if (distinct.size < 3) return { problem: 'too_few_points', at: ring[0] ?? null }
  const crossing = selfCrossing(ring, work)
  if (crossing !== null) return { problem: 'self_crossing', at: crossing }
  if (areaM2([ring]) < MIN_AREA_M2) return { problem: 'no_area', at: ring[0]! }
  return null
}

export function selfIntersects(ring: Ring): boolean {
  return selfCrossing(openRing(ring)) !== null
}

/** Two edges of a ring that meet where they must not; edge i begins at corner i. */
export type SelfMeeting = {
  readonly at: LngLat
  readonly edge: number
  readonly other: number
  /** They cross; else they touch, or fold back onto each other. */
  readonly isCrossing: boolean
}

const selfCrossing = (open: Ring, work: EdgeWork | null = null): LngLat | null =>
  findSelfMeeting(open, work)?.at ?? null

/**
 * The place where two edges that are not neighbours meet, or a neighbour folds back onto its edge.
 * @throws TooMuchEdgeWork
 */
export function findSelfMeeting(open: Ring, work: EdgeWork | null = null): SelfMeeting | null {
  const ring = open.filter(
    (place, i) => i === 0 || place[0] !== open[i - 1]![0] || place[1] !== open[i - 1]![1],
  )
  const n = ring.length
  const tree = new EdgeTree(ring, work)
  for (let i = 0; i < n; i++) {
    const a = ring[i]!
    const b = ring[(i + 1) % n]!
    const next = ring[(i + 2) % n]!
    if (
      n > 2 &&
      side(a, b, next) === 0 &&
      (next[0] - b[0]) * (b[0] - a[0]) + (next[1] - b[1]) * (b[1] - a[1]) < 0
    )
      return { at: b, edge: i, other: (i + 1) % n, isCrossing: false }
    const meeting = tree.firstNear(a, b, i + 2, (j) => {
      if (i === 0 && j === n - 1) return null
      const c = ring[j]!
      const d = ring[(j + 1) % n]!
      const at = meet(a, b, c, d, true)
      const isCrossing = at !== null && meet(a, b, c, d, false) !== null
      return at === null ? null : { at, edge: i, other: j, isCrossing }
    })
    if (meeting !== null) return meeting
  }
  return null
}

/** The place where the edges of two rings properly cross; touching does not count. */
function firstCrossing(a: Ring, b: EdgeTree): LngLat | null {
  for (let i = 0; i < a.length; i++) {
    const from = a[i]!
    const to = a[(i + 1) % a.length]!
    const meeting = b.firstNear(from, to, 0, (j) =>
      meet(from, to, b.ring[j]!, b.ring[(j + 1) % b.ring.length]!, false),
    )
    if (meeting !== null) return meeting
  }
  return null
}

function side(a: LngLat, b: LngLat, p: LngLat): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

function within(a: LngLat, b: LngLat, p: LngLat): boolean {
  return (
    p[0] >= Math.min(a[0], b[0]) &&
    p[0] <= Math.max(a[0], b[0]) &&
    p[1] >= Math.min(a[1], b[1]) &&
    p[1] <= Math.max(a[1], b[1])
  )
}

function touches(tree: EdgeTree, place: LngLat): boolean {
  const { ring } = tree
  const touched = tree.firstNear(place, place, 0, (i) => {
    const a = ring[i]!
    const b = ring[(i + 1) % ring.length]!
    return side(a, b, place) === 0 && within(a, b, place) ? true : null
  })
  return touched !== null
}

function meet(a: LngLat, b: LngLat, c: LngLat, d: LngLat, touching: boolean): LngLat | null {
  const c1 = side(a, b, c)
  const d1 = side(a, b, d)
  const a1 = side(c, d, a)
  const b1 = side(c, d, b)
  if (((c1 > 0 && d1 < 0) || (c1 < 0 && d1 > 0)) && ((a1 > 0 && b1 < 0) || (a1 < 0 && b1 > 0))) {
    const t = a1 / (a1 - b1)
    return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
  }
  if (!touching) return null
  if (c1 === 0 && within(a, b, c)) return c
  if (d1 === 0 && within(a, b, d)) return d
  if (a1 === 0 && within(c, d, a)) return a
  if (b1 === 0 && within(c, d, b)) return b
  return null
}
