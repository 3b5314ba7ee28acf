/** WGS-84 degrees, always longitude first. */
export type LngLat = readonly [lng: number, lat: number]

/**
 * Axis-aligned box in degrees. Never crosses the 180° meridian: a view that does is requested as
 * two boxes.
 */
export type Bounds = {
  readonly minLng: number
  readonly minLat: number
  readonly maxLng: number
  readonly maxLat: number
}

export const DEG = Math.PI / 180
/** WGS-84 semi-major axis in metres and first eccentricity squared (NIMA TR8350.2). */
const SEMI_MAJOR_M = 6_378_137
const ECCENTRICITY2 = 0.006_694_379_990_141_317
const MEAN_RADIUS_M = 6_371_008.8

/** Metres in one degree of latitude: the meridional radius at that latitude. */
export function metresPerDegLat(lat: number): number {
  const s = Math.sin(lat * DEG)
  const w = 1 - ECCENTRICITY2 * s * s
  return ((SEMI_MAJOR_M * (1 - ECCENTRICITY2)) / (w * Math.sqrt(w))) * DEG
}

/**
 * Metres in one degree of longitude: the prime-vertical radius times the cosine of the latitude.
 */
export function metresPerDegLng(lat: number): number {
  const s = Math.sin(lat * DEG)
  return (SEMI_MAJOR_M / Math.sqrt(1 - ECCENTRICITY2 * s * s)) * Math.cos(lat * DEG) * DEG
}

/**
 * A flat metric plane around one place. Within 1 km its areas agree with the geodesic ones to 0.01
 * m² in a square kilometre, within 10 km to 1 part in 1,000. x is east, y is north, both in metres
 * from the origin.
 */
export class LocalPlane {
  readonly lng: number
  readonly lat: number
  readonly metresPerDegLng: number
  readonly metresPerDegLat: number

  constructor(lng: number, lat: number) {
    this.lng = lng
    this.lat = lat
    this.metresPerDegLng = metresPerDegLng(lat)
    this.metresPerDegLat = metresPerDegLat(lat)
  }

  toX(lng: number): number {
    return (lng - this.lng) * this.metresPerDegLng
  }

  toY(lat: number): number {
    return (lat - this.lat) * this.metresPerDegLat
  }

  toPlane(place: LngLat): readonly [xM: number, yM: number] {
    return [this.toX(place[0]), this.toY(place[1])]
  }

  fromPlane(xM: number, yM: number): LngLat {
    return [this.lng + xM / this.metresPerDegLng, this.lat + yM / this.metresPerDegLat]
  }
}

/**
 * Distance without allocating; exact to 1 part in 100,000 up to 50 km, a great circle (0.5 %)
 * beyond.
 */
export function distanceBetweenM(lngA: number, latA: number, lngB: number, latB: number): number {
  let dLng = lngB - lngA
  if (dLng > 180) dLng -= 360
  else if (dLng < -180) dLng += 360
  const dLat = latB - latA
  if (Math.abs(dLat) < 0.5 && Math.abs(dLng) < 0.5 && Math.abs(latA) < 85) {
    const middle = (latA + latB) / 2
    return Math.hypot(dLng * metresPerDegLng(middle), dLat * metresPerDegLat(middle))
  }
  const h =
    Math.sin((dLat * DEG) / 2) ** 2 +
    Math.cos(latA * DEG) * Math.cos(latB * DEG) * Math.sin((dLng * DEG) / 2) ** 2
  return 2 * MEAN_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

export function distanceM(a: LngLat, b: LngLat): number {
  return distanceBetweenM(a[0], a[1], b[0], b[1])
}

/**
 * Initial bearing from a to b, degrees clockwise from north in 0..360. 0 where the two places are
 * one.
 */
export function bearingDeg(a: LngLat, b: LngLat): number {
  const dLng = (b[0] - a[0]) * DEG
  const latA = a[1] * DEG
  const latB = b[1] * DEG
  const y = Math.sin(dLng) * Math.cos(latB)
  const x = Math.cos(latA) * Math.sin(latB) - Math.sin(latA) * Math.cos(latB) * Math.cos(dLng)
  if (x === 0 && y === 0) return 0
  return (Math.atan2(y, x) / DEG + 360) % 360
}

export function inBounds(bounds: Bounds, lng: number, lat: number): boolean {
  return (
    lng >= bounds.minLng && lng <= bounds.maxLng && lat >= bounds.minLat && lat <= bounds.maxLat
  )
}

export function boundsOverlap(a: Bounds, b: Bounds): boolean {
  return (
    a.minLng <= b.maxLng && b.minLng <= a.maxLng && a.minLat <= b.maxLat && b.minLat <= a.maxLat
  )
}
