// The rows of a template's flight, moved to the place and time of a drone's flight.
import { ANOMALY_TYPES, type Evidence } from '@swath/domain/anomaly-rules'
import type { DeviceEvent } from '@swath/domain/device-event'
import { toWeatherCell } from '@swath/domain/weather-cell'
import {
  computeAnomalyId,
  computeSortieId,
  computeSuspicionId,
} from '@swath/server/gateway/tracks/public'
import { weatherColumns, type FlightEvents } from '@swath/server/gateway/recompute/public'
import type { Row } from './demonstration.queries.ts'
import { lngSteps, templateStartMs } from './moved-track.seed.ts'
import type { TemplateFlight } from './template-flights.seed.ts'
import type { WorldDrone } from './world-rows.seed.ts'

export type PastRows = {
  sorties: Row[]
  records: Row[]
  chunks: Row[]
  events: Row[]
  /** Areas covered on plots. */
  sprayings: Row[]
  anomalies: Row[]
  suspicions: Row[]
  weather: Row[]
  /** Sorties whose records have all their sources stored. */
  made: string[]
  state: Row | null
}

export type Placed = {
  readonly flight: TemplateFlight
  readonly startMs: number
  readonly pilotId: string | null
  readonly simulated?: true
  /**
   * Distance to the east of the template's plot, steps of longitude (negative: west), on a field
   * that is not drawn; absent: on the plot.
   */
  readonly eastSteps?: number
  /** The plot there, if one is drawn. */
  readonly fieldId?: string | null
}

/** Rounded to the precision of tracks. */
const moveEast = (lng: number, steps: number): number =>
  steps === 0 ? lng : (Math.round(lng * lngSteps) + steps) / lngSteps

export const iso = (timeMs: number): string => new Date(timeMs).toISOString()
export const hex = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** A template's flight, moved to the place and time of a drone's flight. */
export type Flown = {
  readonly droneId: string
  readonly flight: TemplateFlight
  readonly movedMs: number
  readonly eastSteps: number
  /** Null: on a field that is not drawn. */
  readonly plotId: string | null
  readonly regionCode: string
  readonly boot: string
  readonly sortieId: string
  readonly sortie: {
    readonly startMs: number
    readonly endMs: number
    readonly number: number | null
    readonly takeoffEvent: DeviceEvent | null
    readonly landingEvent: DeviceEvent | null
  }
  readonly owners: {
    readonly manufacturer_id: string
    readonly operator_id: string | null
    readonly tenant_id: string | null
  }
  readonly pilotId: string | null
  /** Bit n: it has an alarm of type n, as the database's triggers compute it. */
  readonly alarmTypes: number
}

export const flownBy = (
  drone: WorldDrone,
  { flight, startMs, pilotId, simulated, eastSteps = 0, fieldId = null }: Placed,
  number: number,
): Flown => {
  const { span } = flight
  const movedMs = startMs - templateStartMs
  const boot = Math.floor(startMs / 1000).toString(36)
  const isReported = span.takeoffEvent !== null
  const event = (one: DeviceEvent): DeviceEvent => ({
    ...one,
    tMs: one.tMs + movedMs,
    boot,
    number,
    pilotId,
    ...(simulated && one.type === 'takeoff' ? { simulated } : {}),
  })
  const sortie = {
    startMs: span.startMs + movedMs,
    endMs: span.endMs + movedMs,
    boot,
    number: isReported ? number : null,
    takeoffEvent: span.takeoffEvent && event(span.takeoffEvent),
  }
  return {
    droneId: drone.id,
    flight,
    movedMs,
    eastSteps,
    plotId: eastSteps === 0 ? flight.record.plotId : flight.record.plotId && fieldId,
    regionCode: eastSteps === 0 || fieldId !== null ? flight.plot.regionCode : drone.regionCode,
    boot,
    sortieId: computeSortieId(drone.id, sortie),
    sortie: { ...sortie, landingEvent: span.landingEvent && event(span.landingEvent) },
    owners: {
      manufacturer_id: drone.model.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
    },
    pilotId: isReported ? pilotId : null,
    alarmTypes: simulated
      ? 0
      : flight.anomalies.reduce((types, { type }) => types | (1 << ANOMALY_TYPES[type].code), 0),
  }
}

export const sortieRow = (
  {
    droneId,
    flight: { span, record },
    eastSteps,
    regionCode,
    boot,
    sortieId,
    sortie,
    owners,
    pilotId,
    alarmTypes,
  }: Flown,
  simulated: boolean,
): Row => ({
  drone_id: droneId,
  id: sortieId,
  number: sortie.number,
  boot,
  state: 'closed',
  close_reason: span.closeReason,
  start_at: iso(sortie.startMs),
  end_at: iso(sortie.endMs),
  point_count: record.pointCount,
  bounds:
    record.bounds &&
    `(${moveEast(record.bounds.maxLng, eastSteps)},${record.bounds.maxLat}),(${moveEast(record.bounds.minLng, eastSteps)},${record.bounds.minLat})`,
  ...owners,
  pilot_id: pilotId,
  region_code: regionCode,
  simulated,
  alarm_types: alarmTypes,
})

type Hashes = {
  readonly track: Buffer
  /** Null for older days: only the last ones keep the sources of their records. */
  readonly events: FlightEvents | null
  readonly previous: Buffer
  readonly own: Buffer
}

