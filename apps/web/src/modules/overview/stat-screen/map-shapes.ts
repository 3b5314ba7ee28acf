// Outlines as SVG paths, in the Mercator projection that people know from maps.
import type { RegionOutline } from '@swath/contract/figures/dashboard-overview'

/** West, south, east and north edge in degrees. */
export type Frame = readonly [west: number, south: number, east: number, north: number]

const toY = (lat: number): number =>
  (-Math.asinh(Math.tan((Math.max(-80, Math.min(80, lat)) * Math.PI) / 180)) * 180) / Math.PI

export type Projection = {
  readonly viewBox: string
  readonly width: number
  readonly height: number
  /** Converts to the units of the view box. */
  readonly place: (lng: number, lat: number) => readonly [x: number, y: number]
}

/** Mercator projection, scaled so that the longer side has 1,000 units. */
export const project = ([west, south, east, north]: Frame): Projection => {
  const [top, bottom] = [toY(north), toY(south)]
  const scale = 1000 / Math.max(east - west, bottom - top)
  const [width, height] = [(east - west) * scale, (bottom - top) * scale]
  return {
    viewBox: `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`,
    width,
    height,
    place: (lng, lat) => [(lng - west) * scale, (toY(lat) - top) * scale],
  }
}

type Ring = RegionOutline['parts'][number][number]

/** Moves land beyond the 180th meridian next to the land it continues. */
const turnHome = (ring: Ring): Ring =>
  ring.every(([lng]) => lng <= -180) ? ring.map(([lng, lat]) => [lng + 360, lat]) : ring

/** Corners closer than this to the previous one are skipped. */
const leastStep = 0.5

export const toPath = ({ parts }: Pick<RegionOutline, 'parts'>, { place }: Projection): string => {
  let path = ''
  for (const ring of parts.flat()) {
    let [lastX, lastY] = [Infinity, Infinity]
    let drawn = ''
    let corners = 0
    for (const [lng, lat] of turnHome(ring)) {
      const [x, y] = place(lng, lat)
      if (Math.hypot(x - lastX, y - lastY) < leastStep) continue
      drawn += `${corners === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
      ;[lastX, lastY] = [x, y]
      corners++
    }
    if (corners > 2) path += `${drawn}Z`
  }
  return path
}

/** The bounding box of the outlines, with a small margin. */
export const frameOf = (outlines: readonly Pick<RegionOutline, 'parts'>[]): Frame | null => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { parts } of outlines)
    for (const [ring] of parts)
      for (const [lng, lat] of ring!) {
        west = Math.min(west, lng)
        east = Math.max(east, lng)
        south = Math.min(south, lat)
        north = Math.max(north, lat)
      }
  if (west > east) return null
  const room = 0.04 * Math.max(east - west, north - south)
  return [west - room, south - room, east + room, north + room]
}

/** The inhabited world, without the far south. */
export const worldFrame: Frame = [-170, -52, 180, 70]
