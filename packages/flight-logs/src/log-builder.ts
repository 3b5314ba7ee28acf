import { UNTOLD } from '@swath/domain/telemetry-fields'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import { heightsFromAltitudes } from './altitude-heights.ts'
import { isSetClock, LIMITS } from './flight-log.ts'
import type {
  BatteryFigures,
  FlightLog,
  HeightSource,
  LogEvent,
  LogFormat,
  LogIdentity,
  LogNote,
  ReadBudget,
  ReadOptions,
  ReadReport,
  SeriesValues,
} from './flight-log.ts'
import { joinLogs } from './join-logs.ts'
import { settleTimes } from './local-times.ts'
import type { OpenTimes } from './local-times.ts'
import { LogClock } from './log-clock.ts'
import { isPlace, placeProblem } from './place-problem.ts'
import { SeriesCatalog, SeriesCapture } from './series.ts'
import { withoutSimulated } from './simulated-flights.ts'
import { toUtcMs } from './time-text.ts'
import type { WrittenTime } from './time-text.ts'

/**
 * A place from a record. `tMs` is its own UTC time, also if its clock was not set; NaN in records
 * that have none.
 */
export type LoggedPoint = Partial<TelemetryPoint> &
  WrittenTime & {
    readonly lng: number
    readonly lat: number
    /** Above the sea; used if the log has no height at all. */
    readonly altitudeM?: number
  }

/**
 * The source of a point, for logs that record places more than once: the first of 0, 1
 * and 2 that has points is used.
 */
export type PointSource = 0 | 1 | 2

const NOTHING = { ...UNTOLD, boot: null, seq: null } as const

/** A receiver's time that differs more than this from the other records is damaged. */
const CLOCK_AGREES_MS = 2_000
/** A point without a time is placed between its neighbours only if they are this close. */
const BRACKET_MS = 5_000

type Source = OpenTimes & {
  points: PointColumns
  localMs: number[]
  runs: number[]
  heights: (HeightSource | null)[]
  altitudesM: number[]
}

/**
 * Collects what a reader finds, and combines it at the end: times in UTC, points in order, losses.
 */
