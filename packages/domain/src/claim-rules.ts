// Rules that mark a claim as suspicious, judged from one flight alone. A suspicion proves nothing
// and raises no alarm: a supervisor reviews it.
import { cutTrack, MIN_CLAIM_M2, placeAt, type Evidence } from './anomaly-rules.ts'
import { distanceBetweenM } from './lng-lat.ts'
import type { LngLat } from './lng-lat.ts'
import { RULES_VERSION, type RuleThresholds } from './rule-thresholds.ts'
import { pumps, sprays } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'
import type { WorkRecord } from './work-record.ts'

export const CLAIM_CAUSES = [
  /** Faster over ground than a spraying drone flies. */
  'impossible_speed',
  /** More ground claimed than a drone could have covered in the time. */
  'impossible_area',
  /** A swath wider than the machine's, which makes the covered area larger. */
  'impossible_width',
  /** Ground claimed, or counted, without anything leaving the nozzles. */
  'pump_off',
  /** Points with later numbers but earlier times. */
  'clock_backwards',
  /** Sprayed within a season by another operator. */
  'same_ground',
  /** The positions of another flight, to the centimetre. */
  'same_track',
] as const
export type ClaimCause = (typeof CLAIM_CAUSES)[number]

export type Suspicion = {
  readonly cause: ClaimCause
  readonly tMs: number
  readonly lngLat: LngLat
  readonly evidence: Evidence
}

export const buildSuspicion = (
  cause: ClaimCause,
  tMs: number,
  lngLat: LngLat,
  evidence: Evidence,
): Suspicion => ({
  cause,
  tMs,
  lngLat,
  evidence: { ...evidence, rule: `claim.${cause}`, rulesVersion: RULES_VERSION },
})

type Flight = {
  readonly points: PointColumns
  readonly from: number
  readonly to: number
  readonly record: WorkRecord
  /** As registered for the drone. */
  readonly registeredWidthM: number
  readonly thresholds: RuleThresholds
}

/** Each cause at most once. */
export const suspectClaims = (flight: Flight): Suspicion[] =>
  flight.to - flight.from < 2
    ? []
    : [
        findImpossibleSpeed(flight),
        findImpossibleArea(flight),
        findImpossibleWidth(flight),
        findDryPump(flight),
        findClockStep(flight),
      ].filter((found) => found !== null)

/** Speed is computed over about a second at least: at 10 Hz, position noise looks like speed. */
const LEAST_STEP_MS = 900
const MOST_STEP_MS = 15_000

const findImpossibleSpeed = ({ points, from, to, thresholds }: Flight): Suspicion | null => {
  const { impossibleSpeedMs: limit, impossibleSpeedS } = thresholds
  let first = -1
  let last = -1
  let most = 0
  let before = from
  const isLongEnough = (): boolean =>
    first >= 0 && points.tMs[last]! - points.tMs[first]! >= impossibleSpeedS * 1000
  for (let i = from + 1; i < to; i++) {
    const stepMs = points.tMs[i]! - points.tMs[before]!
    if (stepMs < LEAST_STEP_MS) continue
    const speedMs =
      distanceBetweenM(points.lng[before]!, points.lat[before]!, points.lng[i]!, points.lat[i]!) /
      (stepMs / 1000)
    if (stepMs <= MOST_STEP_MS && speedMs > limit) {
      if (first < 0) [first, most] = [before, 0]
      last = i
      most = Math.max(most, speedMs)
    } else {
      if (isLongEnough()) break
      first = -1
    }
    before = i
  }
  return isLongEnough()
    ? buildSuspicion('impossible_speed', points.tMs[first]!, placeAt(points, first), {
        speedMs: toTenths(most),
        fastestMs: limit,
        seconds: (points.tMs[last]! - points.tMs[first]!) / 1000,
        ...cutTrack(points, from, first, last),
      })
    : null
}

