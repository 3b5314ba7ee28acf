import type { DeviceEvent } from './device-event.ts'
import { distanceBetweenM } from './lng-lat.ts'
import { spreadWholeSeconds, withoutSpread } from './canonical-points.ts'
import type { PointColumns } from './telemetry-point.ts'

/** A smaller step is jitter of the clock, a larger one is another day. */
const LEAST_STEP_MS = 1_000
const MOST_STEP_MS = 600_000
/** With more steps than this in one stretch, sequence numbers do not give a reliable order. */
const MOST_STEPS = 3
const LONGEST_INTERVAL_MS = 3_000
/** Top speed of a drone between two points, and the position error allowed. */
const FASTEST_MS = 30
const PLACE_ERROR_M = 20
const SILENCE_MS = 120_000

/** Points and events of a boot within a range of numbers, and the amount added to their times. */
type Shift = {
  readonly boot: string
  readonly fromSeq: number
  readonly belowSeq: number
  readonly ms: number
}

/**
 * Corrects a clock that was set back in the air when the receiver acquired the time: the sequence
 * numbers within a boot give the order of its points. Times before the step are moved back to it,
 * since the later time is the right one. The amount added is kept in `spreadMs`, so that
 * `canonicalPoints` can remove it. Expects the result of `canonicalPoints`; returns the same table
 * if there is no step.
 */
export function withoutClockSteps(
  points: PointColumns,
  events: readonly DeviceEvent[],
): { points: PointColumns; events: readonly DeviceEvent[] } {
  const boots = bootsOutOfOrder(points)
  if (boots.length === 0) return { points, events }
  const moved = withoutSpread(points)
  const shifts = boots.flatMap((boot) => detectShifts(moved, boot))
  if (shifts.length === 0) return { points, events }
  const shiftAt = (boot: string | null, seq: number | null): number =>
    boot === null || seq === null
      ? 0
      : shifts
          .filter((one) => one.boot === boot && seq >= one.fromSeq && seq < one.belowSeq)
          .reduce((sum, { ms }) => sum + ms, 0)
  for (let i = 0; i < moved.length; i++) {
    const ms = shiftAt(moved.bootAt(i), moved.seq[i]!)
    if (ms === 0) continue
    moved.tMs[i] = moved.tMs[i]! + ms
    moved.spreadMs[i] = ms
  }
  return {
    points: spreadWholeSeconds(moved.sorted()),
    events: events.map((event) => {
      const ms = shiftAt(event.boot, event.seq)
      return ms === 0 ? event : { ...event, tMs: event.tMs + ms }
    }),
  }
}

/** Indices of the boots whose numbers do not increase with time. */
function bootsOutOfOrder(points: PointColumns): number[] {
  const lastSeq = new Map<number, number>()
  const found = new Set<number>()
  for (let i = 0; i < points.length; i++) {
    const [boot, seq] = [points.boot[i]!, points.seq[i]!]
    if (Number.isNaN(boot) || Number.isNaN(seq)) continue
    if (seq < (lastSeq.get(boot) ?? -Infinity)) found.add(boot)
    else lastSeq.set(boot, seq)
  }
  return [...found]
}

function detectShifts(points: PointColumns, boot: number): Shift[] {
  const rows: number[] = []
  for (let i = 0; i < points.length; i++)
    if (points.boot[i] === boot && !Number.isNaN(points.seq[i]!)) rows.push(i)
  rows.sort((a, b) => points.seq[a]! - points.seq[b]! || a - b)
  const shifts: Shift[] = []
  let from = 0
  for (let k = 1; k < rows.length; k++) {
    const [before, after] = [rows[k - 1]!, rows[k]!]
    const backMs = points.tMs[before]! - points.tMs[after]!
    if (-backMs > SILENCE_MS) from = k
    if (backMs < LEAST_STEP_MS) continue
    const intervalMs = usualInterval(points, rows, k)
    const movedM = distanceBetweenM(
      points.lng[before]!,
      points.lat[before]!,
      points.lng[after]!,
      points.lat[after]!,
    )
    const isOneFlight = movedM <= PLACE_ERROR_M + (FASTEST_MS * intervalMs) / 1000
    if (backMs > MOST_STEP_MS || !isOneFlight || shifts.length === MOST_STEPS) return []
    shifts.push({
      boot: points.boots[boot]!,
      fromSeq: from === 0 ? 0 : points.seq[rows[from - 1]!]! + 1,
      belowSeq: points.seq[after]!,
      ms: -backMs - intervalMs,
    })
  }
  return shifts
}

/** The median of the intervals before the step. */
function usualInterval(points: PointColumns, rows: readonly number[], k: number): number {
  const steps: number[] = []
  for (let i = k - 1; i > 0 && steps.length < 9; i--) {
    const ms = points.tMs[rows[i]!]! - points.tMs[rows[i - 1]!]!
    if (ms > 0) steps.push(ms)
  }
  steps.sort((a, b) => a - b)
  return Math.min(LONGEST_INTERVAL_MS, steps[steps.length >> 1] ?? 1_000)
}
