// The ground on which a drone may be, asked line by line.
//
// Polygons are not shrunk: on a line the places nearer than a distance to a straight edge are one
// span (the line cuts the edge's capsule, which is convex), so what is left of a line is exact for
// any outline, with holes, spikes and necks, at the price of looking at each edge.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { Obstacle } from './plan.ts'
import { openPlaces, sortSpans, withoutSpans, type Frame, type Place, type Span } from './plane.ts'

export type Edge = {
  readonly a: Place
  readonly b: Place
  /** Beside the half swath; of outlines, of holes, or of an obstacle. */
  readonly marginM: number
}

/** A plot in the plane: even-odd, its edges hold just its ground. */
export type PlaneGround = {
  readonly edges: readonly Edge[]
  /** Each obstacle by itself: it may stand half outside. */
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
): PlaneGround => ({
  edges: parts.flatMap((part) =>
    part.flatMap((ring, i) =>
      toEdges(openPlaces(ring, plane), i === 0 ? margins.marginM : margins.holeMarginM),
    ),
  ),
  obstacles: obstacles.map(({ shape, marginM }) => toEdges(openPlaces(shape, plane), marginM)),
})

export const turnGround = ({ edges, obstacles }: PlaneGround, frame: Frame): PlaneGround => {
  const turned = ({ a, b, marginM }: Edge): Edge => ({ a: frame.in(a), b: frame.in(b), marginM })
  return { edges: edges.map(turned), obstacles: obstacles.map((one) => one.map(turned)) }
}

/** Where the line at `y` runs between an odd and an even crossing. */
export const insideSpans = (edges: readonly Edge[], y: number): Span[] => {
  const crossings: number[] = []
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y) crossings.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
  crossings.sort((one, other) => one - other)
  const spans: Span[] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i]!, crossings[i + 1]!])
  return spans
}

/** Where the line at `y` is nearer than `clearM` to an edge; null: nowhere. */
export const nearSpan = ({ a, b }: Edge, clearM: number, y: number): Span | null => {
  let [from, to] = [Infinity, -Infinity]
  const reach = (x: number): void => {
    if (x < from) from = x
    if (x > to) to = x
  }
  for (const end of [a, b]) {
    const awayM = Math.abs(y - end[1])
    if (awayM >= clearM) continue
    const halfM = Math.sqrt(clearM * clearM - awayM * awayM)
    reach(end[0] - halfM)
    reach(end[0] + halfM)
  }
  const lengthM = Math.hypot(b[0] - a[0], b[1] - a[1])
  if (lengthM > 0) {
    // the rectangle beside the edge
    const nx = (-(b[1] - a[1]) / lengthM) * clearM
    const ny = ((b[0] - a[0]) / lengthM) * clearM
    const corners: readonly Place[] = [
      [a[0] + nx, a[1] + ny],
      [b[0] + nx, b[1] + ny],
      [b[0] - nx, b[1] - ny],
      [a[0] - nx, a[1] - ny],
    ]
    for (let i = 0; i < 4; i++) {
      const [p, q] = [corners[i]!, corners[(i + 1) % 4]!]
      if (p[1] > y !== q[1] > y) reach(p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0]))
    }
  }
  return from < to ? [from, to] : null
}

/** The parts of the line at `y` that lie inside, `besideM` and its margin from every edge. */
export const freeSpans = (ground: PlaneGround, y: number, besideM: number): Span[] => {
  const inside = insideSpans(ground.edges, y)
  if (inside.length === 0) return []
  const taken: Span[] = []
  const take = (edge: Edge): void => {
    const clearM = besideM + edge.marginM
    if (Math.min(edge.a[1], edge.b[1]) - clearM >= y) return
    if (Math.max(edge.a[1], edge.b[1]) + clearM <= y) return
    const span = nearSpan(edge, clearM, y)
    if (span) taken.push(span)
  }
  ground.edges.forEach(take)
  for (const obstacle of ground.obstacles) {
    obstacle.forEach(take)
    taken.push(...insideSpans(obstacle, y))
  }
  return withoutSpans(inside, sortSpans(taken))
}

/** From the lowest to the highest corner. */
export const heightSpan = ({ edges }: PlaneGround): Span => {
  let [from, to] = [Infinity, -Infinity]
  for (const { a } of edges) {
    from = Math.min(from, a[1])
    to = Math.max(to, a[1])
  }
  return [from, to]
}

/** Metres from a place to an edge. */
export const distanceToEdgeM = ([x, y]: Place, { a, b }: Pick<Edge, 'a' | 'b'>): number => {
  const [ux, uy] = [b[0] - a[0], b[1] - a[1]]
  const length2 = ux * ux + uy * uy
  const along =
    length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * ux + (y - a[1]) * uy) / length2))
  return Math.hypot(x - a[0] - along * ux, y - a[1] - along * uy)
}
