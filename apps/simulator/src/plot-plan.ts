import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'

export type PlanePoint = readonly [xM: number, yM: number]

/**
 * A metric plane turned so that x runs along the plot's long edge; its origin is the plot's first
 * corner.
 */
export class PlotFrame {
  readonly #plane: LocalPlane
  readonly #cos: number
  readonly #sin: number

  constructor(origin: LngLat, turnRad: number) {
    this.#plane = new LocalPlane(origin[0], origin[1])
    this.#cos = Math.cos(turnRad)
    this.#sin = Math.sin(turnRad)
  }

  toFrame(place: LngLat): PlanePoint {
    const [east, north] = this.#plane.toPlane(place)
    return [east * this.#cos + north * this.#sin, north * this.#cos - east * this.#sin]
  }

  toLngLat(xM: number, yM: number): LngLat {
    return this.#plane.fromPlane(xM * this.#cos - yM * this.#sin, xM * this.#sin + yM * this.#cos)
  }

  /** Compass bearing of a direction in the frame, 0..360. */
  bearingDeg(dxM: number, dyM: number): number {
    const east = dxM * this.#cos - dyM * this.#sin
    const north = dxM * this.#sin + dyM * this.#cos
    return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
  }
}

/** A straight pass at `yM` from `fromXM` to `toXM`: flown in that direction. */
export type Swath = { readonly yM: number; readonly fromXM: number; readonly toXM: number }
export type PlotPlan = { readonly frame: PlotFrame; readonly swaths: readonly Swath[] }

/** Free distance at both ends of a swath, so that the drone can slow down inside the plot. */
const END_MARGIN_M = 1
const SHORTEST_SWATH_M = 6

/**
 * Parallel passes along the longest edge in alternating directions, `spacingM` apart. The first is
 * half a width inside. Recesses are flown over with the pump off.
 */
export function planPlot(ring: readonly LngLat[], swathWidthM: number, spacingM: number): PlotPlan {
  const frame = computeFrame(ring)
  const corners = openRing(ring).map((corner) => frame.toFrame(corner))
  const ys = corners.map((corner) => corner[1])
  const top = Math.max(...ys)
  const swaths: Swath[] = []
  let forward = true
  for (
    let yM = Math.min(...ys) + swathWidthM / 2;
    yM <= top - swathWidthM / 2 + 1e-6;
    yM += spacingM
  ) {
    const spans = spansAt(corners, yM)
      .map(([a, b]) => [a + END_MARGIN_M, b - END_MARGIN_M] as const)
      .filter(([a, b]) => b - a >= SHORTEST_SWATH_M)
    if (spans.length === 0) continue
    if (forward) for (const [a, b] of spans) swaths.push({ yM, fromXM: a, toXM: b })
    else for (const [a, b] of spans.toReversed()) swaths.push({ yM, fromXM: b, toXM: a })
    forward = !forward
  }
  return { frame, swaths }
}

function openRing(ring: readonly LngLat[]): readonly LngLat[] {
  const first = ring[0]
  const last = ring.at(-1)
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
    ? ring.slice(0, -1)
    : ring
}

function computeFrame(ring: readonly LngLat[]): PlotFrame {
  const open = openRing(ring)
  const origin = open[0]!
  const plane = new LocalPlane(origin[0], origin[1])
  let longest = -1
  let turnRad = 0
  for (let i = 0; i < open.length; i++) {
    const [ax, ay] = plane.toPlane(open[i]!)
    const [bx, by] = plane.toPlane(open[(i + 1) % open.length]!)
    const length = Math.hypot(bx - ax, by - ay)
    if (length <= longest + 1e-9) continue
    longest = length
    turnRad = Math.atan2(by - ay, bx - ax)
  }
  return new PlotFrame(origin, turnRad)
}

/** Intervals of the line y = `yM` inside the polygon: pairs of x, ascending. */
function spansAt(corners: readonly PlanePoint[], yM: number): [number, number][] {
  const crossings: number[] = []
  for (let i = 0; i < corners.length; i++) {
    const [ax, ay] = corners[i]!
    const [bx, by] = corners[(i + 1) % corners.length]!
    if (ay > yM === by > yM) continue
    crossings.push(ax + ((yM - ay) / (by - ay)) * (bx - ax))
  }
  crossings.sort((a, b) => a - b)
  const spans: [number, number][] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i]!, crossings[i + 1]!])
  return spans
}
