import { distanceBetweenM } from '@swath/domain/lng-lat'
import type { PointColumns } from '@swath/domain/telemetry-point'

/**
 * As in the flight detector: a recording before a silence of this length has its own ground level.
 */
const SILENCE_MS = 120_000
const STANDING_MS = 0.5
/** Drift of a receiver's altitude while the drone is stationary. */
const WANDER_M = 1
const STANDING_POINTS = 3
/** A first fix may be far off: this many points are skipped in search of the ground level. */
const UNSETTLED_POINTS = 5
/** An altitude that never rises this far is stuck, or the drone never flew. */
const LEAST_RISE_M = 2
/** Landing this far below the beginning means that the log began in the air. */
const BEGAN_IN_THE_AIR_M = 10
const LOWEST_SHARE = 0.02

/**
 * Heights above the ground of the take-off, from altitudes above the sea (or above any other fixed
 * level), one per row; NaN if unknown. Null if no altitude is usable. The ground is the altitude at
 * which the drone is stationary at the beginning, else at the end; in a log without either, about
 * the lowest place. Below that ground the height over the real ground is unknown: a field in a
 * valley is not a landing.
 */
export const heightsFromAltitudes = (
  points: PointColumns,
  altitudesM: readonly number[],
): Float64Array | null => {
  const order = Array.from({ length: points.length }, (_, row) => row)
    .filter((row) => Number.isFinite(altitudesM[row]))
    .sort((a, b) => points.tMs[a]! - points.tMs[b]! || a - b)
  const heights = new Float64Array(points.length).fill(NaN)
  let anyKnown = false
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && points.tMs[order[to]!]! - points.tMs[order[to - 1]!]! <= SILENCE_MS)
      to++
    const rows = order.slice(from, to)
    const groundM = estimateGround(points, altitudesM, rows)
    for (const row of groundM === null ? [] : rows) {
      const heightM = Math.round((altitudesM[row]! - groundM!) * 100) / 100
      if (heightM < -WANDER_M) continue
      heights[row] = heightM
      anyKnown = true
    }
    from = to
  }
  return anyKnown ? heights : null
}

const estimateGround = (
  points: PointColumns,
  altitudesM: readonly number[],
  rows: readonly number[],
): number | null => {
  const sorted = rows.map((row) => altitudesM[row]!).sort((a, b) => a - b)
  if (sorted.at(-1)! - sorted[0]! < LEAST_RISE_M) return null
  const begun = standingAltitude(points, altitudesM, rows)
  const ended = standingAltitude(points, altitudesM, rows.toReversed())
  if (begun !== null && !(ended !== null && ended < begun - BEGAN_IN_THE_AIR_M)) return begun
  return ended ?? sorted[Math.floor(sorted.length * LOWEST_SHARE)]!
}

/**
 * The median altitude of the first places at which the drone is stationary, of rows in either
 * order.
 */
const standingAltitude = (
  points: PointColumns,
  altitudesM: readonly number[],
  rows: readonly number[],
): number | null => {
  for (let from = 0; from < Math.min(UNSETTLED_POINTS, rows.length); from++) {
    const standing: number[] = []
    for (let i = from; i < rows.length; i++) {
      const altitudeM = altitudesM[rows[i]!]!
      if (Math.abs(altitudeM - altitudesM[rows[from]!]!) > WANDER_M) break
      if (!(speedAt(points, rows, i) < STANDING_MS)) break
      standing.push(altitudeM)
    }
    if (standing.length >= STANDING_POINTS)
      return standing.sort((a, b) => a - b)[standing.length >> 1]!
  }
  return null
}

/** The reported speed, else the speed from the neighbouring place. */
const speedAt = (points: PointColumns, rows: readonly number[], i: number): number => {
  const row = rows[i]!
  const reported = points.speedMs[row]!
  if (!Number.isNaN(reported)) return reported
  const other = rows[i + 1] ?? rows[i - 1]
  if (other === undefined) return NaN
  const seconds = Math.abs(points.tMs[other]! - points.tMs[row]!) / 1000
  if (seconds === 0) return 0
  return (
    distanceBetweenM(points.lng[row]!, points.lat[row]!, points.lng[other]!, points.lat[other]!) /
    seconds
  )
}
