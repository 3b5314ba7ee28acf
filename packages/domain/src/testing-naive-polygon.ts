// The results of polygon.ts, computed from every pair of edges: for its tests.
import type { LngLat } from './lng-lat.ts'
import { contains, type PolygonCheck, type Polygon, type Ring } from './polygon.ts'

const listEdges = (ring: Ring): (readonly [LngLat, LngLat])[] =>
  ring.map((place, i) => [place, ring[(i + 1) % ring.length]!])

const side = (a: LngLat, b: LngLat, p: LngLat): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

const within = (a: LngLat, b: LngLat, p: LngLat): boolean =>
  [0, 1].every(
    (axis) => p[axis]! >= Math.min(a[axis]!, b[axis]!) && p[axis]! <= Math.max(a[axis]!, b[axis]!),
  )

const isOn = (a: LngLat, b: LngLat, p: LngLat): boolean => side(a, b, p) === 0 && within(a, b, p)

const cross = (a: LngLat, b: LngLat, c: LngLat, d: LngLat): LngLat | null => {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  const isAcross = (one: number, other: number): boolean =>
    (one > 0 && other < 0) || (one < 0 && other > 0)
  if (!isAcross(c1, d1) || !isAcross(a1, b1)) return null
  const t = a1 / (a1 - b1)
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

export const naiveSelfCrossing = (open: Ring): LngLat | null => {
  const ring = open.filter((place, i) => i === 0 || place.join() !== open[i - 1]!.join())
  const edges = listEdges(ring)
  for (const [i, [a, b]] of edges.entries()) {
    const next = ring[(i + 2) % ring.length]!
    const isBack = (next[0] - b[0]) * (b[0] - a[0]) + (next[1] - b[1]) * (b[1] - a[1]) < 0
    if (ring.length > 2 && side(a, b, next) === 0 && isBack) return b
    for (const [j, [c, d]] of edges.entries()) {
      if (j < i + 2 || (i === 0 && j === edges.length - 1)) continue
      const meeting =
        cross(a, b, c, d) ??
        (isOn(a, b, c) ? c : null) ??
        (isOn(a, b, d) ? d : null) ??
        (isOn(c, d, a) ? a : null) ??
        (isOn(c, d, b) ? b : null)
      if (meeting) return meeting
    }
  }
  return null
}

const naiveCrossing = (one: Ring, other: Ring): LngLat | null => {
  for (const [a, b] of listEdges(one))
    for (const [c, d] of listEdges(other)) {
      const meeting = cross(a, b, c, d)
      if (meeting) return meeting
    }
  return null
}

/** For open rings that are each valid on their own. */
export const naiveHoleCheck = ([outer, ...holes]: Polygon): PolygonCheck => {
  for (const [i, hole] of holes.entries()) {
    const wrong = (
      problem: 'hole_crossing' | 'hole_outside' | 'holes_overlap',
      at: LngLat,
    ): PolygonCheck => ({ ok: false, problem, ring: i + 1, at })
    const crossing = naiveCrossing(hole, outer!)
    if (crossing) return wrong('hole_crossing', crossing)
    const stray = hole.find(
      (p) => !contains([outer!], ...p) && !listEdges(outer!).some(([a, b]) => isOn(a, b, p)),
    )
    if (stray) return wrong('hole_outside', stray)
    for (const other of holes.slice(0, i)) {
      const shared =
        naiveCrossing(hole, other) ??
        hole.find((p) => contains([other], ...p)) ??
        other.find((p) => contains([hole], ...p))
      if (shared) return wrong('holes_overlap', shared)
    }
  }
  return { ok: true }
}
