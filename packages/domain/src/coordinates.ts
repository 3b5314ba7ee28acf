import type { LngLat } from './lng-lat.ts'

/** Krasovsky 1940, on which the offset is computed. */
const A = 6_378_245
const E2 = 0.006_693_421_622_965_943

/**
 * minLng, minLat, maxLng, maxLat: mainland China as a few boxes, and boxes excluded from them.
 * Edges are rough by some 10 km.
 */
const INSIDE = [
  [79.4462, 42.8899, 96.33, 49.2204],
  [109.6872, 39.3742, 135.0002, 54.1415],
  [73.1246, 29.5297, 124.143255, 42.8899],
  [82.9684, 26.7186, 97.0352, 29.5297],
  [97.0253, 20.414096, 124.367395, 29.5297],
  [107.975793, 17.871542, 111.744104, 20.414096],
] as const
const OUTSIDE = [
  [119.921265, 21.785006, 122.497559, 25.398623],
  [101.8652, 20.0988, 106.665, 22.284],
  [106.4525, 20.4878, 108.051, 21.5422],
  [109.0323, 50.3257, 119.127, 55.8175],
  [127.4568, 49.5574, 137.0227, 55.8175],
  [131.2662, 42.5692, 137.0227, 44.8922],
] as const

const inBox = (lng: number, lat: number) => (box: readonly [number, number, number, number]) =>
  lng >= box[0] && lng <= box[2] && lat >= box[1] && lat <= box[3]

/** Whether Chinese maps are offset at this place. */
export function isOffset(lng: number, lat: number): boolean {
  const holds = inBox(lng, lat)
  return INSIDE.some(holds) && !OUTSIDE.some(holds)
}

function shifted(lng: number, lat: number): LngLat {
  const x = lng - 105
  const y = lat - 35
  const waves = ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3
  const dLat =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves +
    ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3 +
    ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3
  const dLng =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    waves +
    ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3 +
    ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3
  const rad = (lat * Math.PI) / 180
  const w = 1 - E2 * Math.sin(rad) ** 2
  return [
    lng + (dLng * 180) / ((A / Math.sqrt(w)) * Math.cos(rad) * Math.PI),
    lat + (dLat * 180) / (((A * (1 - E2)) / (w * Math.sqrt(w))) * Math.PI),
  ]
}

/** A true place as Chinese maps draw it; outside China unchanged. */
export function gcj02FromWgs84(place: LngLat): LngLat {
  return isOffset(place[0], place[1]) ? shifted(place[0], place[1]) : place
}

/**
 * The true place of one picked on a Chinese map, to under a millimetre. Right at the border (700 m)
 * the answer is ambiguous.
 */
export function wgs84FromGcj02(place: LngLat): LngLat {
  let [lng, lat] = place
  for (let i = 0; i < 8; i++) {
    const [gotLng, gotLat] = shifted(lng, lat)
    lng -= gotLng - place[0]
    lat -= gotLat - place[1]
  }
  return isOffset(lng, lat) ? [lng, lat] : place
}

/**
 * Constants of Baidu's second offset, as published by wandergis/coordtransform and
 * hujiulong/gcoord, which agree.
 */
const BAIDU_WAVES = (3000 * Math.PI) / 180
const BAIDU_LNG = 0.0065
const BAIDU_LAT = 0.006

function baiduShifted(lng: number, lat: number): LngLat {
  const radius = Math.hypot(lng, lat) + 0.00002 * Math.sin(lat * BAIDU_WAVES)
  const angle = Math.atan2(lat, lng) + 0.000003 * Math.cos(lng * BAIDU_WAVES)
  return [radius * Math.cos(angle) + BAIDU_LNG, radius * Math.sin(angle) + BAIDU_LAT]
}

/** A true place as Baidu's maps draw it; outside China unchanged. */
function bd09FromWgs84(place: LngLat): LngLat {
  if (!isOffset(place[0], place[1])) return place
  const [lng, lat] = shifted(place[0], place[1])
  return baiduShifted(lng, lat)
}

/**
 * The true place of one picked on a Baidu map, by the same iteration as `wgs84FromGcj02`: the short
 * inverse that is often used is off by up to 0.5 m.
 */
function wgs84FromBd09(place: LngLat): LngLat {
  let [lng, lat] = place
  for (let i = 0; i < 12; i++) {
    const [gotLng, gotLat] = baiduShifted(lng, lat)
    lng -= gotLng - place[0]
    lat -= gotLat - place[1]
  }
  const [trueLng, trueLat] = wgs84FromGcj02([lng, lat])
  return isOffset(trueLng, trueLat) ? [trueLng, trueLat] : place
}

/**
 * The datum of a map's coordinates: WGS 84, GCJ-02 (the offset that Chinese law requires), or BD-09
 * (Baidu's further offset).
 */
export const DATUMS = ['wgs84', 'gcj02', 'bd09'] as const
export type Datum = (typeof DATUMS)[number]

/**
 * Converting there and back results in the same place to 1e-9 degrees, except in the outermost 700
 * m of the offset area, where the result is ambiguous.
 */
export function convertPlace(place: LngLat, from: Datum, to: Datum): LngLat {
  if (from === to) return place
  const wgs84 =
    from === 'wgs84' ? place : from === 'gcj02' ? wgs84FromGcj02(place) : wgs84FromBd09(place)
  return to === 'wgs84' ? wgs84 : to === 'gcj02' ? gcj02FromWgs84(wgs84) : bd09FromWgs84(wgs84)
}