const findImpossibleArea = (flight: Flight): Suspicion | null => {
  const { record, registeredWidthM, thresholds } = flight
  const claimedM2 = record.claimedAreaM2 ?? 0
  const possibleM2 = Math.max(
    record.coveredM2,
    record.durationS * thresholds.coveringSpeedMs * registeredWidthM,
  )
  return claimedM2 >= MIN_CLAIM_M2 && claimedM2 > possibleM2
    ? ofWholeFlight(flight, 'impossible_area', {
        claimedAreaM2: claimedM2,
        possibleAreaM2: Math.round(possibleM2),
        coveredM2: record.coveredM2,
        fastestMs: thresholds.coveringSpeedMs,
      })
    : null
}

const findImpossibleWidth = ({
  points,
  from,
  to,
  record,
  registeredWidthM,
  thresholds,
}: Flight): Suspicion | null => {
  const limit = registeredWidthM * thresholds.swathWidthRatio
  if (record.coveredM2 < MIN_CLAIM_M2) return null
  let first = -1
  let last = -1
  let most = 0
  for (let i = from; i < to; i++) {
    const width = points.swathWidthM[i]!
    if (!(width > limit) || !sprays(points, i)) continue
    if (first < 0) first = i
    last = i
    most = Math.max(most, width)
  }
  return first < 0
    ? null
    : buildSuspicion('impossible_width', points.tMs[first]!, placeAt(points, first), {
        swathWidthM: most,
        registeredWidthM,
        limitWidthM: toTenths(limit),
        coveredM2: record.coveredM2,
        ...cutTrack(points, from, first, last),
      })
}

/** Flow below this is sensor noise. */
const NO_FLOW_L_MIN = 0.05

const findDryPump = (flight: Flight): Suspicion | null => {
  const { points, from, to, record, thresholds } = flight
  const claimedM2 = record.claimedAreaM2 ?? 0
  if (record.spraySeconds === 0)
    return claimedM2 >= MIN_CLAIM_M2
      ? ofWholeFlight(flight, 'pump_off', { claimedAreaM2: claimedM2, spraySeconds: 0 })
      : null
  if (record.coveredM2 < MIN_CLAIM_M2) return null
  let measuredS = 0
  let dry = 0
  for (let i = from + 1; i < to; i++) {
    const [before, after] = [points.flowLMin[i - 1]!, points.flowLMin[i]!]
    if (!pumps(points, i) || Number.isNaN(before) || Number.isNaN(after)) continue
    const stepS = (points.tMs[i]! - points.tMs[i - 1]!) / 1000
    measuredS += stepS
    if (before < NO_FLOW_L_MIN && after < NO_FLOW_L_MIN) dry += stepS
  }
  return measuredS > 0 && dry >= thresholds.dryRatio * measuredS
    ? ofWholeFlight(flight, 'pump_off', {
        coveredM2: record.coveredM2,
        spraySeconds: record.spraySeconds,
        drySeconds: toTenths(dry),
        limitDryRatio: thresholds.dryRatio,
      })
    : null
}

/** Smaller steps come from points reported in whole seconds. */
const CLOCK_STEP_MS = 1_000

/** A clock that was set back in the air, found by its correction. */
const findClockStep = ({ points, from, to }: Flight): Suspicion | null => {
  let last = -1
  for (let i = from; i < to; i++) if (Math.abs(points.spreadMs[i]!) >= CLOCK_STEP_MS) last = i
  return last < 0
    ? null
    : buildSuspicion('clock_backwards', points.tMs[last]!, placeAt(points, last), {
        steppedS: toTenths(Math.abs(points.spreadMs[last]!) / 1000),
        ...cutTrack(points, from, last, Math.min(last + 1, to - 1)),
      })
}

const ofWholeFlight = (
  { points, from, to, record }: Flight,
  cause: ClaimCause,
  evidence: Evidence,
): Suspicion =>
  buildSuspicion(cause, points.tMs[to - 1]!, record.middle ?? placeAt(points, to - 1), {
    ...evidence,
    ...cutTrack(points, from, from, to - 1),
  })

const toTenths = (value: number): number => Math.round(value * 10) / 10
