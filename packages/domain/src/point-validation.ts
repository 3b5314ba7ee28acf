import { inBounds } from './lng-lat.ts'
import type { Bounds } from './lng-lat.ts'
import { isPlausible } from './point-fields.ts'
import {
  FIELD_ROWS,
  plausible,
  type AnyMeasurements,
  type Measurements,
} from './telemetry-fields.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { reachable } from './track-conflicts.ts'

export type PointProblem =
  | 'not_a_number'
  | 'out_of_range'
  | 'swapped_coordinates'
  | 'null_island'
  | 'clock_unset'
  | 'clock_future'
  | 'too_old'
  | 'impossible_jump'

export type PointContext = {
  readonly receivedAtMs: number
  /**
   * The last good point of the same drone, for the live display. Leave it out for stored points:
   * one wrong first fix would cause the rejection of the good ones after it, and `detectSorties`
   * finds jumps without depending on the first point.
   */
  readonly last?: { readonly tMs: number; readonly lng: number; readonly lat: number } | null
  /**
   * The drone's working area. If a point is outside but would be inside with its coordinates
   * swapped, they are swapped back.
   */
  readonly homeBounds?: Bounds | null
  /**
   * The shift found before in this run of the device, so that points sent again an hour later are
   * corrected alike.
   */
  readonly clockShiftMs?: number | null
  /**
   * An earlier time means that the clock was never set. Logs that a person has reviewed may be
   * older than data received automatically.
   */
  readonly earliestMs?: number
}

export type PointCheck =
  | { readonly ok: true; readonly point: TelemetryPoint }
  | { readonly ok: false; readonly reason: PointProblem }

const YEAR_2020_MS = 1_577_836_800_000
const MAX_AGE_MS = 400 * 86_400_000
const CLOCK_AHEAD_MS = 5 * 60_000
const HOUR_MS = 3_600_000
/**
 * Hours that local times are ahead of UTC somewhere (IANA time zones, summer time too). A clock
 * that is minutes ahead is a wrong one, not another zone.
 */
const ZONES_H = [
  ...Array.from({ length: 14 }, (_, i) => i + 1),
  ...[3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75],
]
/** Additional error allowed for a clock of another time zone, and radio delay. */
const SHIFT_TOLERANCE_MS = 3 * 60_000
/** About 10 m around 0, 0. */
const NULL_ISLAND_DEG = 1e-4

const rejected = (reason: PointProblem): PointCheck => ({ ok: false, reason })

/** Whether a point may be stored, with its clock and measurements corrected. Never throws. */
export function checkPoint(point: TelemetryPoint, context: PointContext): PointCheck {
  const { tMs, lng, lat } = point
  if (!isNumber(tMs) || !isNumber(lng) || !isNumber(lat)) return rejected('not_a_number')
  const home = context.homeBounds ?? null
  const swappedHome = home !== null && inBounds(home, lat, lng) && !inBounds(home, lng, lat)
  if (swappedHome) return rejected('swapped_coordinates')
  if (Math.abs(lng) > 180 || Math.abs(lat) > 90) {
    return rejected(
      Math.abs(lat) <= 180 && Math.abs(lng) <= 90 ? 'swapped_coordinates' : 'out_of_range',
    )
  }
  if (Math.abs(lng) < NULL_ISLAND_DEG && Math.abs(lat) < NULL_ISLAND_DEG)
    return rejected('null_island')
  if (tMs < (context.earliestMs ?? YEAR_2020_MS)) return rejected('clock_unset')
  const shiftMs = clockShift(tMs, context)
  if (shiftMs === null) return rejected('clock_future')
  const rightMs = Math.round(tMs) - shiftMs
  if (context.receivedAtMs - rightMs > MAX_AGE_MS) return rejected('too_old')
  const last = context.last
  if (last && !reachable(last.tMs, last.lng, last.lat, rightMs, lng, lat))
    return rejected('impossible_jump')
  return { ok: true, point: tidied(point, rightMs, shiftMs) }
}

/**
 * The shift to subtract from the clock: 0 for a correct clock, null if no time zone explains the
 * difference.
 */
function clockShift(tMs: number, context: PointContext): number | null {
  const aheadMs = tMs - context.receivedAtMs
  const known = context.clockShiftMs ?? 0
  if (known > 0 && aheadMs - known <= SHIFT_TOLERANCE_MS) return known
  if (aheadMs <= CLOCK_AHEAD_MS) return 0
  const zoneH = ZONES_H.find((hours) => Math.abs(aheadMs - hours * HOUR_MS) <= SHIFT_TOLERANCE_MS)
  return zoneH === undefined ? null : zoneH * HOUR_MS
}

function tidied(point: TelemetryPoint, tMs: number, shiftMs: number): TelemetryPoint {
  const boot = typeof point.boot === 'string' && point.boot !== '' ? point.boot : null
  const seq =
    isNumber(point.seq) && point.seq >= 0 && Number.isInteger(point.seq) ? point.seq : null
  const clockShiftMs = shiftMs === 0 ? null : shiftMs
  const isRight =
    point.tMs === tMs &&
    point.boot === boot &&
    point.seq === seq &&
    point.clockShiftMs === clockShiftMs
  if (isPlausible(point)) return isRight ? point : { ...point, tMs, boot, seq, clockShiftMs }
  return { ...point, ...(corrections(point) as Measurements), tMs, boot, seq, clockShiftMs }
}

/** Measurements that differ from the reported values. */
function corrections(point: TelemetryPoint): AnyMeasurements {
  const corrected: AnyMeasurements = {}
  for (const row of FIELD_ROWS) {
    const reported = point[row.name]
    const taken = reported === undefined || reported === null ? null : plausible(row, reported)
    if (taken === reported || (taken === null && reported === undefined && row.rare)) continue
    corrected[row.name] = taken
  }
  return corrected
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
