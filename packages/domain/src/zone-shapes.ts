import { distanceBetweenM, metresPerDegLat, metresPerDegLng } from './lng-lat.ts'
import type { Bounds, LngLat } from './lng-lat.ts'
import { areaM2, contains, polygonBounds } from './polygon.ts'
import type { Polygon } from './polygon.ts'

/** A circle is kept as one, as ED-269 does: made into a polygon it would lose its edge. */
export type ZoneShape =
  | { readonly kind: 'polygon'; readonly rings: Polygon }
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }

export function shapeContains(shape: ZoneShape, lng: number, lat: number): boolean {
  return shape.kind === 'polygon'
    ? contains(shape.rings, lng, lat)
    : distanceBetweenM(shape.center[0], shape.center[1], lng, lat) <= shape.radiusM
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
