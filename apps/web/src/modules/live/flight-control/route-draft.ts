// A route while it is drawn: its points, its problems, and plot edges as pairs of points.
import { distanceM, LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { commandLimits, type RoutePoint } from '@swath/domain/command'
import type { FeatureCollection } from 'geojson'

export type RouteProblem =
  | { readonly kind: 'few' | 'many' | 'far' | 'long' }
  | { readonly kind: 'close'; readonly index: number }

/**
 * Maximum distance from the drone to the first point: about the visual range of a person next to
 * it.
 */
const farthestM = 5_000
/** Longer than a battery lasts. */
const longestM = 20_000
const closestM = 0.5

export const measureLength = (points: readonly RoutePoint[]): number =>
  points.reduce((sum, { at }, i) => (i === 0 ? 0 : sum + distanceM(points[i - 1]!.at, at)), 0)

/** The first problem; `from` is the drone's position, null while unknown. */
export const findProblem = (
  points: readonly RoutePoint[],
  from: LngLat | null,
): RouteProblem | null => {
  const [least, most] = commandLimits.routePoints
  if (points.length < least) return { kind: 'few' }
  if (points.length > most) return { kind: 'many' }
  const index = points.findIndex(
    ({ at }, i) => i > 0 && distanceM(points[i - 1]!.at, at) < closestM,
  )
  if (index > 0) return { kind: 'close', index }
  if (from !== null && points.some(({ at }) => distanceM(from, at) > farthestM))
    return { kind: 'far' }
  return measureLength(points) > longestM ? { kind: 'long' } : null
}

export type PlotEdge = {
  readonly number: number
  readonly lengthM: number
  readonly ends: readonly [LngLat, LngLat]
}

/**
 * Edges of a ring, moved inwards by half the swath width, so that flying along them sprays nothing
 * outside.
 */
export const insetEdges = (ring: readonly LngLat[], swathWidthM: number): PlotEdge[] => {
  const origin = ring[0]
  if (origin === undefined) return []
  const plane = new LocalPlane(origin[0], origin[1])
  const corners = ring.map((place) => plane.toPlane(place))
  const turn = corners.reduce((sum, [ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length]!
    return sum + ax * by - bx * ay
  }, 0)
  const inward = ((turn > 0 ? 1 : -1) * swathWidthM) / 2
  return corners.slice(0, -1).flatMap(([ax, ay], i): PlotEdge[] => {
    const [bx, by] = corners[i + 1]!
    const length = Math.hypot(bx - ax, by - ay)
    if (length < swathWidthM) return []
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length]
    const moved = (x: number, y: number, along: number): LngLat =>
      plane.fromPlane(x + ux * along - uy * inward, y + uy * along + ux * inward)
    return [
      {
        number: i + 1,
        lengthM: length,
        ends: [moved(ax, ay, swathWidthM / 2), moved(bx, by, -swathWidthM / 2)],
      },
    ]
  })
}

/** Sprayed and unsprayed lines and numbered points, for the map. */
export const routeFeatures = (points: readonly RoutePoint[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: [
    ...points
      .slice(1)
      .map(({ at }, i) => ({
        type: 'Feature' as const,
        properties: { kind: 'leg', pump: points[i]!.pumpOn ? 1 : 0 },
        geometry: { type: 'LineString' as const, coordinates: [[...points[i]!.at], [...at]] },
      })),
    ...points.map(({ at }, i) => ({
      type: 'Feature' as const,
      properties: { kind: 'point', number: i + 1 },
      geometry: { type: 'Point' as const, coordinates: [...at] },
    })),
  ],
})
