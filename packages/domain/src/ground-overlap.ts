import { boundsOverlap, LocalPlane } from './lng-lat.ts'
import type { Bounds } from './lng-lat.ts'
import { polygonBounds } from './polygon.ts'
import type { Polygon } from './polygon.ts'

/** An edge in metres, its lower end first. */
type Edge = {
  readonly of: 0 | 1
  readonly lowX: number
  readonly lowY: number
  readonly highY: number
  /** Metres east for each metre north. */
  readonly slope: number
}

/** A strip thinner than this is rounding, metres. */
const thinnestM = 1e-9

const xAt = (edge: Edge, y: number): number => edge.lowX + (y - edge.lowY) * edge.slope

/** Edges of one area that reach into the strip; horizontal ones do not bound it. */
const listEdges = (
  of: 0 | 1,
  rings: Polygon,
  plane: LocalPlane,
  [bottomY, topY]: readonly [number, number],
): Edge[] =>
  rings.flatMap((ring) =>
    ring.flatMap((place, i): Edge[] => {
      const one = plane.toPlane(place)
      const other = plane.toPlane(ring[(i + 1) % ring.length]!)
      const [low, high] = one[1] <= other[1] ? [one, other] : [other, one]
      return high[1] <= bottomY || low[1] >= topY || high[1] === low[1]
        ? []
        : [
            {
              of,
              lowX: low[0],
              lowY: low[1],
              highY: high[1],
              slope: (high[0] - low[0]) / (high[1] - low[1]),
            },
          ]
    }),
  )

/** Northing in metres at which two edges cross within both; null: they do not cross. */
const crossingY = (a: Edge, b: Edge): number | null => {
  if (a.slope === b.slope) return null
  const y = (a.lowX - a.lowY * a.slope - (b.lowX - b.lowY * b.slope)) / (b.slope - a.slope)
  return y > Math.max(a.lowY, b.lowY) && y < Math.min(a.highY, b.highY) ? y : null
}

/** Sorted by their lower ends; edges that have ended are removed on the way. */
const sweep = (
  sorted: readonly Edge[],
  heights: readonly number[],
  visit: (active: readonly Edge[], fromY: number, toY: number) => void,
): void => {
  let next = 0
  let active: Edge[] = []
  for (let i = 0; i + 1 < heights.length; i++) {
    const [fromY, toY] = [heights[i]!, heights[i + 1]!]
    active = active.filter(({ highY }) => highY > fromY)
    while (next < sorted.length && sorted[next]!.lowY <= fromY) {
      const edge = sorted[next++]!
      if (edge.highY > fromY) active.push(edge)
    }
    visit(active, fromY, toY)
  }
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b)

/** Width shared by both areas on the line at `y`, in metres. */
const sharedWidthM = (active: readonly Edge[], y: number): number => {
  const meetings = active.map((edge) => ({ of: edge.of, x: xAt(edge, y) }))
  meetings.sort((a, b) => a.x - b.x)
  const inside = [false, false]
  let widthM = 0
  let fromX = 0
  for (const { of, x } of meetings) {
    if (inside[0] && inside[1]) widthM += x - fromX
    inside[of] = !inside[of]
    fromX = x
  }
  return widthM
}

const commonBounds = (a: Bounds, b: Bounds): Bounds => ({
  minLng: Math.max(a.minLng, b.minLng),
  minLat: Math.max(a.minLat, b.minLat),
  maxLng: Math.min(a.maxLng, b.maxLng),
  maxLat: Math.min(a.maxLat, b.maxLat),
})

/**
 * Area shared by two sets of rings, in square metres: without holes, even-odd, so that the rings of
 * several parts may be passed at once. Cut into strips between every corner and crossing, in each
 * of which edges are straight and do not cross: exact except for rounding.
 */
export const overlapM2 = (a: Polygon, b: Polygon): number => {
  const [boundsA, boundsB] = [polygonBounds(a), polygonBounds(b)]
  if (!boundsOverlap(boundsA, boundsB)) return 0
  const common = commonBounds(boundsA, boundsB)
  const plane = new LocalPlane(
    (common.minLng + common.maxLng) / 2,
    (common.minLat + common.maxLat) / 2,
  )
  const strip = [plane.toY(common.minLat), plane.toY(common.maxLat)] as const
  const edges = [...listEdges(0, a, plane, strip), ...listEdges(1, b, plane, strip)].sort(
    (one, other) => one.lowY - other.lowY,
  )
  const within = (y: number): boolean => y > strip[0] && y < strip[1]
  const corners = ascending([
    ...strip,
    ...edges.flatMap(({ lowY, highY }) => [lowY, highY]).filter(within),
  ])
  const crossings: number[] = []
  sweep(edges, corners, (active, fromY, toY) => {
    for (const [i, one] of active.entries()) {
      for (let j = i + 1; j < active.length; j++) {
        const y = active[j]!.of === one.of ? null : crossingY(one, active[j]!)
        if (y !== null && y > fromY && y < toY) crossings.push(y)
      }
    }
  })
  let sharedM2 = 0
  sweep(edges, ascending([...corners, ...crossings]), (active, fromY, toY) => {
    if (toY - fromY > thinnestM) sharedM2 += sharedWidthM(active, (fromY + toY) / 2) * (toY - fromY)
  })
  return sharedM2
}
