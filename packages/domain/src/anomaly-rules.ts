import type { LngLat } from './lng-lat.ts'
import { RULES_VERSION, type RuleThresholds } from './rule-thresholds.ts'
import type { PointColumns } from './telemetry-point.ts'
import { zoneEvidence, type ZoneJudge } from './zones-in-force.ts'

/**
 * Every type of anomaly: its code in the API and in tables (specification, section 3), and its
 * level, from 1 (critical). Contract, records and labels are derived from this table.
 */
export const ANOMALY_TYPES = {
  intrude_nfz: { code: 1, level: 1 },
  blowing_anomaly: { code: 2, level: 2 },
  wrong_crops: { code: 3, level: 3 },
  abnormal_weather: { code: 4, level: 2 },
  wrong_acres: { code: 5, level: 2 },
} as const

type Types = typeof ANOMALY_TYPES
export type AnomalyType = keyof Types
export type AnomalyCode = Types[AnomalyType]['code']

const rows = Object.values(ANOMALY_TYPES)
export const ANOMALY_CODES: readonly AnomalyCode[] = rows.map(({ code }) => code)

const LEVELS: ReadonlyMap<AnomalyCode, 1 | 2 | 3> = new Map(
  rows.map(({ code, level }) => [code, level]),
)
export function anomalyLevel(code: AnomalyCode): 1 | 2 | 3 {
  return LEVELS.get(code)!
}

export type Anomaly = {
  readonly type: AnomalyType
  readonly level: 1 | 2 | 3
  /**
   * Together with the type, identifies it within a sortie: the zone's id, or the part of the rule
   * that was broken.
   */
  readonly cause: string
  readonly tMs: number
  readonly lngLat: LngLat | null
  /**
   * The measured value, the `limit…` that it broke, the rule with the version of all rules, and the
   * section of the track that shows it.
   */
  readonly evidence: Evidence
}

export type Evidence = Readonly<Record<string, string | number>>

export const buildAnomaly = (
  type: AnomalyType,
  cause: string,
  tMs: number,
  lngLat: LngLat | null,
  evidence: Evidence,
): Anomaly => ({
  type,
  level: ANOMALY_TYPES[type].level,
  cause,
  tMs,
  lngLat,
  evidence: { ...evidence, rule: `${type}.${cause}`, rulesVersion: RULES_VERSION },
})

/** A part of a flight as evidence: its times, and its points counted in the track from 0. */
export type TrackCut = {
  readonly fromMs: number
  readonly untilMs: number
  readonly fromPoint: number
  readonly untilPoint: number
}

/** Rows first to last of a flight that begins at row `from`. */
export const cutTrack = (
  points: PointColumns,
  from: number,
  first: number,
  last: number,
): TrackCut => ({
  fromMs: points.tMs[first]!,
  untilMs: points.tMs[last]!,
  fromPoint: first - from,
  untilPoint: last - from,
})

/**
 * Above this height or speed a drone is in the air. A device that reports neither counts as
 * airborne.
 */
const AIRBORNE_HEIGHT_M = 1
const AIRBORNE_SPEED_MS = 1.5

export function isAirborne(heightM: number, speedMs: number): boolean {
  return (
    heightM > AIRBORNE_HEIGHT_M ||
    speedMs > AIRBORNE_SPEED_MS ||
    (Number.isNaN(heightM) && Number.isNaN(speedMs))
  )
}

type Watched = { inside: number; raised: boolean }

/**
 * Detects entries into zones as points arrive, for any number of drones: raised at the second
 * airborne point in a row inside a zone, once per zone until the drone's next sortie. Stores
 * nothing for a drone that is near no zone.
 */
export class ZoneWatch<K = string> {
  readonly #drones = new Map<K, Map<string, Watched>>()
  readonly #none: readonly string[] = []

  /** `insideIds`: the zones in force at the point. Returns those entered now. */
  observe(drone: K, insideIds: readonly string[], airborne: boolean): readonly string[] {
    let zones = this.#drones.get(drone)
    if (zones === undefined) {
      if (insideIds.length === 0 || !airborne) return this.#none
      this.#drones.set(drone, (zones = new Map()))
    }
    for (const [id, watched] of zones) if (!airborne || !insideIds.includes(id)) watched.inside = 0
    if (!airborne) return this.#none
    let entered: string[] | undefined
    for (const id of insideIds) {
      let watched = zones.get(id)
      if (watched === undefined) zones.set(id, (watched = { inside: 0, raised: false }))
      watched.inside++
      if (watched.raised || watched.inside < 2) continue
      watched.raised = true
      ;(entered ??= []).push(id)
    }
    return entered ?? this.#none
  }

  /** A new sortie begins, or the drone is offline. */
  rearm(drone: K): void {
    this.#drones.delete(drone)
  }
}

