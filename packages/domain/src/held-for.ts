import { sprays } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'

/** Rows of its first and last point, and the seconds sprayed between. */
export type Held = { readonly first: number; readonly last: number; readonly seconds: number }

type Holding = {
  readonly forS: number
  /** Whether the condition begins at this point. */
  readonly enters: (i: number) => boolean
  /**
   * Hysteresis: the condition to continue, weaker than the condition to begin, so that a value at
   * the limit makes one stretch instead of many.
   */
  readonly stays: (i: number) => boolean
  /** A pump that is closed at the headland does not end it; its time is not counted. */
  readonly acrossPauses?: true
}

const MAX_GAP_MS = 15_000

/**
 * The first stretch of spraying in rows [from, to) in which the condition held for long enough, to
 * its end.
 */
export const findHeld = (
  points: PointColumns,
  from: number,
  to: number,
  { forS, enters, stays, acrossPauses }: Holding,
): Held | null => {
  let first = -1
  let last = -1
  let ms = 0
  for (let i = from; i < to; i++) {
    const isOn = sprays(points, i)
    if (first >= 0) {
      const gapMs = points.tMs[i]! - points.tMs[i - 1]!
      if (gapMs > MAX_GAP_MS || !(isOn || acrossPauses) || !stays(i)) {
        if (ms >= forS * 1000) break
        first = -1
      } else if (isOn) {
        if (sprays(points, i - 1)) ms += gapMs
        last = i
      }
    }
    if (first < 0 && isOn && enters(i)) {
      first = last = i
      ms = 0
    }
  }
  return first >= 0 && ms >= forS * 1000 ? { first, last, seconds: ms / 1000 } : null
}
