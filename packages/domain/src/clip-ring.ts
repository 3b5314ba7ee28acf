import type { Bounds, LngLat } from './lng-lat.ts'

type Side = {
  readonly isWithin: (place: LngLat) => boolean
  readonly cross: (from: LngLat, to: LngLat) => LngLat
}

const crossLng =
  (lng: number) =>
  (from: LngLat, to: LngLat): LngLat => [
    lng,
    from[1] + ((to[1] - from[1]) * (lng - from[0])) / (to[0] - from[0]),
  ]
const crossLat =
  (lat: number) =>
  (from: LngLat, to: LngLat): LngLat => [
    from[0] + ((to[0] - from[0]) * (lat - from[1])) / (to[1] - from[1]),
    lat,
  ]

const sidesOf = ({ minLng, minLat, maxLng, maxLat }: Bounds): readonly Side[] => [
  { isWithin: ([lng]) => lng >= minLng, cross: crossLng(minLng) },
  { isWithin: ([lng]) => lng <= maxLng, cross: crossLng(maxLng) },
  { isWithin: ([, lat]) => lat >= minLat, cross: crossLat(minLat) },
  { isWithin: ([, lat]) => lat <= maxLat, cross: crossLat(maxLat) },
]

/**
 * The part of an open ring inside a box (Sutherland and Hodgman, 1974), as an open ring. Where the
 * ring leaves the box and returns, the result follows the edge of the box. Inside the box it covers
 * the same ground.
 */
export const clipRing = (ring: readonly LngLat[], bounds: Bounds): readonly LngLat[] =>
  sidesOf(bounds).reduce<readonly LngLat[]>((kept, { isWithin, cross }) => {
    const clipped: LngLat[] = []
    let from = kept.at(-1)
    for (const to of kept) {
      if (isWithin(to)) {
        if (!isWithin(from!)) clipped.push(cross(from!, to))
        clipped.push(to)
      } else if (isWithin(from!)) clipped.push(cross(from!, to))
      from = to
    }
    return clipped
  }, ring)

const turn = (a: LngLat, b: LngLat, c: LngLat): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** The convex ring around places, open (Andrew, 1979): it holds all of a ring and more. */
export const convexHull = (places: readonly LngLat[]): readonly LngLat[] => {
  const sorted = places.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (along: readonly LngLat[]): LngLat[] => {
    const hull: LngLat[] = []
    for (const place of along) {
      while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, place) <= 0) hull.pop()
      hull.push(place)
    }
    return hull.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
