import { CoveredGround } from './covered-ground.ts'
import { LocalPlane } from './lng-lat.ts'
import { PointColumns, type TelemetryPoint } from './telemetry-point.ts'
import { reachable } from './track-conflicts.ts'
import { addWork, emptyWorkTotals, litresOf, rounded } from './work-totals.ts'

/** Figures of a flight in the air, up to its last point. */
export type FlightFigures = {
  readonly endMs: number
  readonly distanceM: number
  readonly spraySeconds: number
  readonly sprayL: number
  readonly coveredM2: number
  readonly sweptM2: number
  readonly pointCount: number
}

/** After this long without a plausible place, the next one is accepted. */
const LOST_MS = 30_000

/** Buffer for the previous row and the new ones; used for one flight at a time. */
const joined = new PointColumns(64)

/**
 * Running figures of a flight in the air; each point is processed once. Follows the rules of the
 * work record computed after landing, with ground in coarser cells, and without figures that need
 * the whole flight (repeated ground, plots, conflicts between two devices).
 */
export class FlightSoFar {
  readonly startMs: number
  readonly #defaultSwathWidthM: number
  readonly #totals = emptyWorkTotals()
  #ground: CoveredGround | null = null
  #last: TelemetryPoint | null = null
  #pointCount = 0

  constructor(startMs: number, defaultSwathWidthM: number) {
    this.startMs = startMs
    this.#defaultSwathWidthM = defaultSwathWidthM
  }

  /**
   * Adds points of the flight in their order of arrival. False: one of them is older than those
   * added before, and the figures lack it.
   */
  add(points: PointColumns, from = 0): boolean {
    let complete = true
    joined.length = 0
    joined.boots.length = 0
    if (this.#last !== null) joined.append(this.#last)
    const before = joined.length
    for (let i = from; i < points.length; i++) {
      const row = joined.length - 1
      if (points.tMs[i]! < this.startMs) continue
      if (row >= 0 && points.tMs[i]! <= joined.tMs[row]!) {
        complete &&= points.tMs[i]! === joined.tMs[row]!
        continue
      }
      if (row >= 0 && !isBelievable(joined, row, points, i)) continue
      joined.appendFrom(points, i)
    }
    if (joined.length === before) return complete
    this.#pointCount += joined.length - before
    addWork(this.#totals, joined, 0, joined.length)
    this.#ground ??= new CoveredGround(new LocalPlane(joined.lng[0]!, joined.lat[0]!))
    this.#ground.addTrack(joined, 0, joined.length, this.#defaultSwathWidthM)
    this.#last = joined.at(joined.length - 1)
    return complete
  }

  /** Null before the first point. */
  figures(): FlightFigures | null {
    if (this.#last === null) return null
    return {
      endMs: this.#last.tMs,
      distanceM: rounded(this.#totals.flown.sumM, 2),
      spraySeconds: rounded(this.#totals.spraying.seconds, 3),
      sprayL: rounded(litresOf(this.#totals).litres, 3),
      coveredM2: rounded(this.#ground!.coveredM2, 2),
      sweptM2: rounded(this.#ground!.sweptM2, 2),
      pointCount: this.#pointCount,
    }
  }
}

function isBelievable(points: PointColumns, row: number, next: PointColumns, i: number): boolean {
  return (
    next.tMs[i]! - points.tMs[row]! > LOST_MS ||
    reachable(
      points.tMs[row]!,
      points.lng[row]!,
      points.lat[row]!,
      next.tMs[i]!,
      next.lng[i]!,
      next.lat[i]!,
    )
  )
}
