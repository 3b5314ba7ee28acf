import { areaM2, checkPolygon, polygonBounds } from '@swath/domain/polygon'
import { metresPerDegLat, metresPerDegLng, type Bounds, type LngLat } from '@swath/domain/lng-lat'
import type { ZoneShape } from '@swath/contract/land/no-fly-zones'
import { fail } from '../../../platform/errors/fail.ts'

export type ZoneGeometry = { bounds: Bounds; areaM2: number; center: LngLat }

const largestM2 = 40_000e6 // 40,000 km²: a province's worth; anything larger is a slip of the hand

/**
 * Measures a shape, in square metres and degrees.
 * @throws zone_self_crossing, zone_hole_outside, zone_too_large, invalid_input for a ring without
 * area
 */
export const measureZone = (shape: ZoneShape): ZoneGeometry => {
  const geometry =
    shape.kind === 'circle'
      ? measureCircle(shape.center, shape.radiusM)
      : measurePolygon(shape.rings)
  if (geometry.areaM2 > largestM2) fail('zone_too_large')
  return geometry
}

const measureCircle = (center: LngLat, radiusM: number): ZoneGeometry => {
  const [lng, lat] = center
  const lngSpan = radiusM / metresPerDegLng(lat)
  const latSpan = radiusM / metresPerDegLat(lat)
  return {
    bounds: {
      minLng: lng - lngSpan,
      maxLng: lng + lngSpan,
      minLat: lat - latSpan,
      maxLat: lat + latSpan,
    },
    areaM2: Math.PI * radiusM ** 2,
    center,
  }
}

const measurePolygon = (rings: readonly (readonly LngLat[])[]): ZoneGeometry => {
  const check = checkPolygon(rings)
  if (!check.ok && ['self_crossing', 'hole_crossing', 'holes_overlap'].includes(check.problem))
    fail('zone_self_crossing')
  if (!check.ok && check.problem === 'hole_outside') fail('zone_hole_outside')
  if (!check.ok) fail('invalid_input', {}, [{ path: 'shape.rings', message: 'ringWithoutArea' }])
  const bounds = polygonBounds(rings)
  return {
    bounds,
    areaM2: areaM2(rings),
    center: [(bounds.minLng + bounds.maxLng) / 2, (bounds.minLat + bounds.maxLat) / 2],
  }
}
