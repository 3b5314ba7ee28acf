import { isSetClock } from './flight-log.ts'

/** Anchors kept per boot; above this, every second one is dropped. */
const MOST_ANCHORS = 4_096
/** Delay of a radio link, and drift, are below this; a restart of the autopilot is not. */
const SAME_RUN_MS = 10_000
const MOST_RUNS = 64

type Run = { readonly aheadMs: number; offsets: number[]; skip: number; seen: number }

/**
 * UTC from the time since the start of the autopilot, by pairs of both that the log holds. The
 * median of their difference is taken, so that a flipped bit in one of them changes nothing.
 */
export class LogClock {
  readonly #runs: Run[] = []

  /**
   * The run of the autopilot to which a stamp of another clock and its own time belong; a new
   * difference between the two means a restart.
   */
  findRun(stampMs: number, localMs: number): number {
    const aheadMs = stampMs - localMs
    const known = this.#runs.findIndex((run) => Math.abs(run.aheadMs - aheadMs) < SAME_RUN_MS)
    if (known >= 0) return known
    if (this.#runs.length >= MOST_RUNS) return -1
    return this.#runs.push({ aheadMs, offsets: [], skip: 1, seen: 0 }) - 1
  }

  /** The only run, for formats that start a new file with each start of the autopilot. */
  onlyRun(): number {
    if (this.#runs.length === 0) this.#runs.push({ aheadMs: NaN, offsets: [], skip: 1, seen: 0 })
    return 0
  }

  anchor(run: number, localMs: number, utcMs: number): void {
    const known = this.#runs[run]
    if (known === undefined || !isSetClock(utcMs) || !Number.isFinite(localMs)) return
    if (known.seen++ % known.skip !== 0) return
    known.offsets.push(utcMs - localMs)
    if (known.offsets.length < MOST_ANCHORS) return
    known.offsets = known.offsets.filter((_, i) => i % 2 === 0)
    known.skip *= 2
  }

  /** The offset to add to the time since the start; NaN for a run without a clock. */
  offsets(startMs: number | undefined): { offsetMs: number; anchored: boolean }[] {
    return this.#runs.map((run) => {
      if (run.offsets.length > 0) return { offsetMs: median(run.offsets), anchored: true }
      if (isSetClock(run.aheadMs)) return { offsetMs: run.aheadMs, anchored: false }
      return { offsetMs: startMs ?? NaN, anchored: false }
    })
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** Seconds that UTC is behind GPS time, from which day on (IERS Bulletin C). */
const LEAP_SECONDS: readonly (readonly [fromMs: number, seconds: number])[] = [
  [Date.UTC(2017, 0, 1), 18],
  [Date.UTC(2015, 6, 1), 17],
  [Date.UTC(2012, 6, 1), 16],
  [Date.UTC(2009, 0, 1), 15],
  [Date.UTC(2006, 0, 1), 14],
  [-Infinity, 13],
]
const GPS_EPOCH_MS = Date.UTC(1980, 0, 6)
const WEEK_MS = 604_800_000

export function utcOfGps(week: number, msOfWeek: number): number {
  const gpsMs = GPS_EPOCH_MS + week * WEEK_MS + msOfWeek
  const leap = LEAP_SECONDS.find(([fromMs]) => gpsMs >= fromMs)![1]
  return gpsMs - leap * 1000
}