/**
 * Entries of rows [from, to), which are one sortie, as the live watch would have raised them; with
 * the time of the first stay, however often the drone returned.
 */
export function zoneEntries(
  points: PointColumns,
  from: number,
  to: number,
  zones: ZoneJudge,
): Anomaly[] {
  const watch = new ZoneWatch<null>()
  const found: Anomaly[] = []
  for (let i = from; i < to; i++) {
    const inside = zonesAtRow(points, i, zones)
    for (const id of watch.observe(
      null,
      inside.map((zone) => zone.id),
      isAirborne(points.heightM[i]!, points.speedMs[i]!),
    )) {
      const last = lastInside(points, i, to, zones, id)
      found.push(
        buildAnomaly('intrude_nfz', id, points.tMs[i]!, placeAt(points, i), {
          ...zoneEvidence(
            inside.find((zone) => zone.id === id)!,
            readAirPlace(points, i),
          ),
          seconds: (points.tMs[last]! - points.tMs[i - 1]!) / 1000,
          ...cutTrack(points, from, i - 1, last),
        }),
      )
    }
  }
  return found
}

const readAirPlace = (points: PointColumns, i: number) => ({
  lng: points.lng[i]!,
  lat: points.lat[i]!,
  heightM: points.heightM[i]!,
  altitudeM: points.aboveSeaM[i]!,
})

const zonesAtRow = (points: PointColumns, i: number, zones: ZoneJudge) =>
  zones.zonesAt(
    points.lng[i]!,
    points.lat[i]!,
    points.heightM[i]!,
    points.tMs[i]!,
    points.aboveSeaM[i]!,
  )

/** To the last point in a row inside the zone. */
function lastInside(
  points: PointColumns,
  first: number,
  to: number,
  zones: ZoneJudge,
  zoneId: string,
): number {
  let last = first
  for (let i = first + 1; i < to; i++) {
    const inside = zonesAtRow(points, i, zones)
    if (!inside.some((zone) => zone.id === zoneId)) break
    last = i
  }
  return last
}

export function placeAt(points: PointColumns, i: number): LngLat {
  return [points.lng[i]!, points.lat[i]!]
}

export type CropContext = {
  readonly cropId: string | null
  /** Crop of the plot in the season of the flight. */
  readonly plotCropId: string | null
  readonly taskCropId: string | null
}

/** Place and time of all the work of a flight. */
export type WorkDone = { readonly place: LngLat | null; readonly cut: TrackCut }

export const cropAnomalies = (
  { cropId, plotCropId, taskCropId }: CropContext,
  { place, cut }: WorkDone,
): Anomaly[] => {
  if (cropId === null) return []
  const found: Anomaly[] = []
  if (plotCropId !== null && plotCropId !== cropId)
    found.push(
      buildAnomaly('wrong_crops', 'plot', cut.fromMs, place, { cropId, plotCropId, ...cut }),
    )
  if (taskCropId !== null && taskCropId !== cropId)
    found.push(
      buildAnomaly('wrong_crops', 'task', cut.fromMs, place, { cropId, taskCropId, ...cut }),
    )
  return found
}

/** A smaller claim is only a rounding error. */
export const MIN_CLAIM_M2 = 100

export type AcresContext = {
  readonly claimedAreaM2: number | null
  readonly coveredM2: number
  /**
   * The part of coveredM2 that other sorties of the same unified task had covered, null outside a
   * task.
   */
  readonly alreadyCoveredShare: number | null
}

export const acresAnomalies = (
  { claimedAreaM2, coveredM2, alreadyCoveredShare }: AcresContext,
  { place, cut }: WorkDone,
  thresholds: RuleThresholds,
): Anomaly[] => {
  const found: Anomaly[] = []
  if (
    claimedAreaM2 !== null &&
    Math.abs(claimedAreaM2 - coveredM2) > thresholds.claimErrorRatio * coveredM2 &&
    Math.max(claimedAreaM2, coveredM2) >= MIN_CLAIM_M2
  )
    found.push(
      buildAnomaly('wrong_acres', 'claim', cut.untilMs, place, {
        claimedAreaM2,
        coveredM2,
        limitErrorRatio: thresholds.claimErrorRatio,
        ...cut,
      }),
    )
  if (
    alreadyCoveredShare !== null &&
    alreadyCoveredShare > thresholds.alreadyCoveredRatio &&
    coveredM2 >= MIN_CLAIM_M2
  )
    found.push(
      buildAnomaly('wrong_acres', 'already_covered', cut.untilMs, place, {
        alreadyCoveredShare,
        coveredM2,
        limitAlreadyRatio: thresholds.alreadyCoveredRatio,
        ...cut,
      }),
    )
  return found
}
