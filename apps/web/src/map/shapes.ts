import { LocalPlane, type Bounds, type LngLat } from '@swath/domain/lng-lat'
import type { MultiPolygon, Polygon } from 'geojson'

/** A shape on the ground: rings as in GeoJSON (the outer one first), or a circle. */
export type Shape =
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly LngLat[])[] }
  | { readonly kind: 'circle'; readonly centre: LngLat; readonly radiusM: number }

/** Several polygons that form one plot. */
export type Ground =
  | Shape
  | {
      readonly kind: 'parts'
      readonly parts: readonly (readonly (readonly (readonly [number, number])[])[])[]
    }

const circlePoints = 64

/**
 * A circle as a closed ring of 64 points, for drawing only: its area is 0.2 % smaller than the
 * circle's.
 */
export const circleRing = (centre: LngLat, radiusM: number): LngLat[] => {
  const plane = new LocalPlane(centre[0], centre[1])
  const ring = Array.from({ length: circlePoints }, (_, i) => {
    const angle = (i / circlePoints) * 2 * Math.PI
    return plane.fromPlane(radiusM * Math.sin(angle), radiusM * Math.cos(angle))
  })
  return [...ring, ring[0]!]
}

/** Closed rings of a shape as GeoJSON coordinates. */
export const shapeCoordinates = (shape: Shape): number[][][] => {
  const rings = shape.kind === 'circle' ? [circleRing(shape.centre, shape.radiusM)] : shape.rings
  return rings.map((ring) => {
    const first = ring[0]
    const last = ring.at(-1)
    const isClosed =
      first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
    return (first === undefined || isClosed ? ring : [...ring, first]).map((place) => [...place])
  })
}

/** The bounding box of places; null without places. */
export const boundsOfPlaces = (places: Iterable<readonly number[]>): Bounds | null => {
  let [minLng, minLat, maxLng, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lng, lat] of places) {
    if (lng === undefined || lat === undefined) continue
    minLng = Math.min(minLng, lng)
    maxLng = Math.max(maxLng, lng)
    minLat = Math.min(minLat, lat)
    maxLat = Math.max(maxLat, lat)
  }
  return minLng === Infinity ? null : { minLng, minLat, maxLng, maxLat }
}

/** The ground as a GeoJSON geometry. */
export const groundGeometry = (ground: Ground): Polygon | MultiPolygon =>
  ground.kind === 'parts'
    ? {
        type: 'MultiPolygon',
        coordinates: ground.parts.map((rings) => shapeCoordinates({ kind: 'polygon', rings })),
      }
    : { type: 'Polygon', coordinates: shapeCoordinates(ground) }

export const boundsOfShape = (ground: Ground): Bounds | null =>
  boundsOfPlaces(
    ground.kind === 'parts'
      ? ground.parts.flatMap((rings) => rings[0] ?? [])
      : (shapeCoordinates(ground)[0] ?? []),
  )

const chordLines = 9

type Chord = { readonly west: number; readonly east: number; readonly lat: number }

/** The pieces of a parallel inside rings; a hole cuts a piece in two. */
const chordsAt = (rings: readonly (readonly number[])[][], lat: number): Chord[] => {
  const crossings = rings
    .flatMap((ring) =>
      ring.flatMap(([lng, y], i) => {
        const [nextLng, nextY] = ring[(i + 1) % ring.length]!
        return y! > lat === nextY! > lat
          ? []
          : [lng! + ((lat - y!) / (nextY! - y!)) * (nextLng! - lng!)]
      }),
    )
    .toSorted((a, b) => a - b)
  return crossings.flatMap((west, i) =>
    i % 2 === 0 && crossings[i + 1] !== undefined ? [{ west, east: crossings[i + 1]!, lat }] : [],
  )
}

/**
 * Where a name is written: the middle of the widest of nine parallels inside the ground, because
 * names run from west to east. Null if the ground has no area.
 */
export const namePlace = (ground: Ground): LngLat | null => {
  if (ground.kind === 'circle') return ground.centre
  const geometry = groundGeometry(ground)
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const chords = polygons.flatMap((rings) => {
    const bounds = boundsOfPlaces(rings[0] ?? [])
    if (!bounds) return []
    const { minLat, maxLat } = bounds
    return Array.from({ length: chordLines }, (_, i) =>
      chordsAt(rings, minLat + ((maxLat - minLat) * (i + 1)) / (chordLines + 1)),
    ).flat()
  })
  const middles = chords.toSorted((a, b) => b.east - b.west - (a.east - a.west))
  const [widest] = middles
  if (!widest) return null
  // Of equally wide ones, as in a rectangle, the one in the middle.
  const equal = middles
    .filter(({ west, east }) => (east - west) / (widest.east - widest.west) > 0.999)
    .toSorted((a, b) => a.lat - b.lat)
  const { west, east, lat } = equal[equal.length >> 1]!
  return [(west + east) / 2, lat]
}
