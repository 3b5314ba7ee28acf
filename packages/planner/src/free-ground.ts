// The ground on which a drone may be, asked row by row.
//
// Polygons are not shrunk: on a row the places nearer than a distance to a straight edge are one
// span (the row cuts the edge's capsule, which is convex), so what is left of a row is exact for any
// outline, with holes, spikes and necks. Rows are asked together, so that each edge is only looked
// at in the rows that it reaches.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { Obstacle } from './plan.ts'
import { openPlaces, type Frame, type Place, type Span } from './plane.ts'
import { rowsWithout, SpanCollector, type SpanRows } from './span-rows.ts'

export type Segment = { readonly a: Place; readonly b: Place }
export type Edge = Segment & {
  /** Beside the half swath; of outlines, of holes, or of an obstacle. */
  readonly marginM: number
}

/** A plot in the plane: even-odd, its edges hold just its ground. */
export type PlaneGround = {
  /** Outlines and holes, each in the order of its corners. */
  readonly rings: readonly (readonly Edge[])[]
  readonly edges: readonly Edge[]
  /** Each obstacle separately: it may be half outside. */
  readonly obstacles: readonly (readonly Edge[])[]
}

const toEdges = (places: readonly Place[], marginM: number): Edge[] =>
  places.length === 1
    ? [{ a: places[0]!, b: places[0]!, marginM }]
    : places
        .slice(0, places.length === 2 ? 1 : undefined)
        .map((a, i) => ({ a, b: places[(i + 1) % places.length]!, marginM }))

export const toGround = (
  parts: Parts,
  obstacles: readonly Obstacle[],
  plane: LocalPlane,
  margins: { readonly marginM: number; readonly holeMarginM: number },
): PlaneGround => {
  const rings = parts.flatMap((part) =>
    part.map((ring, i) =>
      toEdges(openPlaces(ring, plane), i === 0 ? margins.marginM : margins.holeMarginM),
    ),
  )
  return {
    rings,
    edges: rings.flat(),
    obstacles: obstacles.map(({ shape, marginM }) => toEdges(openPlaces(shape, plane), marginM)),
  }
}

export const turnGround = ({ rings, obstacles }: PlaneGround, frame: Frame): PlaneGround => {
  const turned = (edges: readonly Edge[]): Edge[] =>
    edges.map(({ a, b, marginM }) => ({ a: frame.in(a), b: frame.in(b), marginM }))
  const turnedRings = rings.map(turned)
  return { rings: turnedRings, edges: turnedRings.flat(), obstacles: obstacles.map(turned) }
}

/** Calls for each of the ascending heights from one to below another. */
const eachRow = (
  heights: ArrayLike<number>,
  lowM: number,
  highM: number,
  visit: (row: number) => void,
): void => {
  let [from, to] = [0, heights.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (heights[middle]! < lowM) from = middle + 1
    else to = middle
  }
  for (let row = from; row < heights.length && heights[row]! < highM; row++) visit(row)
}

/** Where each row runs between an odd and an even crossing. */
export const insideRows = (edges: readonly Segment[], heights: ArrayLike<number>): SpanRows => {
  const crossings = new SpanCollector()
  for (const { a, b } of edges) {
    const slope = (b[0] - a[0]) / (b[1] - a[1])
    const [low, high] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]]
    eachRow(heights, low, high, (row) => {
      crossings.add(row, a[0] + slope * (heights[row]! - a[1]), 0)
    })
  }
  const { offsets, ends } = crossings.sorted(heights.length)
  // as many crossings as there are of a row make half as many spans
  return {
    offsets: offsets.map((offset) => offset / 2),
    ends: Float64Array.from({ length: ends.length / 2 }, (_, i) => ends[2 * i]!),
  }
}

export const isInside = (edges: readonly Segment[], [x, y]: Place): boolean => {
  let inside = false
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      inside = !inside
  return inside
}

const isLevel = 1e-9

/** Calls for each row that is nearer than a distance to a segment, with where. */
export const nearRows = (
  heights: ArrayLike<number>,
  { a, b }: Segment,
  clearM: number,
  visit: (row: number, from: number, to: number) => void,
): void => {
  if (clearM <= 0) return
  const [ax, ay] = a
  const [bx, by] = b
  const lengthM = Math.hypot(bx - ax, by - ay)
  const [ux, uy] = lengthM > isLevel ? [(bx - ax) / lengthM, (by - ay) / lengthM] : [1, 0]
  eachRow(heights, Math.min(ay, by) - clearM, Math.max(ay, by) + clearM, (row) => {
    const y = heights[row]!
    let from = Infinity
    let to = -Infinity
    const aboveA = y - ay
    const aboveB = y - by
    if (aboveA < clearM && aboveA > -clearM) {
      const halfM = Math.sqrt(clearM * clearM - aboveA * aboveA)
      from = ax - halfM
      to = ax + halfM
    }
    if (aboveB < clearM && aboveB > -clearM) {
      const halfM = Math.sqrt(clearM * clearM - aboveB * aboveB)
      if (bx - halfM < from) from = bx - halfM
      if (bx + halfM > to) to = bx + halfM
    }
    // the rectangle beside it: not before its start or behind its end, nor too far to its sides
    let least = -Infinity
    let most = Infinity
    if (ux > isLevel || ux < -isLevel) {
      const start = (-aboveA * uy) / ux
      const end = (lengthM - aboveA * uy) / ux
      least = start < end ? start : end
      most = start < end ? end : start
    } else if (aboveA * uy < 0 || aboveA * uy > lengthM) most = -Infinity
    if (uy > isLevel || uy < -isLevel) {
      const one = (aboveA * ux - clearM) / uy
      const other = (aboveA * ux + clearM) / uy
      least = Math.max(least, one < other ? one : other)
      most = Math.min(most, one < other ? other : one)
    } else if (Math.abs(aboveA * ux) > clearM) most = -Infinity
    if (least < most) {
      if (ax + least < from) from = ax + least
      if (ax + most > to) to = ax + most
    }
    if (from < to) visit(row, from, to)
  })
}

/** Adds to rows where they are nearer than a distance to a segment. */
export const addNear = (
  rows: SpanCollector,
  heights: ArrayLike<number>,
  segment: Segment,
  clearM: number,
): void => nearRows(heights, segment, clearM, (row, from, to) => rows.add(row, from, to))

/** The parts of rows inside, `besideM` and its margin from every edge; heights ascend. */
export const freeRows = (
  ground: PlaneGround,
  heights: ArrayLike<number>,
  besideM: number,
): SpanRows => {
  const taken = new SpanCollector()
  for (const edge of ground.edges) addNear(taken, heights, edge, besideM + edge.marginM)
  for (const obstacle of ground.obstacles) {
    for (const edge of obstacle) addNear(taken, heights, edge, besideM + edge.marginM)
    const { offsets, ends } = insideRows(obstacle, heights)
    for (let row = 0; row < heights.length; row++)
      for (let i = offsets[row]!; i < offsets[row + 1]!; i++)
        taken.add(row, ends[2 * i]!, ends[2 * i + 1]!)
  }
  const inside = insideRows(ground.edges, heights)
  return taken.count === 0 ? inside : rowsWithout(inside, taken.sorted(heights.length))
}

/** From the lowest to the highest corner. */
export const heightSpan = (segments: readonly Segment[]): Span => {
  let [from, to] = [Infinity, -Infinity]
  for (const { a, b } of segments) {
    from = Math.min(from, a[1], b[1])
    to = Math.max(to, a[1], b[1])
  }
  return [from, to]
}
