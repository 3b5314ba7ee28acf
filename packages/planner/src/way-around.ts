// Straight if nothing is in the way, otherwise around it: each obstacle as its convex hull,
// enlarged by its margin, on the shorter side.
import type { LocalPlane } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { Obstacle } from './plan.ts'
import { measureM, openPlaces, toleranceM, type Place } from './plane.ts'

/** Corners of a convex outline, counter-clockwise, that nothing may cross. */
export type Hull = readonly Place[]

const turn = (o: Place, a: Place, b: Place): number =>
  (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

/** Andrew's monotone chain. */
const hullOf = (places: readonly Place[]): Place[] => {
  const sorted = places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (row: readonly Place[]): Place[] => {
    const chain: Place[] = []
    for (const place of row) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, place) <= 0) chain.pop()
      chain.push(place)
    }
    chain.pop()
    return chain
  }
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())]
}

const roundedBy = 12

/** A hull that contains every place within `marginM` of the places. */
const grown = (places: readonly Place[], marginM: number): Hull => {
  // a polygon around the circle, not in it
  const radiusM = marginM / Math.cos(Math.PI / roundedBy)
  return hullOf(
    places.flatMap(([x, y]) =>
      Array.from({ length: roundedBy }, (_, i): Place => {
        const angle = (2 * Math.PI * i) / roundedBy
        return [x + radiusM * Math.cos(angle), y + radiusM * Math.sin(angle)]
      }),
    ),
  )
}

const leastMarginM = 0.5

/** Obstacles to fly around: holes of plots and obstacles. */
export const listHulls = (
  plots: readonly Parts[],
  obstacles: readonly Obstacle[],
  holeMarginM: number,
  plane: LocalPlane,
): Hull[] => [
  ...plots.flatMap((parts) =>
    parts.flatMap((part) =>
      part
        .slice(1)
        .map((hole) => grown(openPlaces(hole, plane), Math.max(leastMarginM, holeMarginM))),
    ),
  ),
  ...obstacles.map(({ shape, marginM }) =>
    grown(openPlaces(shape, plane), Math.max(leastMarginM, marginM)),
  ),
]

const lengthOf = (way: readonly Place[]): number =>
  way.reduce((sum, place, i) => (i === 0 ? 0 : sum + measureM(way[i - 1]!, place)), 0)

/** No way exceeds the straight one by more than this, or has more corners. */
export type Detour = { readonly lengthM: number; readonly cornerNum: number }

export const longestDetour = (hulls: readonly Hull[]): Detour => ({
  lengthM: hulls.reduce((sum, hull) => sum + lengthOf([...hull, hull[0]!]), 0),
  cornerNum: hulls.reduce((sum, hull) => sum + hull.length, 0),
})

/**
 * A place slightly inside counts as outside: ways begin and end on strips that end at the margin.
 */
const touchM = 0.05

/** The shares of the way from a to b at which it enters and leaves a hull; null: it does not. */
const crossing = (hull: Hull, a: Place, b: Place): readonly [number, number] | null => {
  let [from, to] = [0, 1]
  const lengthM = measureM(a, b)
  for (let i = 0; i < hull.length; i++) {
    const [p, q] = [hull[i]!, hull[(i + 1) % hull.length]!]
    const edgeM = measureM(p, q)
    // metres within the edge's side, at both ends
    const atA = turn(p, q, a) / edgeM
    const atB = turn(p, q, b) / edgeM
    if (atA <= touchM && atB <= touchM) return null
    if (atA < 0 !== atB < 0) {
      const share = atA / (atA - atB)
      if (atA < 0) from = Math.max(from, share)
      else to = Math.min(to, share)
    }
    if (from >= to) return null
  }
  return (to - from) * lengthM > touchM ? [from, to] : null
}

export const isClear = (hulls: readonly Hull[], a: Place, b: Place): boolean =>
  hulls.every((hull) => crossing(hull, a, b) === null)

/** The way around one hull, on the shorter side. */
const around = (hull: Hull, a: Place, b: Place): Place[] => {
  const sides = [1, -1].map((sign) => {
    // the hull together with both ends: its corners on this side, in order
    const corners = hullOf([...hull, a, b])
    const start = corners.findIndex((one) => measureM(one, a) < toleranceM)
    const end = corners.findIndex((one) => measureM(one, b) < toleranceM)
    if (start < 0 || end < 0) return null
    const way: Place[] = []
    for (let i = start; i !== end; i = (i + sign + corners.length) % corners.length)
      way.push(corners[i]!)
    return [...way, b]
  })
  const whole = sides.filter((side) => side !== null)
  if (whole.length > 0)
    return whole.reduce((best, side) => (lengthOf(side) < lengthOf(best) ? side : best))
  // an end within the hull of a concave obstacle: leave by its nearest corner, then go around
  const nearest = (place: Place): Place =>
    hull.reduce((best, one) => (measureM(one, place) < measureM(best, place) ? one : best))
  const [first, last] = [nearest(a), nearest(b)]
  const i = hull.indexOf(first)
  const j = hull.indexOf(last)
  const walk = (step: 1 | -1): Place[] => {
    const way: Place[] = [a]
    for (let at = i; at !== j; at = (at + step + hull.length) % hull.length) way.push(hull[at]!)
    return [...way, last, b]
  }
  const [left, right] = [walk(1), walk(-1)]
  return lengthOf(left) <= lengthOf(right) ? left : right
}

const hullsOfAWay = 12

/** The places of a way from a to b, both included. */
export const findWay = (hulls: readonly Hull[], a: Place, b: Place): Place[] => {
  const left = [...hulls]
  let way: Place[] = [a, b]
  for (let step = 0; step < hullsOfAWay; step++) {
    let found = false
    for (let i = 1; i < way.length && !found; i++) {
      const [from, to] = [way[i - 1]!, way[i]!]
      const hits = left
        .map((hull) => ({ hull, at: crossing(hull, from, to) }))
        .filter(({ at }) => at !== null)
        .toSorted((one, other) => one.at![0] - other.at![0])
      const hit = hits[0]
      if (!hit) continue
      left.splice(left.indexOf(hit.hull), 1)
      way = [...way.slice(0, i - 1), ...around(hit.hull, from, to), ...way.slice(i + 1)]
      found = true
    }
    if (!found) return way
  }
  return way
}
