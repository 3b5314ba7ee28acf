// The position of an area's name, and the area's bounds.
import type { FirstLevelShape } from './first-level-sources.ts'
import type { Ring } from './join-borders.ts'

/** Twice the signed area of a ring in square degrees. */
function ringArea(ring: Ring): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++)
    sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1]
  return sum
}

const largestPolygon = (shape: FirstLevelShape) =>
  shape.polygons.reduce((a, b) => (Math.abs(ringArea(b[0]!)) > Math.abs(ringArea(a[0]!)) ? b : a))

const round3 = (value: number) => Math.round(value * 1e3) / 1e3

/** West, south, east, north in degrees. */
export function computeBounds(shape: FirstLevelShape): [number, number, number, number] {
  const points = shape.polygons.flatMap((polygon) => polygon[0]!)
  const lngs = points.map((point) => point[0])
  const lats = points.map((point) => point[1])
  return [
    round3(Math.min(...lngs)),
    round3(Math.min(...lats)),
    round3(Math.max(...lngs)),
    round3(Math.max(...lats)),
  ]
}

/** Signed clearance of a point to a polygon's edges in degrees: negative outside. */
function clearance(point: readonly [number, number], polygon: readonly Ring[]): number {
  let inside = false
  let nearest = Infinity
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!
      const [bx, by] = ring[i]!
      if (
        ay > point[1] !== by > point[1] &&
        point[0] < ((bx - ax) * (point[1] - ay)) / (by - ay) + ax
      )
        inside = !inside
      const dx = bx - ax
      const dy = by - ay
      const t = Math.max(
        0,
        Math.min(1, ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy || 1)),
      )
      nearest = Math.min(nearest, Math.hypot(point[0] - ax - t * dx, point[1] - ay - t * dy))
    }
  }
  return inside ? nearest : -nearest
}

/**
 * A place for the area's name: of a grid over its largest polygon the point farthest from the
 * edges, sideways counting double because a name is wider than it is high. Always inside, which a
 * centre of gravity is not.
 */
export function placeLabel(shape: FirstLevelShape): [number, number] {
  const polygon = largestPolygon(shape)
  const squeezed = polygon.map((ring) => ring.map(([lng, lat]) => [lng / 2, lat] as const))
  const [west, south, east, north] = computeBounds({ iso: shape.iso, polygons: [polygon] })
  let best: [number, number] = [west, south]
  let bestClearance = -Infinity
  const steps = 28
  for (let i = 1; i < steps; i++) {
    for (let j = 1; j < steps; j++) {
      const point = [
        west + ((east - west) * i) / steps,
        south + ((north - south) * j) / steps,
      ] as const
      const value = clearance([point[0] / 2, point[1]], squeezed)
      if (value > bestClearance) {
        bestClearance = value
        best = [round3(point[0]), round3(point[1])]
      }
    }
  }
  return best
}
