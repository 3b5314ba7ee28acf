import { checkPoint } from '@swath/domain/point-validation'
import type { PointProblem } from '@swath/domain/point-validation'
import { detectSorties } from '@swath/domain/sortie-detector'
import { SILENCE_MS } from '@swath/domain/flight-state'
import type { SortieResult, SortieSpan } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { computeWorkRecord } from '@swath/domain/work-record'
import type { PlotShape } from '@swath/domain/sprayed-plots'
import type { WorkRecord } from '@swath/domain/work-record'
import { EARLIEST_MS } from './flight-log.ts'

/** A clock this far ahead is accepted as correct, as by the MQTT endpoint. */
const CLOCK_AHEAD_MS = 5 * 60_000

export type StorablePoints = {
  readonly points: PointColumns
  /** Points that cannot be stored: the number for each reason, and one example. */
  readonly rejected: ReadonlyMap<
    PointProblem,
    { readonly count: number; readonly sample: TelemetryPoint }
  >
}

/**
 * The points of a log that can be stored for a drone. Each is checked like a point received by
 * radio, except for its age: a log may be old, and a clock ahead of now is not explained by a time
 * zone.
 */
export function storablePoints(points: PointColumns, nowMs: number): StorablePoints {
  const kept = new PointColumns(points.length)
  const rejected = new Map<PointProblem, { count: number; sample: TelemetryPoint }>()
  for (let i = 0; i < points.length; i++) {
    const point = points.at(i)
    const checked =
      point.tMs > nowMs + CLOCK_AHEAD_MS
        ? { ok: false as const, reason: 'clock_future' as const }
        : checkPoint(point, { receivedAtMs: point.tMs, earliestMs: EARLIEST_MS })
    if (checked.ok) {
      kept.append(checked.point)
      kept.spreadMs[kept.length - 1] = points.spreadMs[i]!
      continue
    }
    const before = rejected.get(checked.reason)
    if (before) before.count++
    else rejected.set(checked.reason, { count: 1, sample: point })
  }
  return { points: kept, rejected }
}

export type LogFlight = { readonly span: SortieSpan; readonly record: WorkRecord }

/**
 * The flights in a log, detected and computed like every other flight, as if nothing else were
 * known of the drone.
 */
export function detectFlights(
  points: PointColumns,
  options: { readonly defaultSwathWidthM: number; readonly plots?: readonly PlotShape[] },
): { flights: LogFlight[]; result: SortieResult } {
  const lastMs =
    points.length === 0 ? 0 : points.tMs.subarray(0, points.length).reduce((a, b) => Math.max(a, b))
  const result = detectSorties(points, [], { asOfMs: lastMs + SILENCE_MS + 1 })
  return {
    flights: result.spans.map((span) => ({
      span,
      record: computeWorkRecord(span, result.points, options),
    })),
    result,
  }
}
