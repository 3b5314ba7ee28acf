import { distanceBetweenM } from './lng-lat.ts'
import type { LngLat } from './lng-lat.ts'
import { sprays } from './spray-path.ts'
import type { PointColumns } from './telemetry-point.ts'
import type { AirZone, ZoneIndex } from './zone-index.ts'

/**
 * Every type of anomaly: its code on the wire and in tables (specification, section 3), and how
 * grave it is, 1 the gravest. Contract, records and labels follow from here.
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
   * With the type, names it within a sortie: the zone's id, or which part of the rule was broken.
   */
  readonly cause: string
  readonly tMs: number
  readonly lngLat: LngLat | null
  readonly evidence: Readonly<Record<string, string | number>>
}

function anomaly(
  type: AnomalyType,
  cause: string,
  tMs: number,
  lngLat: LngLat | null,
  evidence: Anomaly['evidence'],
): Anomaly {
  return { type, level: ANOMALY_TYPES[type].level, cause, tMs, lngLat, evidence }
}

/** Higher than this or faster is in the air; a device that tells neither is taken to be. */
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
 * Entries into zones as the points come, for any number of drones: raised at the second airborne
 * point in a row inside a zone, once per zone until the drone's next sortie. Keeps nothing of a
 * drone that is near no zone.
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

  /** A new sortie begins, or the drone is gone. */
  rearm(drone: K): void {
    this.#drones.delete(drone)
  }
}

/** Entries of rows [from, to), which are one sortie, as the live watch would have raised them. */
export function zoneEntries(
  points: PointColumns,
  from: number,
  to: number,
  zones: ZoneIndex<AirZone>,
): Anomaly[] {
  const watch = new ZoneWatch<null>()
  const found: Anomaly[] = []
  for (let i = from; i < to; i++) {
    const inside = zones.zonesAt(points.lng[i]!, points.lat[i]!, points.heightM[i]!, points.tMs[i]!)
    for (const id of watch.observe(
      null,
      inside.map((zone) => zone.id),
      isAirborne(points.heightM[i]!, points.speedMs[i]!),
    )) {
      found.push(
        anomaly(
          'intrude_nfz',
          id,
          points.tMs[i]!,
          placeAt(points, i),
          zoneEvidence(id, inside, points.heightM[i]!),
        ),
      )
    }
  }
  return found
}

/** What an entry is proved by; the zone's name as it was then. */
export function zoneEvidence(
  zoneId: string,
  inside: readonly AirZone[],
  heightM: number,
): Anomaly['evidence'] {
  const name = inside.find((zone) => zone.id === zoneId)?.name
  return { zoneId, ...(name === undefined ? {} : { zoneName: name }), ...known('heightM', heightM) }
}

function placeAt(points: PointColumns, i: number): LngLat {
  return [points.lng[i]!, points.lat[i]!]
}

function known(name: string, value: number): Record<string, number> {
  return Number.isNaN(value) ? {} : { [name]: value }
}

export const HOVER_SPEED_MS = 0.5
export const HOVER_HOLD_MS = 10_000
export const MAX_SPRAY_HEIGHT_M = 8
/** One high reading is noise. */
const HEIGHT_HOLD_MS = 3_000
export const MAX_FLOW_ERROR = 0.3
/** A pump takes some seconds to reach what it was told. */
const FLOW_HOLD_MS = 5_000
const MAX_GAP_MS = 15_000

/** Pump on while standing, too high, or with a flow that was not asked for; each at most once. */
export function blowingAnomalies(points: PointColumns, from: number, to: number): Anomaly[] {
  const hovering = heldFor(
    points,
    from,
    to,
    HOVER_HOLD_MS,
    (i) => speedAt(points, i, from) < HOVER_SPEED_MS,
  )
  const high = heldFor(
    points,
    from,
    to,
    HEIGHT_HOLD_MS,
    (i) => points.heightM[i]! > MAX_SPRAY_HEIGHT_M,
  )
  const flow = heldFor(points, from, to, FLOW_HOLD_MS, (i) => flowError(points, i) > MAX_FLOW_ERROR)
  const found: Anomaly[] = []
  const raise = (
    cause: string,
    held: Held | null,
    evidence: (i: number) => Anomaly['evidence'],
  ) => {
    if (held === null) return
    found.push(
      anomaly('blowing_anomaly', cause, points.tMs[held.first]!, placeAt(points, held.first), {
        seconds: (points.tMs[held.last]! - points.tMs[held.first]!) / 1000,
        ...evidence(held.last),
      }),
    )
  }
  raise('hovering', hovering, (i) => known('speedMs', points.speedMs[i]!))
  raise('too_high', high, (i) => ({ heightM: points.heightM[i]!, limitM: MAX_SPRAY_HEIGHT_M }))
  raise('flow_off', flow, (i) => ({
    flowLMin: points.flowLMin[i]!,
    commandedFlowLMin: points.commandedFlowLMin[i]!,
  }))
  return found
}

function flowError(points: PointColumns, i: number): number {
  const commanded = points.commandedFlowLMin[i]!
  return commanded > 0 ? Math.abs(points.flowLMin[i]! - commanded) / commanded : NaN
}

function speedAt(points: PointColumns, i: number, from: number): number {
  const told = points.speedMs[i]!
  if (!Number.isNaN(told)) return told
  const seconds = i > from ? (points.tMs[i]! - points.tMs[i - 1]!) / 1000 : 0
  if (!(seconds > 0)) return NaN
  return (
    distanceBetweenM(points.lng[i - 1]!, points.lat[i - 1]!, points.lng[i]!, points.lat[i]!) /
    seconds
  )
}

type Held = { first: number; last: number }

