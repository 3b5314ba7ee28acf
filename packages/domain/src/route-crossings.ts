import { distanceBetweenM, LocalPlane, type LngLat } from './lng-lat.ts'
import { isInForce, type AirZone } from './zone-index.ts'
import { shapeBounds, shapeContains, type ZoneShape } from './zone-shapes.ts'

type Stop = { readonly at: LngLat; /** Above ground. */ readonly heightM: number }

/** A zone that a route enters, and the place of its first entry. */
export type RouteCrossing<Z extends AirZone> = { readonly zone: Z; readonly at: LngLat }

/** A route is flown within hours, so zones that come into force by then count. */
const aheadMs = 2 * 3_600_000
const lookEachMs = 15 * 60_000

const isInForceSoon = (zone: AirZone, nowMs: number): boolean => {
  for (let tMs = nowMs; tMs <= nowMs + aheadMs; tMs += lookEachMs)
    if (isInForce(zone, tMs)) return true
  return false
}

/** Heights of a route are above ground, so limits above the sea count as met. */
const isAtHeight = (
  { lowerM, upperM, lowerReference, upperReference }: AirZone,
  a: Stop,
  b: Stop,
) =>
  !(
    (lowerM !== null && lowerReference !== 'sea' && Math.max(a.heightM, b.heightM) < lowerM) ||
    (upperM !== null && upperReference !== 'sea' && Math.min(a.heightM, b.heightM) > upperM)
  )

const isApart = (bounds: ReturnType<typeof shapeBounds>, [ax, ay]: LngLat, [bx, by]: LngLat) =>
  Math.max(ax, bx) < bounds.minLng ||
  Math.min(ax, bx) > bounds.maxLng ||
  Math.max(ay, by) < bounds.minLat ||
  Math.min(ay, by) > bounds.maxLat

const place = ([ax, ay]: LngLat, [bx, by]: LngLat, share: number): LngLat => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
]

/**
 * The position at which a segment crosses another, as a share of its length; null: they do not
 * cross.
 */
const crossingShare = (
  [ax, ay]: LngLat,
  [bx, by]: LngLat,
  [cx, cy]: LngLat,
  [dx, dy]: LngLat,
): number | null => {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy]
  const cross = ux * vy - uy * vx
  if (cross === 0) return null
  const along = ((cx - ax) * vy - (cy - ay) * vx) / cross
  const across = ((cx - ax) * uy - (cy - ay) * ux) / cross
  return along >= 0 && along <= 1 && across >= 0 && across <= 1 ? along : null
}

const circleShare = (
  { center, radiusM }: ZoneShape & { kind: 'circle' },
  a: LngLat,
  b: LngLat,
): number | null => {
  const plane = new LocalPlane(center[0], center[1])
  const [[ax, ay], [bx, by]] = [plane.toPlane(a), plane.toPlane(b)]
  const [ux, uy] = [bx - ax, by - ay]
  const [length2, towards] = [ux * ux + uy * uy, ax * ux + ay * uy]
  const rest = towards * towards - length2 * (ax * ax + ay * ay - radiusM * radiusM)
  if (length2 === 0 || rest < 0) return null
  const share = (-towards - Math.sqrt(rest)) / length2
  return share >= 0 && share <= 1 ? share : null
}

/** The place where a segment first enters a shape; null: it stays outside. */
const entry = (shape: ZoneShape, a: LngLat, b: LngLat): LngLat | null => {
  if (shapeContains(shape, a[0], a[1])) return a
  if (shape.kind === 'circle') {
    const share = circleShare(shape, a, b)
    return share === null ? null : place(a, b, share)
  }
  let first: number | null = null
  for (const ring of shape.rings)
    for (let i = 0; i < ring.length; i++) {
      const share = crossingShare(a, b, ring[i]!, ring[(i + 1) % ring.length]!)
      if (share !== null && (first === null || share < first)) first = share
    }
  return first === null ? null : place(a, b, first)
}

/** The stay-out zones that a route enters now or within two hours, in the order of its way. */
export const routeCrossings = <Z extends AirZone>(
  route: readonly Stop[],
  zones: readonly Z[],
  nowMs: number,
): RouteCrossing<Z>[] => {
  const found: (RouteCrossing<Z> & { stretch: number; awayM: number })[] = []
  for (const zone of zones) {
    if (zone.kind === 'stay_in' || zone.restriction === 'no_restriction') continue
    if (!isInForceSoon(zone, nowMs)) continue
    const bounds = shapeBounds(zone.shape)
    for (let i = 1; i < route.length; i++) {
      const [a, b] = [route[i - 1]!, route[i]!]
      if (isApart(bounds, a.at, b.at) || !isAtHeight(zone, a, b)) continue
      const at = entry(zone.shape, a.at, b.at)
      if (at === null) continue
      found.push({ zone, at, stretch: i, awayM: distanceBetweenM(a.at[0], a.at[1], at[0], at[1]) })
      break
    }
  }
  return found
    .toSorted((a, b) => a.stretch - b.stretch || a.awayM - b.awayM)
    .map(({ zone, at }) => ({ zone, at }))
}
