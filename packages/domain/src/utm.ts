import { DEG, metresPerDegLat, metresPerDegLng, type LngLat } from './lng-lat.ts'

export type UtmPlace = {
  readonly zone: number
  /** Latitude band, C to X without I and O. */ readonly band: string
  readonly eastingM: number
  readonly northingM: number
}

const SEMI_MAJOR_M = 6_378_137
const FLATTENING = 1 / 298.257_223_563
const SCALE = 0.9996
const BANDS = 'CDEFGHJKLMNPQRSTUVWXX'

const E = Math.sqrt(FLATTENING * (2 - FLATTENING))
const N = FLATTENING / (2 - FLATTENING)
/**
 * Rectifying radius and the series of Krüger to the sixth power of n (C. Karney, Transverse
 * Mercator with an accuracy of a few nanometers, 2011, equations 14 and 35).
 */
const RADIUS_M = (SEMI_MAJOR_M / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64 + N ** 6 / 256)
const ALPHA = [
  N / 2 -
    (2 / 3) * N ** 2 +
    (5 / 16) * N ** 3 +
    (41 / 180) * N ** 4 -
    (127 / 288) * N ** 5 +
    (7891 / 37800) * N ** 6,
  (13 / 48) * N ** 2 -
    (3 / 5) * N ** 3 +
    (557 / 1440) * N ** 4 +
    (281 / 630) * N ** 5 -
    (1983433 / 1935360) * N ** 6,
  (61 / 240) * N ** 3 -
    (103 / 140) * N ** 4 +
    (15061 / 26880) * N ** 5 +
    (167603 / 181440) * N ** 6,
  (49561 / 161280) * N ** 4 - (179 / 168) * N ** 5 + (6601661 / 7257600) * N ** 6,
  (34729 / 80640) * N ** 5 - (3418889 / 1995840) * N ** 6,
  (212378941 / 319334400) * N ** 6,
] as const

/** Six degrees each, except in the south of Norway and in Svalbard (DMA TM 8358.1, section 2-2). */
function computeZone(lng: number, lat: number): number {
  const zone = Math.min(60, Math.floor((lng + 180) / 6) + 1)
  if (lat >= 56 && lat < 64 && lng >= 3 && lng < 12) return 32
  if (lat >= 72 && lng >= 0 && lng < 42) return lng < 9 ? 31 : lng < 21 ? 33 : lng < 33 ? 35 : 37
  return zone
}

/** Metres from the zone's middle meridian and from the equator. */
function project(zone: number, [lng, lat]: LngLat): readonly [eastM: number, northM: number] {
  const fromMeridian = (lng - (zone * 6 - 183)) * DEG
  const tangent = Math.tan(lat * DEG)
  const sigma = Math.sinh(E * Math.atanh((E * tangent) / Math.hypot(1, tangent)))
  const conformal = tangent * Math.hypot(1, sigma) - sigma * Math.hypot(1, tangent)
  const xi = Math.atan2(conformal, Math.cos(fromMeridian))
  const eta = Math.asinh(Math.sin(fromMeridian) / Math.hypot(conformal, Math.cos(fromMeridian)))
  let north = xi
  let east = eta
  for (const [index, alpha] of ALPHA.entries()) {
    const times = 2 * (index + 1)
    north += alpha * Math.sin(times * xi) * Math.cosh(times * eta)
    east += alpha * Math.cos(times * xi) * Math.sinh(times * eta)
  }
  return [SCALE * RADIUS_M * east, SCALE * RADIUS_M * north]
}

const FALSE_EASTING_M = 500_000
const FALSE_NORTHING_M = 10_000_000

/**
 * Universal Transverse Mercator on WGS-84, to a micrometre; null beyond 80° south and 84° north,
 * where it is not defined.
 */
export function utmFromWgs84(place: LngLat): UtmPlace | null {
  const [lng, lat] = place
  if (lat < -80 || lat > 84) return null
  const zone = computeZone(lng, lat)
  const band = BANDS[Math.floor((lat + 80) / 8)]!
  const [eastM, northM] = project(zone, place)
  return {
    zone,
    band,
    eastingM: eastM + FALSE_EASTING_M,
    northingM: northM + (band < 'N' ? FALSE_NORTHING_M : 0),
  }
}

/** The inverse projection by iteration: each step leaves a twentieth of the error or less. */
const steps = 10

/** The position of an easting and a northing of a zone; bands before N are in the south. */
export function wgs84FromUtm({ zone, band, eastingM, northingM }: UtmPlace): LngLat {
  const eastM = eastingM - FALSE_EASTING_M
  const northM = northingM - (band < 'N' ? FALSE_NORTHING_M : 0)
  let lat = northM / metresPerDegLat(45)
  let lng = zone * 6 - 183 + eastM / metresPerDegLng(lat)
  for (let step = 0; step < steps; step++) {
    const [nowEastM, nowNorthM] = project(zone, [lng, lat])
    lat += (northM - nowNorthM) / metresPerDegLat(lat)
    lng += (eastM - nowEastM) / metresPerDegLng(lat)
  }
  return [lng, lat]
}
