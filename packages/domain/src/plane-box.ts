import { LocalPlane } from './lng-lat.ts'
import { polygonBounds, type Polygon } from './polygon.ts'

/** Metres of a plane. */
export type PlaneBox = {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** Whether a strip from a to b, `half` wide to either side, is outside the box. */
export function isBeside(
  box: PlaneBox,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  half: number,
): boolean {
  return (
    Math.max(ax, bx) + half < box.minX ||
    Math.min(ax, bx) - half > box.maxX ||
    Math.max(ay, by) + half < box.minY ||
    Math.min(ay, by) - half > box.maxY
  )
}

/** Margin around a plot that is examined with it. */
const AROUND_M = 30

/** The plane at the middle of a plot, and the part of it that is considered. */
export function surroundPlot(plot: Polygon): { plane: LocalPlane; within: PlaneBox } {
  const { minLng, minLat, maxLng, maxLat } = polygonBounds(plot)
  const plane = new LocalPlane((minLng + maxLng) / 2, (minLat + maxLat) / 2)
  return {
    plane,
    within: {
      minX: plane.toX(minLng) - AROUND_M,
      minY: plane.toY(minLat) - AROUND_M,
      maxX: plane.toX(maxLng) + AROUND_M,
      maxY: plane.toY(maxLat) + AROUND_M,
    },
  }
}