export const recordRow = (
  {
    droneId,
    flight: { record },
    plotId,
    regionCode,
    sortieId,
    sortie,
    owners,
    pilotId,
    alarmTypes,
  }: Flown,
  hashes: Hashes,
): Row => ({
  drone_id: droneId,
  sortie_id: sortieId,
  start_at: iso(sortie.startMs),
  end_at: iso(sortie.endMs),
  ...owners,
  pilot_id: pilotId,
  plot_id: plotId,
  crop_id: record.cropId,
  chemical: record.chemical,
  region_code: regionCode,
  mode: record.mode,
  duration_s: record.durationS,
  distance_m: record.distanceM,
  spray_s: record.spraySeconds,
  spray_l: record.sprayL,
  spray_l_source: record.sprayLSource,
  height_m: record.meanHeightM,
  speed_ms: record.meanSpeedMs,
  flow_l_min: record.meanFlowLMin,
  width_m: record.swathWidthM,
  covered_m2: record.coveredM2,
  swept_m2: record.sweptM2,
  repeated_m2: record.repeatedM2,
  overlap_ratio: record.overlapRatio,
  outside_plot_ratio: plotId === null ? null : record.outsidePlotShare,
  claimed_m2: record.claimedAreaM2,
  track_hash: hex(hashes.track),
  events: hashes.events && hashes.events.text,
  events_hash: hashes.events && hex(hashes.events.hash),
  previous_hash: hex(hashes.previous),
  hash: hex(hashes.own),
  alarm_types: alarmTypes,
})

/** On the template's plots, or on the one field that it was moved to. */
export const sprayingRows = ({
  droneId,
  flight: { record },
  eastSteps,
  plotId,
  sortieId,
  sortie,
}: Flown): Row[] => {
  const rowOf = (sprayed: string, coveredM2: number): Row => ({
    drone_id: droneId,
    sortie_id: sortieId,
    plot_id: sprayed,
    start_at: iso(sortie.startMs),
    covered_m2: coveredM2,
  })
  if (eastSteps === 0) return record.plotSprayings.map((one) => rowOf(one.plotId, one.coveredM2))
  const own = record.plotSprayings.find((one) => one.plotId === record.plotId)
  return plotId !== null && own ? [rowOf(plotId, own.coveredM2)] : []
}

/** The evidence, with its times moved like the flight. */
const movedEvidence = (evidence: Evidence, movedMs: number): Evidence => ({
  ...evidence,
  ...Object.fromEntries(
    (['fromMs', 'untilMs'] as const).flatMap((name) => {
      const tMs = evidence[name]
      return typeof tMs === 'number' ? [[name, tMs + movedMs]] : []
    }),
  ),
})

export const anomalyRows = ({
  droneId,
  flight,
  movedMs,
  eastSteps,
  regionCode,
  sortieId,
  owners,
}: Flown): Row[] =>
  flight.anomalies.map((anomaly) => {
    const place = anomaly.lngLat ?? flight.last
    return {
      drone_id: droneId,
      id: computeAnomalyId(droneId, sortieId, ANOMALY_TYPES[anomaly.type].code, anomaly.cause),
      sortie_id: sortieId,
      type: ANOMALY_TYPES[anomaly.type].code,
      level: anomaly.level,
      cause: anomaly.cause,
      at: iso(anomaly.tMs + movedMs),
      lng: moveEast(place[0], eastSteps),
      lat: place[1],
      evidence: movedEvidence(anomaly.evidence, movedMs),
      replayed: false,
      ...owners,
      region_code: regionCode,
      created_at: iso(anomaly.tMs + movedMs + 1000),
    }
  })

export const suspicionRows = ({
  droneId,
  flight,
  movedMs,
  eastSteps,
  regionCode,
  sortieId,
  owners,
}: Flown): Row[] =>
  flight.suspicions.map(({ cause, tMs, lngLat, evidence }) => ({
    drone_id: droneId,
    id: computeSuspicionId(droneId, sortieId, cause, null),
    sortie_id: sortieId,
    cause,
    at: iso(tMs + movedMs),
    lng: moveEast(lngLat[0], eastSteps),
    lat: lngLat[1],
    evidence: movedEvidence(evidence, movedMs),
    ...owners,
    region_code: regionCode,
  }))

/** None for a drone that does not measure the weather. */
export const weatherRows = ({ droneId, flight, eastSteps, sortieId, sortie }: Flown): Row[] => {
  const { record, weather } = flight
  if (weather.source === null || record.middle === null) return []
  const [lng, lat] = record.middle
  const cell = toWeatherCell([moveEast(lng, eastSteps), lat])
  return [
    {
      drone_id: droneId,
      sortie_id: sortieId,
      start_at: iso(sortie.startMs),
      end_at: iso(sortie.endMs),
      ...weatherColumns(cell, weather),
      wanted: false,
      tries: 0,
    },
  ]
}

/** The drone's state on the ground after its last message. */
export const stateRow = ({
  droneId,
  flight,
  movedMs,
  eastSteps,
  regionCode,
  boot,
}: Flown): Row => ({
  drone_id: droneId,
  last_message_at: iso(flight.lastMs + movedMs),
  last_point_at: iso(flight.lastMs + movedMs),
  lng: moveEast(flight.last[0], eastSteps),
  lat: flight.last[1],
  height_m: 0,
  speed_ms: 0,
  heading_deg: 0,
  flow_l_min: 0,
  tank_l: 0,
  battery_percent: 40,
  link_percent: 90,
  flight: 'offline',
  region_code: regionCode,
  boot,
})
