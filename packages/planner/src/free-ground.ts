// The ground on which a drone may be, row by row.
//
// Polygons are not shrunk: on a row the places nearer than a distance to a straight edge are one
// span (the row cuts the edge's capsule, which is convex), so the rest of a row is exact for any
// outline, with holes, spikes and necks. Rows are processed together, so that each edge is only
// read in the rows that it reaches.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { Obstacle } from './plan.ts'
import { openPlaces, type Frame, type Place, type Span } from './plane.ts'
import { rowsWithout, SpanCollector, type SpanRows } from './span-rows.ts'

export type Segment = { readonly a: Place; readonly b: Place }
export type Edge = Segment & {
  /** In addition to the half swath; margin of outlines, of holes, or of an obstacle. */
  readonly marginM: number
}

/** A plot in the plane; by the even-odd rule its edges enclose exactly its ground. */
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

/** The index of the first of ascending heights that is not below `lowM`; their count: none. */
export const firstFrom = (heights: ArrayLike<number>, lowM: number): number => {
  let from = 0
  let to = heights.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (heights[middle]! < lowM) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * The intervals of each row between an odd and an even crossing, by row and sorted.
 * @param edges of closed rings, in metres
 * @param heights of the rows in metres, ascending
 */
export const insideRows = (edges: readonly Segment[], heights: ArrayLike<number>): SpanRows => {
  const rowCount = heights.length
  const reached = new Int32Array(2 * edges.length)
  const counts = new Int32Array(rowCount + 1)
  for (let i = 0; i < edges.length; i++) {
    const { a, b } = edges[i]!
    const first = firstFrom(heights, Math.min(a[1], b[1]))
    const end = firstFrom(heights, Math.max(a[1], b[1]))
    reached[2 * i] = first
    reached[2 * i + 1] = end
    for (let row = first; row < end; row++) counts[row + 1]!++
  }
  for (let row = 0; row < rowCount; row++) counts[row + 1]! += counts[row]!
  // sorted crossings are the starts and ends of spans in turn: twice as many as there are spans
  const ends = new Float64Array(counts[rowCount]!)
  const offsets = counts.map((count) => count >> 1)
  for (let i = 0; i < edges.length; i++) {
    const { a, b } = edges[i]!
    const slope = (b[0] - a[0]) / (b[1] - a[1])
    for (let row = reached[2 * i]!; row < reached[2 * i + 1]!; row++) {
      const x = a[0] + slope * (heights[row]! - a[1])
      let place = counts[row]!++
      for (; place > 2 * offsets[row]! && ends[place - 1]! > x; place--)
        ends[place] = ends[place - 1]!
      ends[place] = x
    }
  }
  return { offsets, ends }
}

export const isInside = (edges: readonly Segment[], [x, y]: Place): boolean => {
  let inside = false
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      inside = !inside
  return inside
}

const isLevel = 1e-9

/**
 * The area nearer than `clearM` metres (above 0) to the segment from a to b: each row cuts it in
 * one span.
 */
export class Capsule {
  /** The span of the row that was cut last. */ from = 0
  to = 0
  /** Rows between these heights may be cut. */ readonly lowM: number
  readonly highM: number
  readonly #ax: number
  readonly #ay: number
  readonly #bx: number
  readonly #by: number
  readonly #ux: number
  readonly #uy: number
  readonly #lengthM: number
  readonly #clearM: number

  constructor(a: Place, b: Place, clearM: number) {
    const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
    this.#ax = a[0]
    this.#ay = a[1]
    this.#bx = b[0]
    this.#by = b[1]
    this.#ux = lengthM > isLevel ? (b[0] - a[0]) / lengthM : 1
    this.#uy = lengthM > isLevel ? (b[1] - a[1]) / lengthM : 0
    this.#lengthM = lengthM
    this.#clearM = clearM
    this.lowM = Math.min(a[1], b[1]) - clearM
    this.highM = Math.max(a[1], b[1]) + clearM
  }

  /** Whether it reaches the row at a height; if so, `from` and `to` are the span. */
  cut(y: number): boolean {
    const clearM = this.#clearM
    const lengthM = this.#lengthM
    const ax = this.#ax
    const ay = this.#ay
    const bx = this.#bx
    const by = this.#by
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
    // the rectangle next to it: not before its start or behind its end, nor too far to its sides
    const ux = this.#ux
    const uy = this.#uy
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
    this.from = from
    this.to = to
    return from < to
  }
}

/**
 * Adds the spans of rows that are nearer than `clearM` metres to a segment; heights ascend.
 * @param shift added to the number of a row
 */
export const addNear = (
  rows: SpanCollector,
  heights: ArrayLike<number>,
  { a, b }: Segment,
  clearM: number,
  shift = 0,
): void => {
  if (clearM <= 0) return
  const capsule = new Capsule(a, b, clearM)
  const { highM } = capsule
  let row = firstFrom(heights, capsule.lowM)
  for (; row < heights.length && heights[row]! < highM; row++)
    if (capsule.cut(heights[row]!)) rows.add(row + shift, capsule.from, capsule.to)
}

/**
 * The parts of rows inside, `besideM` and its margin from every edge, sorted and apart.
 * @param heights of the rows in metres, ascending
 * @param inside the result of `insideRows` for the ground at these heights, if known already
 */
export const freeRows = (
  ground: PlaneGround,
  heights: ArrayLike<number>,
  besideM: number,
  inside = insideRows(ground.edges, heights),
): SpanRows => {
  const taken = new SpanCollector(4 * heights.length)
  for (const edge of ground.edges) addNear(taken, heights, edge, besideM + edge.marginM)
  for (const obstacle of ground.obstacles) {
    for (const edge of obstacle) addNear(taken, heights, edge, besideM + edge.marginM)
    taken.addRows(insideRows(obstacle, heights))
  }
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
