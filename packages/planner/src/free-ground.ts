// The ground on which a drone may be, asked row by row.
//
// Polygons are not shrunk: on a row the places nearer than a distance to a straight edge are one
// span (the row cuts the edge's capsule, which is convex), so what is left of a row is exact for any
// outline, with holes, spikes and necks. Rows are asked together, so that each edge is only looked
// at in the rows that it reaches.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { Obstacle } from './plan.ts'
import { openPlaces, sortSpans, withoutSpans, type Frame, type Place, type Span } from './plane.ts'

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

const pairsOf = (crossings: number[]): Span[] => {
  crossings.sort((one, other) => one - other)
  const spans: Span[] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i]!, crossings[i + 1]!])
  return spans
}

/** Where each row runs between an odd and an even crossing. */
export const insideRows = (edges: readonly Segment[], heights: ArrayLike<number>): Span[][] => {
  const crossings = Array.from(heights, (): number[] => [])
  for (const { a, b } of edges) {
    const slope = (b[0] - a[0]) / (b[1] - a[1])
    const [low, high] = a[1] < b[1] ? [a[1], b[1]] : [b[1], a[1]]
    eachRow(heights, low, high, (row) => {
      crossings[row]!.push(a[0] + slope * (heights[row]! - a[1]))
    })
  }
  return crossings.map(pairsOf)
}

export const isInside = (edges: readonly Segment[], [x, y]: Place): boolean => {
  let inside = false
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      inside = !inside
  return inside
}

const isLevel = 1e-9

/** Where the row at `y` is nearer than `clearM` to a segment; null: nowhere. */
export const nearSpan = ({ a, b }: Segment, clearM: number, y: number): Span | null => {
  const [ax, ay] = a
  const [bx, by] = b
  let [from, to] = [Infinity, -Infinity]
  const [aboveA, aboveB] = [y - ay, y - by]
  if (Math.abs(aboveA) < clearM) {
    const halfM = Math.sqrt(clearM * clearM - aboveA * aboveA)
    from = ax - halfM
    to = ax + halfM
  }
  if (Math.abs(aboveB) < clearM) {
    const halfM = Math.sqrt(clearM * clearM - aboveB * aboveB)
    from = Math.min(from, bx - halfM)
    to = Math.max(to, bx + halfM)
  }
  const lengthM = Math.hypot(bx - ax, by - ay)
  if (lengthM > isLevel) {
    // the rectangle beside it: not before its start or behind its end, and not too far to its sides
    const [ux, uy] = [(bx - ax) / lengthM, (by - ay) / lengthM]
    let [least, most] = [-Infinity, Infinity]
    if (Math.abs(ux) > isLevel) {
      const [start, end] = [(-aboveA * uy) / ux, (lengthM - aboveA * uy) / ux]
      least = Math.min(start, end)
      most = Math.max(start, end)
    } else if (aboveA * uy < 0 || aboveA * uy > lengthM) most = -Infinity
    if (Math.abs(uy) > isLevel) {
      const [left, right] = [(aboveA * ux - clearM) / uy, (aboveA * ux + clearM) / uy]
      least = Math.max(least, Math.min(left, right))
      most = Math.min(most, Math.max(left, right))
    } else if (Math.abs(aboveA * ux) > clearM) most = -Infinity
    if (least < most) {
      from = Math.min(from, ax + least)
      to = Math.max(to, ax + most)
    }
  }
  return from < to ? [from, to] : null
}

/** Each row that is nearer than a distance to a segment, and where. */
export const nearRows = (
  heights: ArrayLike<number>,
  segment: Segment,
  clearM: number,
  visit: (row: number, span: Span) => void,
): void => {
  if (clearM <= 0) return
  const { a, b } = segment
  eachRow(heights, Math.min(a[1], b[1]) - clearM, Math.max(a[1], b[1]) + clearM, (row) => {
    const span = nearSpan(segment, clearM, heights[row]!)
    if (span) visit(row, span)
  })
}

/** Adds to each row where it is nearer than a distance to a segment. */
export const addNear = (
  rows: readonly Span[][],
  heights: ArrayLike<number>,
  segment: Segment,
  clearM: number,
): void => {
  nearRows(heights, segment, clearM, (row, span) => rows[row]!.push(span))
}

/** The parts of rows inside, `besideM` and its margin from every edge; heights ascend. */
export const freeRows = (
  ground: PlaneGround,
  heights: ArrayLike<number>,
  besideM: number,
): Span[][] => {
  const inside = insideRows(ground.edges, heights)
  const taken = inside.map((): Span[] => [])
  for (const edge of ground.edges) addNear(taken, heights, edge, besideM + edge.marginM)
  for (const obstacle of ground.obstacles) {
    for (const edge of obstacle) addNear(taken, heights, edge, besideM + edge.marginM)
    for (const [row, spans] of insideRows(obstacle, heights).entries()) taken[row]!.push(...spans)
  }
  return inside.map((spans, row) =>
    spans.length === 0 ? spans : withoutSpans(spans, sortSpans(taken[row]!)),
  )
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
