// The ground of a plot: one or more polygons, each with its holes.
import { boundsOverlap, distanceM, LocalPlane, type Bounds, type LngLat } from './lng-lat.ts'
import { overlapM2 } from './ground-overlap.ts'
import {
  areaM2,
  checkPolygon,
  perimeterM,
  polygonBounds,
  type Polygon,
  type PolygonProblem,
  type Ring,
} from './polygon.ts'

/** GeoJSON MultiPolygon coordinates. */
export type Parts = readonly Polygon[]

/**
 * By the even-odd rule they contain exactly the area of the parts, so functions on rings can take
 * all at once.
 */
export const ringsOfParts = (parts: Parts): Polygon => parts.flat()

export const partsBounds = (parts: Parts): Bounds => polygonBounds(ringsOfParts(parts))

export const partsAreaM2 = (parts: Parts): number =>
  parts.reduce((sum, part) => sum + areaM2(part), 0)

/** Millionths of a degree, a tenth of a metre: precise enough for a map, in half as many bytes. */
export const roundParts = (parts: Parts): [number, number][][][] => {
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
  return parts.map((part) =>
    part.map((ring) => ring.map(([lng, lat]) => [round(lng), round(lat)] as [number, number])),
  )
}

/** Length of every outline and hole. */
export const partsPerimeterM = (parts: Parts): number =>
  parts.reduce((sum, part) => sum + perimeterM(part), 0)

const isClosed = (ring: Ring): boolean =>
  ring.length > 1 && ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1]

/** Places of all rings, the closing one not counted. */
export const countCorners = (parts: Parts): number =>
  ringsOfParts(parts).reduce((sum, ring) => sum + ring.length - (isClosed(ring) ? 1 : 0), 0)

export type PartsProblem = PolygonProblem | 'no_part' | 'parts_overlap'

export type PartsCheck =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly problem: PartsProblem
      readonly part: number
      readonly ring: number
      readonly at: LngLat | null
    }

/** Parts that share less than this touch, square metres. */
const touchM2 = 0.01

/**
 * The first error in the parts, and its position. Parts may touch, and may be inside holes of other
 * parts.
 */
export const checkParts = (parts: Parts): PartsCheck => {
  if (parts.length === 0) return { ok: false, problem: 'no_part', part: 0, ring: 0, at: null }
  for (const [part, polygon] of parts.entries()) {
    const check = checkPolygon(polygon)
    if (!check.ok) return { ...check, part }
  }
  const boxes = parts.map(polygonBounds)
  for (const [part, polygon] of parts.entries()) {
    for (let other = 0; other < part; other++) {
      if (!boundsOverlap(boxes[part]!, boxes[other]!)) continue
      if (overlapM2(polygon, parts[other]!) <= touchM2) continue
      const { minLng, minLat, maxLng, maxLat } = boxes[part]!
      const box = boxes[other]!
      return {
        ok: false,
        problem: 'parts_overlap',
        part,
        ring: 0,
        at: [
          (Math.max(minLng, box.minLng) + Math.min(maxLng, box.maxLng)) / 2,
          (Math.max(minLat, box.minLat) + Math.min(maxLat, box.maxLat)) / 2,
        ],
      }
    }
  }
  return { ok: true }
}

/** Keeps corners farther than `toleranceM` from the line without them, at least three. */
const thinRing = (ring: Ring, toleranceM: number): Ring => {
  const open = isClosed(ring) ? ring.slice(0, -1) : ring
  if (open.length <= 3) return [...open, open[0]!]
  const plane = new LocalPlane(open[0]![0], open[0]![1])
  const xy = [...open, open[0]!].map((place) => plane.toPlane(place))
  const kept = new Set([0, open.length])
  const farthest = (from: number, to: number): { at: number; farM: number } => {
    const [a, b] = [xy[from]!, xy[to]!]
    const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
    let [at, farM] = [from, -1]
    for (let i = from + 1; i < to; i++) {
      const p = xy[i]!
      const offM =
        lengthM === 0
          ? Math.hypot(p[0] - a[0], p[1] - a[1])
          : Math.abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / lengthM
      if (offM > farM) [at, farM] = [i, offM]
    }
    return { at, farM }
  }
  // The corner farthest from the first, then the one farthest off the line between the two.
  const across = farthest(0, open.length).at
  const [near, far] = [farthest(0, across), farthest(across, open.length)]
  kept.add(across).add(near.farM > far.farM ? near.at : far.at)
  const anchors = [...kept].sort((a, b) => a - b)
  const spans = anchors.slice(1).map((to, i): [number, number] => [anchors[i]!, to])
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const { at, farM } = farthest(from, to)
    if (farM <= toleranceM) continue
    kept.add(at)
    spans.push([from, at], [at, to])
  }
  return [...kept].sort((a, b) => a - b).map((i) => open[i % open.length]!)
}

/**
 * The parts with fewer corners, for maps that show many plots: simplified until `most` are left or
 * every ring has three. Null: they have few corners already.
 */
export const sketchParts = (parts: Parts, most: number): Parts | null => {
  if (countCorners(parts) <= most) return null
  const { minLng, minLat, maxLng, maxLat } = partsBounds(parts)
  let toleranceM = distanceM([minLng, minLat], [maxLng, maxLat]) / 4096
  const fewest = 3 * ringsOfParts(parts).length
  for (;;) {
    const sketch = parts.map((part) => part.map((ring) => thinRing(ring, toleranceM)))
    const corners = countCorners(sketch)
    if (corners <= most || corners <= fewest) return sketch
    toleranceM *= 2
  }
}