/** The first stretch, pump on throughout, in which something held long enough; to its end. */
function heldFor(
  points: PointColumns,
  from: number,
  to: number,
  holdMs: number,
  holds: (i: number) => boolean,
): Held | null {
  let first = -1
  for (let i = from; i <= to; i++) {
    const broken = i === to || (first >= 0 && points.tMs[i]! - points.tMs[i - 1]! > MAX_GAP_MS)
    const on = i < to && sprays(points, i) && holds(i)
    if (first >= 0 && (broken || !on)) {
      if (points.tMs[i - 1]! - points.tMs[first]! >= holdMs) return { first, last: i - 1 }
      first = -1
    }
    if (on && first < 0) first = i
  }
  return null
}

export type CropContext = {
  readonly cropId: string | null
  readonly plotCropId: string | null
  readonly taskCropId: string | null
}

export function cropAnomalies(
  context: CropContext,
  startMs: number,
  place: LngLat | null,
): Anomaly[] {
  const { cropId, plotCropId, taskCropId } = context
  const found: Anomaly[] = []
  if (cropId === null) return found
  if (plotCropId !== null && plotCropId !== cropId)
    found.push(anomaly('wrong_crops', 'plot', startMs, place, { cropId, plotCropId }))
  if (taskCropId !== null && taskCropId !== cropId)
    found.push(anomaly('wrong_crops', 'task', startMs, place, { cropId, taskCropId }))
  return found
}

/** One observation at a place near the sortie. Null where it was not measured. */
export type Weather = {
  readonly tMs: number
  readonly windMs: number | null
  readonly rainMmH: number | null
  readonly temperatureC: number | null
}

export const MAX_WIND_MS = 8
export const MAX_TEMPERATURE_C = 35
/** An observation holds until the next one, at most for this long. */
const WEATHER_HOLDS_MS = 3_600_000

export function weatherAnomalies(
  points: PointColumns,
  from: number,
  to: number,
  observations: readonly Weather[],
): Anomaly[] {
  const sorted = observations.toSorted((a, b) => a.tMs - b.tMs)
  const found = new Map<string, Anomaly>()
  sorted.forEach((weather, w) => {
    const untilMs = Math.min(sorted[w + 1]?.tMs ?? Infinity, weather.tMs + WEATHER_HOLDS_MS)
    const broken: (readonly [string, Anomaly['evidence']])[] = []
    if (weather.windMs !== null && weather.windMs > MAX_WIND_MS)
      broken.push(['wind', { windMs: weather.windMs, limitMs: MAX_WIND_MS }])
    if (weather.rainMmH !== null && weather.rainMmH > 0)
      broken.push(['rain', { rainMmH: weather.rainMmH }])
    if (weather.temperatureC !== null && weather.temperatureC > MAX_TEMPERATURE_C) {
      broken.push(['heat', { temperatureC: weather.temperatureC, limitC: MAX_TEMPERATURE_C }])
    }
    if (broken.every(([cause]) => found.has(cause))) return
    for (let i = from; i < to; i++) {
      if (points.tMs[i]! < weather.tMs || points.tMs[i]! >= untilMs || !sprays(points, i)) continue
      for (const [cause, evidence] of broken) {
        if (!found.has(cause))
          found.set(
            cause,
            anomaly('abnormal_weather', cause, points.tMs[i]!, placeAt(points, i), evidence),
          )
      }
      break
    }
  })
  return [...found.values()]
}

export const MAX_CLAIM_ERROR = 0.15
export const MAX_ALREADY_COVERED = 0.2
/** A claim of less than this is a rounding of nothing. */
const MIN_CLAIM_M2 = 100

export type AcresContext = {
  readonly claimedAreaM2: number | null
  readonly coveredM2: number
  /**
   * The part of coveredM2 that other sorties of the same unified task had covered, null outside a
   * task.
   */
  readonly alreadyCoveredShare: number | null
}

export function acresAnomalies(
  context: AcresContext,
  endMs: number,
  place: LngLat | null,
): Anomaly[] {
  const { claimedAreaM2, coveredM2, alreadyCoveredShare } = context
  const found: Anomaly[] = []
  if (claimedAreaM2 !== null) {
    const off = Math.abs(claimedAreaM2 - coveredM2)
    if (off > MAX_CLAIM_ERROR * coveredM2 && Math.max(claimedAreaM2, coveredM2) >= MIN_CLAIM_M2) {
      found.push(anomaly('wrong_acres', 'claim', endMs, place, { claimedAreaM2, coveredM2 }))
    }
  }
  if (
    alreadyCoveredShare !== null &&
    alreadyCoveredShare > MAX_ALREADY_COVERED &&
    coveredM2 >= MIN_CLAIM_M2
  ) {
    found.push(
      anomaly('wrong_acres', 'already_covered', endMs, place, { alreadyCoveredShare, coveredM2 }),
    )
  }
  return found
}

export type AnomalyContext = CropContext &
  AcresContext & {
    readonly zones: ZoneIndex<AirZone>
    readonly weather: readonly Weather[]
    /** Where the sortie's work is. */
    readonly place: LngLat | null
  }

/**
 * All five rules over one sortie, in rows [from, to) of a sorted table. Each type and cause at most
 * once.
 */
export function detectAnomalies(
  points: PointColumns,
  span: {
    readonly fromIndex: number
    readonly toIndex: number
    readonly startMs: number
    readonly endMs: number
  },
  context: AnomalyContext,
): Anomaly[] {
  return [
    ...zoneEntries(points, span.fromIndex, span.toIndex, context.zones),
    ...blowingAnomalies(points, span.fromIndex, span.toIndex),
    ...cropAnomalies(context, span.startMs, context.place),
    ...weatherAnomalies(points, span.fromIndex, span.toIndex, context.weather),
    ...acresAnomalies(context, span.endMs, context.place),
  ]
}
