import { distanceBetweenM, LocalPlane, metresPerDegLat, metresPerDegLng } from './lng-lat.ts'
import type { Bounds, LngLat } from './lng-lat.ts'
import { areaM2, contains, polygonBounds } from './polygon.ts'
import type { Polygon } from './polygon.ts'

/** A circle is kept as a circle, as in ED-269: a polygon would not have its exact edge. */
export type ZoneShape =
  | { readonly kind: 'polygon'; readonly rings: Polygon }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }

export function shapeContains(shape: ZoneShape, lng: number, lat: number): boolean {
  return shape.kind === 'polygon'
    ? contains(shape.rings, lng, lat)
    : distanceBetweenM(shape.center[0], shape.center[1], lng, lat) <= shape.radiusM
}

type PlanePoint = readonly [x: number, y: number]

/** The point of a stretch that is nearest to the origin. */
const nearestToOrigin = ([ax, ay]: PlanePoint, [bx, by]: PlanePoint): PlanePoint => {
  const [dx, dy] = [bx - ax, by - ay]
  const length2 = dx * dx + dy * dy
  const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length2))
  return [ax + share * dx, ay + share * dy]
}

/** Distance to the edge of a shape, and the nearest place on it; also from inside. */
export const nearestEdge = (
  shape: ZoneShape,
  [lng, lat]: LngLat,
): { distanceM: number; at: LngLat } => {
  const plane = new LocalPlane(lng, lat)
  if (shape.kind === 'circle') {
    const [x, y] = plane.toPlane(shape.center)
    const awayM = Math.hypot(x, y)
    // At the centre, every direction is equally near.
    const [ux, uy] = awayM === 0 ? [0, 1] : [x / awayM, y / awayM]
    const edgeM = awayM - shape.radiusM
    return { distanceM: Math.abs(edgeM), at: plane.fromPlane(ux * edgeM, uy * edgeM) }
  }
  let [nearest, distanceM]: [PlanePoint, number] = [[0, 0], Infinity]
  for (const ring of shape.rings) {
    let from = ring.length === 0 ? null : plane.toPlane(ring.at(-1)!)
    for (const corner of ring) {
      const to = plane.toPlane(corner)
      const point = nearestToOrigin(from!, to)
      const awayM = Math.hypot(point[0], point[1])
      if (awayM < distanceM) [nearest, distanceM] = [point, awayM]
      from = to
    }
  }
  return { distanceM, at: plane.fromPlane(nearest[0], nearest[1]) }
}

export function shapeBounds(shape: ZoneShape): Bounds {
  if (shape.kind === 'polygon') return polygonBounds(shape.rings)
  const [lng, lat] = shape.center
  // A thousandth more than needed, because a degree of longitude is shorter at the poleward end
  const dLat = (shape.radiusM / metresPerDegLat(lat)) * 1.001
  const dLng = (shape.radiusM / metresPerDegLng(Math.min(89.9, Math.abs(lat) + dLat))) * 1.001
  return { minLng: lng - dLng, minLat: lat - dLat, maxLng: lng + dLng, maxLat: lat + dLat }
}

export function shapeAreaM2(shape: ZoneShape): number {
  return shape.kind === 'polygon' ? areaM2(shape.rings) : Math.PI * shape.radiusM ** 2
}

/** For drawing and for formats without circles. */
export function shapePolygon(shape: ZoneShape, corners = 64): Polygon {
  if (shape.kind === 'polygon') return shape.rings
  const [lng, lat] = shape.center
  const ring: LngLat[] = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return [
      lng + (Math.cos(angle) * shape.radiusM) / metresPerDegLng(lat),
      lat + (Math.sin(angle) * shape.radiusM) / metresPerDegLat(lat),
    ] as const
  })
  return [[...ring, ring[0]!]]
}
