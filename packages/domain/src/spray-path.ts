import { distanceBetweenM } from './lng-lat.ts'
import type { LocalPlane } from './lng-lat.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Rows [from, to) that were sprayed without a break, at one width. At least two rows. */
export type SprayRun = { readonly from: number; readonly to: number; readonly swathWidthM: number }

const MIN_SPEED_MS = 0.5
/** Faster than any spraying drone works. */
const MAX_SPRAY_SPEED_MS = 20
const DENSE_GAP_MS = 3_000
/** A device that reports every 5 or 10 s. */
const SPARSE_GAP_MS = 15_000

/** Whether the pump runs. If a device does not report its pump, its flow decides. */
export function sprays(points: PointColumns, i: number): boolean {
  const pump = points.pumpOn[i]!
  return Number.isNaN(pump) ? points.flowLMin[i]! > 0 : pump === 1
}

/**
 * Whether the way from row i-1 to row i was sprayed: the pump at both ends, moving, no longer apart
 * than 3 s. Up to 15 s where the reported speeds, if any, agree with the distance, so that a gap in
 * which the drone turned elsewhere is not filled in.
 */
export function isSprayed(points: PointColumns, i: number): boolean {
  if (i < 1 || !sprays(points, i - 1) || !sprays(points, i)) return false
  const gapMs = points.tMs[i]! - points.tMs[i - 1]!
  if (gapMs <= 0 || gapMs > SPARSE_GAP_MS) return false
  const speedMs =
    distanceBetweenM(points.lng[i - 1]!, points.lat[i - 1]!, points.lng[i]!, points.lat[i]!) /
    (gapMs / 1000)
  const reported = meanOfKnown(points.speedMs[i - 1]!, points.speedMs[i]!)
  if (gapMs > DENSE_GAP_MS) {
    return (
      speedMs > MIN_SPEED_MS &&
      speedMs <= MAX_SPRAY_SPEED_MS &&
      (Number.isNaN(reported) || Math.abs(speedMs - reported) <= 0.4 * reported)
    )
  }
  // Position noise at 10 Hz looks like speed, so the reported speed has priority over the one
  // computed from positions.
  return (
    (Number.isNaN(reported) ? speedMs : reported) > MIN_SPEED_MS && speedMs <= MAX_SPRAY_SPEED_MS
  )
}

/**
 * Whether the pump is known to have run from row i-1 to row i, for durations and litres: as for the
 * area, except that hovering counts too, because the liquid has left the tank.
 */
export function pumps(points: PointColumns, i: number): boolean {
  if (i < 1 || !sprays(points, i - 1) || !sprays(points, i)) return false
  const gapMs = points.tMs[i]! - points.tMs[i - 1]!
  return gapMs > 0 && (gapMs <= DENSE_GAP_MS || isSprayed(points, i))
}

export function meanOfKnown(a: number, b: number): number {
  return Number.isNaN(a) ? b : Number.isNaN(b) ? a : (a + b) / 2
}

export function swathWidthAt(points: PointColumns, i: number, defaultSwathWidthM: number): number {
  const swathWidthM = points.swathWidthM[i]!
  return swathWidthM > 0 ? swathWidthM : defaultSwathWidthM
}

/** The sprayed stretches of rows [from, to). */
export function listSprayRuns(
  points: PointColumns,
  from: number,
  to: number,
  defaultSwathWidthM: number,
): SprayRun[] {
  const runs: SprayRun[] = []
  let start = -1
  let swathWidthM = 0
  const end = (at: number) => {
    if (start >= 0) runs.push({ from: start, to: at, swathWidthM })
    start = -1
  }
  for (let i = from + 1; i < to; i++) {
    if (!isSprayed(points, i)) {
      end(i)
      continue
    }
    const segmentSwathWidthM = swathWidthAt(points, i, defaultSwathWidthM)
    if (start >= 0 && segmentSwathWidthM !== swathWidthM) end(i)
    if (start < 0) start = i - 1
    swathWidthM = segmentSwathWidthM
  }
  end(to)
  return runs
}

/**
 * Maximum deviation of a line when points are left out (Ramer, Douglas, Peucker); below the noise
 * of an RTK fix.
 */
const TOLERANCE_M = 0.05

/** A run as x, y, x, y… in metres of the plane, without the points that position noise adds. */
export function runLine(points: PointColumns, run: SprayRun, plane: LocalPlane): Float64Array {
  const count = run.to - run.from
  const xy = new Float64Array(count * 2)
  for (let i = 0; i < count; i++) {
    xy[2 * i] = plane.toX(points.lng[run.from + i]!)
    xy[2 * i + 1] = plane.toY(points.lat[run.from + i]!)
  }
  return simplifiedLine(xy, TOLERANCE_M)
}

/**
 * A longer line is simplified in parts, so that the worst case costs its length times the length of
 * a part, not its square.
 */
const PART_PLACES = 5_000

export function simplifiedLine(xy: Float64Array, toleranceM: number): Float64Array {
  const count = xy.length / 2
  if (count < 3) return xy
  const kept = new Uint8Array(count)
  kept[0] = 1
  const stack: number[] = []
  let keptCount = 1
  for (let first = 0; first < count - 1; first += PART_PLACES) {
    const last = Math.min(first + PART_PLACES, count - 1)
    kept[last] = 1
    keptCount++
    stack.push(first, last)
  }
  while (stack.length > 0) {
    const last = stack.pop()!
    const first = stack.pop()!
    let farthest = -1
    let farthest2 = toleranceM * toleranceM
    const ax = xy[2 * first]!
    const ay = xy[2 * first + 1]!
    const dx = xy[2 * last]! - ax
    const dy = xy[2 * last + 1]! - ay
    const length2 = dx * dx + dy * dy
    for (let i = first + 1; i < last; i++) {
      const px = xy[2 * i]! - ax
      const py = xy[2 * i + 1]! - ay
      const t = length2 > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / length2)) : 0
      const d2 = (px - t * dx) ** 2 + (py - t * dy) ** 2
      if (d2 > farthest2) {
        farthest2 = d2
        farthest = i
      }
    }
    if (farthest < 0) continue
    kept[farthest] = 1
    keptCount++
    stack.push(first, farthest, farthest, last)
  }
  const line = new Float64Array(keptCount * 2)
  let at = 0
  for (let i = 0; i < count; i++) {
    if (kept[i] === 0) continue
    line[at++] = xy[2 * i]!
    line[at++] = xy[2 * i + 1]!
  }
  return line
}
