import { distanceBetweenM } from './lng-lat.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'

/** Rows [from, to) of a sorted table and their times. */
export type ActivityWindow = {
  readonly from: number
  readonly to: number
  readonly startMs: number
  readonly endMs: number
}

export const ACTIVITY_GAP_MS = 120_000

/**
 * Stretches of a sorted table without a gap of more than 120 s, each of which can be computed on
 * its own.
 */
export function splitActivityWindows(points: PointColumns): ActivityWindow[] {
  const windows: ActivityWindow[] = []
  let from = 0
  for (let i = 1; i <= points.length; i++) {
    if (i < points.length && points.tMs[i]! - points.tMs[i - 1]! <= ACTIVITY_GAP_MS) continue
    windows.push({ from, to: i, startMs: points.tMs[from]!, endMs: points.tMs[i - 1]! })
    from = i
  }
  return windows
}

export type RejectedPoint = {
  readonly point: TelemetryPoint
  readonly reason: 'identity_conflict' | 'impossible_jump'
}

/**
 * Two runs of a device's program may overlap by a late packet; by more than this they are two
 * devices.
 */
const BOOT_OVERLAP_MS = 5_000
export const MAX_SPEED_MS = 100
const JUMP_WINDOW_MS = 120_000
/** Paths followed at once; wilder data is rejected on arrival. */
const MAX_PATHS = 8

/**
 * Removes from a sorted table the points that cannot be of one drone, independent of the order in
 * which they arrived: points of a second device with the same identity, and places that no drone
 * can have reached.
 */
export function separatePoints(sorted: PointColumns): {
  readonly kept: PointColumns
  readonly rejected: readonly RejectedPoint[]
} {
  const reasons = new Uint8Array(sorted.length)
  for (const window of splitActivityWindows(sorted)) {
    markConflicts(sorted, window, reasons)
    markJumps(sorted, window, reasons)
  }
  if (!reasons.includes(1) && !reasons.includes(2)) return { kept: sorted, rejected: [] }
  const kept = new PointColumns(sorted.length)
  const rejected: RejectedPoint[] = []
  for (let i = 0; i < sorted.length; i++) {
    if (reasons[i] === 0) kept.appendFrom(sorted, i)
    else
      rejected.push({
        point: sorted.at(i),
        reason: reasons[i] === 1 ? 'identity_conflict' : 'impossible_jump',
      })
  }
  return { kept, rejected }
}

/**
 * The boot that was heard first is kept. Points without a boot name (a log uploaded later) conflict
 * with none.
 */
function markConflicts(points: PointColumns, window: ActivityWindow, reasons: Uint8Array): void {
  const ranges = new Map<number, { fromMs: number; toMs: number }>()
  for (let i = window.from; i < window.to; i++) {
    const boot = points.boot[i]!
    if (Number.isNaN(boot)) continue
    const range = ranges.get(boot)
    if (range === undefined) ranges.set(boot, { fromMs: points.tMs[i]!, toMs: points.tMs[i]! })
    else range.toMs = points.tMs[i]!
  }
  if (ranges.size < 2) return
  const kept: { fromMs: number; toMs: number }[] = []
  const rivals = new Set<number>()
  // The map is in the order of each boot's first row, and rows of one time are in the order of
  // their boots.
  for (const [boot, range] of ranges) {
    const overlaps = kept.some(
      (other) =>
        Math.min(other.toMs, range.toMs) - Math.max(other.fromMs, range.fromMs) > BOOT_OVERLAP_MS,
    )
    if (overlaps) rivals.add(boot)
    else kept.push(range)
  }
  for (let i = window.from; i < window.to; i++) if (rivals.has(points.boot[i]!)) reasons[i] = 1
}

type Path = { tMs: number; lng: number; lat: number; count: number; id: number }

/**
 * Follows every path that a drone could have flown and keeps the one with most points: a wrong
 * first fix cannot win.
 */
function markJumps(points: PointColumns, window: ActivityWindow, reasons: Uint8Array): void {
  const paths: Path[] = []
  const pathIds = new Int32Array(window.to - window.from).fill(-1)
  for (let i = window.from; i < window.to; i++) {
    if (reasons[i] !== 0) continue
    const tMs = points.tMs[i]!
    const lng = points.lng[i]!
    const lat = points.lat[i]!
    let path: Path | undefined
    for (let j = paths.length - 1; j >= Math.max(0, paths.length - MAX_PATHS); j--) {
      const candidate = paths[j]!
      if (
        reachable(candidate.tMs, candidate.lng, candidate.lat, tMs, lng, lat) &&
        (path === undefined || candidate.count > path.count)
      )
        path = candidate
    }
    if (path === undefined) {
      path = { tMs, lng, lat, count: 0, id: paths.length }
      paths.push(path)
    }
    path.tMs = tMs
    path.lng = lng
    path.lat = lat
    path.count++
    pathIds[i - window.from] = path.id
  }
  if (paths.length < 2) return
  let best = paths[0]!
  for (const path of paths) if (path.count > best.count) best = path
  for (let i = window.from; i < window.to; i++)
    if (reasons[i] === 0 && pathIds[i - window.from] !== best.id) reasons[i] = 2
}

/**
 * Whether a drone may have come from one place to the other. Two places at one time may differ by
 * what 0.2 s allows.
 */
export function reachable(
  fromMs: number,
  fromLng: number,
  fromLat: number,
  toMs: number,
  toLng: number,
  toLat: number,
): boolean {
  const elapsedMs = Math.abs(toMs - fromMs)
  if (elapsedMs > JUMP_WINDOW_MS) return true
  return (
    distanceBetweenM(fromLng, fromLat, toLng, toLat) <=
    (MAX_SPEED_MS * Math.max(elapsedMs, 200)) / 1000
  )
}