export class LogBuilder {
  readonly clock = new LogClock()
  readonly catalog = new SeriesCatalog()
  readonly capture: SeriesCapture | null
  readonly identity: LogIdentity = {
    serial: null,
    firmware: null,
    hardware: null,
    vehicleType: null,
    systemId: null,
  }
  readonly report: ReadReport = {
    bytes: 0,
    bytesSkipped: 0,
    badRecords: 0,
    truncatedAtByte: null,
    overLimit: 0,
    otherVehicles: 0,
    pointsRead: 0,
    withoutPosition: 0,
    nullIsland: 0,
    outOfRange: 0,
    withoutTime: 0,
    timesMended: 0,
    repeatedTimes: 0,
    repeatedPoints: 0,
    dropouts: 0,
    dropoutMs: 0,
    times: null,
    documents: [],
    documentsLeftOut: 0,
    notUnderstood: [],
    notes: [],
  }
  readonly #sources: Source[] = []
  readonly #events: {
    type: LogEvent['type']
    run: number
    localMs: number
    utcMs: number
    text: string | null
  }[] = []
  readonly #batteries = new Map<number, BatteryFigures>()
  /** Results of the documents of an archive, each read by its own builder. */
  readonly #documents: FlightLog[] = []
  readonly #documentSeries: SeriesValues[] = []
  readonly options: ReadOptions
  readonly #wanted: readonly string[] | null
  readonly budget: ReadBudget

  constructor(options: ReadOptions, wanted: readonly string[] | null, budget: ReadBudget) {
    this.options = options
    this.#wanted = wanted
    this.budget = budget
    this.capture = wanted === null ? null : new SeriesCapture(wanted)
  }

  note(note: LogNote): void {
    if (!this.report.notes.includes(note)) this.report.notes.push(note)
  }

  notUnderstood(words: string): void {
    const { notUnderstood } = this.report
    const short = words.slice(0, 60)
    if (notUnderstood.length < LIMITS.wordsNotUnderstood && !notUnderstood.includes(short))
      notUnderstood.push(short)
  }

  /** A builder for a document of this archive. */
  inside(): LogBuilder {
    const { left, depth } = this.budget
    return new LogBuilder(this.options, this.#wanted, { left, depth: depth + 1 })
  }

  absorb(log: FlightLog, inside: LogBuilder): void {
    this.#documents.push(log)
    if (log.report.documents.length === 0) this.budget.left.points -= log.points.length
    if (this.capture !== null) this.#documentSeries.push(...inside.series())
  }

  /** UTC ms, with ambiguities of the time resolved by the options. */
  settled({ tMs, dayFirstMs, isZoneless }: WrittenTime): number {
    const { timeZone, dateOrder } = this.options
    const shownMs = dateOrder === 'dmy' && dayFirstMs !== undefined ? dayFirstMs : tMs
    return isZoneless === true && timeZone !== undefined ? toUtcMs(shownMs, timeZone) : shownMs
  }

  /** `localMs` is the time since the start of the autopilot, NaN in formats without. */
  addPoint(
    source: PointSource,
    point: LoggedPoint,
    run = -1,
    localMs = NaN,
    height: HeightSource | null = null,
  ): void {
    if (this.capture !== null) return
    const kept = (this.#sources[source] ??= {
      points: new PointColumns(),
      localMs: [],
      runs: [],
      heights: [],
      altitudesM: [],
      zoneless: [],
      dayFirstMs: [],
    })
    if (kept.points.length >= this.budget.left.points) {
      this.report.overLimit++
      return
    }
    kept.points.append({ ...NOTHING, ...point })
    kept.localMs.push(localMs)
    kept.runs.push(run)
    kept.altitudesM.push(point.altitudeM ?? NaN)
    if (point.isZoneless === true) kept.zoneless.push(kept.points.length - 1)
    if (point.dayFirstMs !== undefined)
      kept.dayFirstMs.push([kept.points.length - 1, point.dayFirstMs])
    if (point.unknownZone !== undefined) this.notUnderstood(point.unknownZone)
    kept.heights.push(typeof point.heightM === 'number' ? height : null)
  }

  addEvent(
    type: LogEvent['type'],
    text: string | null,
    run: number,
    localMs: number,
    utcMs = NaN,
  ): void {
    if (this.capture !== null) return
    if (this.#events.length >= LIMITS.events) this.report.overLimit++
    else
      this.#events.push({
        type,
        run,
        localMs,
        utcMs,
        text: text === null ? null : text.slice(0, 500),
      })
  }

  battery(index: number): BatteryFigures {
    const known = this.#batteries.get(index)
    if (known !== undefined) return known
    const fresh: BatteryFigures = {
      index,
      minVoltageV: null,
      maxVoltageV: null,
      maxCurrentA: null,
      maxTemperatureC: null,
      usedMah: null,
      firstPercent: null,
      lastPercent: null,
      cycles: null,
    }
    if (this.#batteries.size < 256) this.#batteries.set(index, fresh)
    return fresh
  }

  log(format: LogFormat): FlightLog {
    if (this.#documents.length > 0) return joinLogs(format, this.#documents, this.report)
    const offsets = this.clock.offsets(this.options.startMs)
    const toUtc = (run: number, localMs: number) => localMs + (offsets[run]?.offsetMs ?? NaN)
    let chosen =
      this.#sources.find((source) => source !== undefined && this.#judged(source).good > 0) ??
      this.#sources.find((source) => source !== undefined)
    chosen ??= {
      points: new PointColumns(),
      localMs: [],
      runs: [],
      heights: [],
      altitudesM: [],
      zoneless: [],
      dayFirstMs: [],
    }
    this.report.times = settleTimes(chosen, this.options, isPlace)
    const { points, heights } = this.#resolved(chosen, toUtc)
    const events = this.#events
      .map((event): LogEvent => ({
        type: event.type,
        text: event.text,
        tMs: Math.round(isSetClock(event.utcMs) ? event.utcMs : toUtc(event.run, event.localMs)),
      }))
      .filter((event) => isSetClock(event.tMs))
      .sort((a, b) => a.tMs - b.tMs)
    const read = canonicalPoints(points)
    this.report.repeatedPoints = points.length - read.length
    const canonical = withoutSimulated(read, events)
    if (canonical.length < read.length) this.note('practice_left_out')
    if (canonical.length === 0) this.note('no_points')
    if (Object.keys(heights).length > 1) this.note('mixed_heights')
    if (
      offsets.some((run) => !run.anchored && Number.isFinite(run.offsetMs)) &&
      this.options.startMs === undefined
    )
      this.note('ground_station_clock')
    return {
      format,
      points: canonical,
      heights,
      events,
      identity: this.identity,
      batteries: [...this.#batteries.values()].sort((a, b) => a.index - b.index),
      series: this.catalog.list(),
      report: this.report,
    }
  }

  series(): SeriesValues[] {
    if (this.#documentSeries.length > 0) return this.#documentSeries
    const offsets = this.clock.offsets(this.options.startMs)
    return (this.capture?.all() ?? []).map((one) => {
      const absolute = one.runs.every((run) => run < 0 || Number.isFinite(offsets[run]?.offsetMs))
      const tMs = Float64Array.from(one.localMs, (localMs, i) =>
        absolute && one.runs[i]! >= 0 ? localMs + offsets[one.runs[i]!]!.offsetMs : localMs,
      )
      return {
        name: one.name,
        unit: one.unit,
        tMs,
        values: Float64Array.from(one.values),
        absolute,
        stride: one.stride,
      }
    })
  }

  #judged({ points }: Source): {
    good: number
    nullIsland: number
    outOfRange: number
    withoutPosition: number
  } {
    const judged = { good: 0, nullIsland: 0, outOfRange: 0, withoutPosition: 0 }
    for (let i = 0; i < points.length; i++)
      judged[placeProblem(points.lng[i]!, points.lat[i]!) ?? 'good']++
    return judged
  }

  #resolved(
    source: Source,
    toUtc: (run: number, localMs: number) => number,
  ): { points: PointColumns; heights: Partial<Record<HeightSource, number>> } {
    const { good: _good, ...bad } = this.#judged(source)
    for (const problem of ['nullIsland', 'outOfRange', 'withoutPosition'] as const)
      this.report[problem] += bad[problem]
    const { points } = source
    this.report.pointsRead = points.length
    const times = Float64Array.from(points.tMs.subarray(0, points.length))
    const kept = new PointColumns(points.length)
    const heights: Partial<Record<HeightSource, number>> = {}
    const altitudesM: number[] = []
    const isSonarStuck = seesNoFlight(source)
    const seen = new Set<number>()
    for (let i = 0; i < points.length; i++) {
      const own = points.tMs[i]!
      const other = toUtc(source.runs[i]!, source.localMs[i]!)
      let tMs =
        isSetClock(own) && !(Math.abs(own - other) > CLOCK_AGREES_MS)
          ? own
          : isSetClock(other)
            ? Math.round(other)
            : isSetClock(own)
              ? own
              : NaN
      const bracketed = Number.isNaN(tMs)
      if (bracketed) tMs = between(times, i)
      if (placeProblem(points.lng[i]!, points.lat[i]!) !== null) continue
      if (Number.isNaN(tMs)) {
        this.report.withoutTime++
        continue
      }
      if (bracketed || (tMs !== own && !Number.isNaN(own))) this.report.timesMended++
      kept.appendFrom(points, i)
      kept.tMs[kept.length - 1] = tMs
      if (seen.has(tMs)) this.report.repeatedTimes++
      else seen.add(tMs)
      altitudesM.push(source.altitudesM[i]!)
      const height = source.heights[i]
      if (height === 'rangefinder' && isSonarStuck) kept.heightM[kept.length - 1] = NaN
      else if (height != null) heights[height] = (heights[height] ?? 0) + 1
    }
    if (Object.keys(heights).length === 0) {
      const found = heightsFromAltitudes(kept, altitudesM)
      if (found !== null) {
        kept.heightM.set(found)
        heights.altitude = found.reduce((count, m) => (Number.isNaN(m) ? count : count + 1), 0)
        this.note('heights_from_altitude')
      }
    }
    return { points: kept, heights }
  }
}

/** A rangefinder that never saw a metre below the drone is stuck, as DJI's are at 0.1 or 0.4 m. */
const LOWEST_FLIGHT_M = 1

const seesNoFlight = ({ points, heights }: Source): boolean =>
  heights.every(
    (height, row) => height !== 'rangefinder' || !(points.heightM[row]! > LOWEST_FLIGHT_M),
  )

/**
 * Halfway between the neighbours in the file if both have a time and are close together; NaN
 * otherwise.
 */
function between(times: Float64Array, i: number): number {
  const before = times[i - 1]
  const after = times[i + 1]
  if (before === undefined || after === undefined || !isSetClock(before) || !isSetClock(after))
    return NaN
  return after > before && after - before <= BRACKET_MS ? Math.round((before + after) / 2) : NaN
}

export function lower(a: number | null, b: number): number | null {
  return Number.isFinite(b) ? (a === null ? b : Math.min(a, b)) : a
}

export function higher(a: number | null, b: number): number | null {
  return Number.isFinite(b) ? (a === null ? b : Math.max(a, b)) : a
}
