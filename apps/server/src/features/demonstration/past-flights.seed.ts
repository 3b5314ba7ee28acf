// A year of work: each drone's days, each day's flights, their records chained by hash. The last
// days keep their tracks.
import { ANOMALY_TYPES } from '@swath/domain/anomaly-rules'
import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import type { DeviceEvent } from '@swath/domain/device-event'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { Random } from '@swath/simulator/random'
import { pack, sha256, anomalyIdOf, sortieIdOf } from '../../gateway/tracks/public.ts'
import { recordHash } from '../../gateway/recompute/public.ts'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import type { Row } from './demonstration.queries.ts'
import { templateStartMs, type FlightPool, type TemplateFlight } from './template-flights.seed.ts'
import type { WorldDrone } from './world-rows.seed.ts'

const dayMs = 86_400_000
const daysOfRecords = 365
const daysOfTracks = 3
/** Of a drone in a full year. */
const workDays = 42
/** Every month sees some flights: the greenhouse edge, weeds, a late field. */
const leastOfSeason = 3
/** From plot to plot. */
const truckSpeedMs = 9
/** Nothing is put so near to now that the living fleet could meet it. */
const quietBeforeNowMs = 15 * 60_000

export type PastRows = {
  sorties: Row[]
  records: Row[]
  chunks: Row[]
  events: Row[]
  anomalies: Row[]
  state: Row | null
}

type Placed = {
  readonly flight: TemplateFlight
  readonly startMs: number
  readonly pilotId: string | null
  readonly weather: boolean
  readonly simulated?: true
}

/** Everything of one drone, in the order of time. */
export const pastOf = (drone: WorldDrone, pool: FlightPool, nowMs: number): PastRows => {
  const rows: PastRows = {
    sorties: [],
    records: [],
    chunks: [],
    events: [],
    anomalies: [],
    state: null,
  }
  let previous: Buffer = Buffer.alloc(0)
  let number = 0
  for (const placed of placedFlights(drone, pool, nowMs)) {
    previous = addFlight(rows, drone, placed, ++number, previous, nowMs)
  }
  for (const placed of placedSimulated(drone, pool, nowMs))
    addFlight(rows, drone, placed, ++number, previous, nowMs)
  return rows
}

/** Share of the drones that have simulated flights, and how many days ago. */
const simulatedShare = 0.15
const simulatedAges = [1, 2, 2, 6, 9, 15, 27, 44, 80]

/**
 * In the simulator, over noon, when nobody sprays. A drone that tells no take-off cannot say that
 * it is none.
 */
const placedSimulated = function* (
  drone: WorldDrone,
  pool: FlightPool,
  nowMs: number,
): Generator<Placed> {
  const random = new Random(`demonstration/practice/${drone.id}`)
  const flight = pool.byPlot[0]?.[0]
  if (!flight?.span.takeoffEvent || !random.chance(simulatedShare)) return
  const today = Math.floor((nowMs + drone.district.utcOffsetH * 3_600_000) / dayMs)
  for (const [i, age] of simulatedAges.entries()) {
    if (age >= drone.ageDays) return
    const localMidnightMs = (today - age) * dayMs - drone.district.utcOffsetH * 3_600_000
    const startMs =
      localMidnightMs + Math.round((12.4 + (i % 2) + random.between(0, 0.4)) * 3_600_000)
    yield {
      flight,
      startMs,
      pilotId: drone.pilotIds.length > 0 ? random.pick(drone.pilotIds) : null,
      weather: false,
      simulated: true,
    }
  }
}

const placedFlights = function* (
  drone: WorldDrone,
  pool: FlightPool,
  nowMs: number,
): Generator<Placed> {
  const random = new Random(`demonstration/past/${drone.id}`)
  const season = drone.district.season.map((share) => Math.max(leastOfSeason, share))
  const ofSeason = season.reduce((sum, share) => sum + share, 0)
  const today = Math.floor((nowMs + drone.district.utcOffsetH * 3_600_000) / dayMs)
  const latestMs = nowMs - quietBeforeNowMs
  for (let age = Math.min(daysOfRecords, drone.ageDays - 1); age >= 0; age--) {
    const localMidnightMs = (today - age) * dayMs - drone.district.utcOffsetH * 3_600_000
    const month = new Date(localMidnightMs + dayMs / 2).getUTCMonth()
    const chance = age <= daysOfTracks ? 0.55 : ((workDays / 30.4) * season[month]!) / ofSeason
    const morning = random.chance(0.65)
    const flights = random.integer(4, 10)
    const pilotId = drone.pilotIds.length > 0 ? random.pick(drone.pilotIds) : null
    let startMs =
      localMidnightMs +
      Math.round((morning ? random.between(5.5, 8) : random.between(15.4, 16.8)) * 3_600_000)
    if (!random.chance(Math.min(0.9, chance))) continue
    let truck: LngLat | null = null
    for (const flight of dayFlights(pool, flights, age <= 30 ? 0.045 : 0.01, random)) {
      const durationMs = flight.lastMs - flight.firstMs
      if (truck !== null)
        startMs += Math.round((distanceM(truck, flight.plot.takeoff) / truckSpeedMs) * 1000)
      truck = flight.plot.takeoff
      if (startMs + durationMs > latestMs) return
      yield {
        flight,
        startMs,
        pilotId,
        weather: age > daysOfTracks && age <= 30 && random.chance(0.012),
      }
      startMs += durationMs + Math.round(1000 * random.between(30, random.chance(0.5) ? 60 : 260))
    }
  }
}

/** Plot after plot; now and then the first flight of a plot goes wrong. */
const dayFlights = function* (
  pool: FlightPool,
  count: number,
  shareOfIncidents: number,
  random: Random,
): Generator<TemplateFlight> {
  for (let flown = 0; flown < count;) {
    for (const flight of random.pick(pool.byPlot)) {
      if (flown >= count) return
      flown++
      yield pool.incidents.length > 0 && random.chance(shareOfIncidents)
        ? random.pick(pool.incidents)
        : flight
    }
  }
}

const iso = (timeMs: number): string => new Date(timeMs).toISOString()
const hex = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

const addFlight = (
  rows: PastRows,
  drone: WorldDrone,
  { flight, startMs, pilotId, weather, simulated }: Placed,
  number: number,
  previous: Buffer,
  nowMs: number,
): Buffer => {
  const { span, record } = flight
  const movedMs = startMs - templateStartMs
  const boot = Math.floor(startMs / 1000).toString(36)
  const told = span.takeoffEvent !== null
  const event = (one: DeviceEvent): DeviceEvent => ({
    ...one,
    tMs: one.tMs + movedMs,
    boot,
    number,
    pilotId,
    ...(simulated && one.type === 'takeoff' ? { simulated } : {}),
  })
  const takeoffEvent = span.takeoffEvent && event(span.takeoffEvent)
  const sortie = {
    startMs: span.startMs + movedMs,
    endMs: span.endMs + movedMs,
    boot,
    number: told ? number : null,
    takeoffEvent,
  }
  const sortieId = sortieIdOf(drone.id, sortie)
  const owners = {
    manufacturer_id: drone.model.manufacturerId,
    operator_id: drone.operatorId,
    tenant_id: drone.tenantId,
  }
  const regionCode = flight.plot.regionCode
  const moved = {
    ...record,
    startMs: sortie.startMs,
    endMs: sortie.endMs,
    pilotId: told ? pilotId : null,
    droneId: drone.id,
  }

  const bytes = flight.track.at(flight.trackFirstMs + movedMs, boot)
  const trackHash = sha256(bytes)
  const hash = recordHash(moved, trackHash, previous)

  rows.sorties.push({
    drone_id: drone.id,
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
      `(${record.bounds.maxLng},${record.bounds.maxLat}),(${record.bounds.minLng},${record.bounds.minLat})`,
    ...owners,
    pilot_id: moved.pilotId,
    region_code: regionCode,
    simulated: simulated ?? false,
  })
  if (nowMs - sortie.endMs < daysOfTracks * dayMs)
    addTrack(
      rows,
      drone.id,
      sortieId,
      flight,
      movedMs,
      boot,
      bytes,
      trackHash,
      takeoffEvent,
      span.landingEvent && event(span.landingEvent),
    )
  if (simulated) return previous
  rows.records.push({
    drone_id: drone.id,
    sortie_id: sortieId,
    start_at: iso(sortie.startMs),
    end_at: iso(sortie.endMs),
    ...owners,
    pilot_id: moved.pilotId,
    plot_id: record.plotId,
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
    outside_plot_ratio: record.outsidePlotShare,
    claimed_m2: record.claimedAreaM2,
    track_hash: hex(trackHash),
    previous_hash: hex(previous),
    hash: hex(hash),
  })
  for (const anomaly of [...flight.anomalies, ...(weather ? [windAt(flight)] : [])]) {
    const place = anomaly.lngLat ?? flight.last
    rows.anomalies.push({
      drone_id: drone.id,
      id: anomalyIdOf(drone.id, sortieId, ANOMALY_TYPES[anomaly.type].code, anomaly.cause),
      sortie_id: sortieId,
      type: ANOMALY_TYPES[anomaly.type].code,
      level: anomaly.level,
      cause: anomaly.cause,
      at: iso(anomaly.tMs + movedMs),
      lng: place[0],
      lat: place[1],
      evidence: anomaly.evidence,
      replayed: false,
      ...owners,
      region_code: regionCode,
      created_at: iso(anomaly.tMs + movedMs + 1000),
    })
  }
  rows.state = {
    drone_id: drone.id,
    last_message_at: iso(flight.lastMs + movedMs),
    last_point_at: iso(flight.lastMs + movedMs),
    lng: flight.last[0],
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
  }
  return hash
}

const windAt = ({ record, span }: TemplateFlight) =>
  ({
    type: 'abnormal_weather',
    level: 2,
    cause: 'wind',
    tMs: span.startMs + 60_000,
    lngLat: record.middle,
    evidence: { windMs: 9.4, limitMs: 8 },
  }) as const

const addTrack = (
  rows: PastRows,
  droneId: string,
  sortieId: string,
  flight: TemplateFlight,
  movedMs: number,
  boot: string,
  bytes: Buffer,
  hash: Buffer,
  takeoff: DeviceEvent | null,
  landing: DeviceEvent | null,
): void => {
  const chunk = (
    id: string | null,
    track: Uint8Array,
    trackHash: Buffer,
    fromMs: number,
    untilMs: number,
    points: number,
  ): void => {
    rows.chunks.push({
      drone_id: droneId,
      id: uuidFromHash(sha256(JSON.stringify([droneId, id, false]), trackHash)),
      sortie_id: id,
      rejected: false,
      from_at: iso(fromMs),
      until_at: iso(untilMs),
      point_count: points,
      columns: hex(pack(track)),
    })
  }
  const { before, after, record } = flight
  chunk(
    sortieId,
    bytes,
    hash,
    flight.trackFirstMs + movedMs,
    flight.trackLastMs + movedMs,
    record.pointCount,
  )
  for (const ground of [before, after]) {
    if (ground.length === 0) continue
    const track = encodeTrack(movedPoints(ground, movedMs, boot))
    chunk(
      null,
      track,
      sha256(track),
      ground.tMs[0]! + movedMs,
      ground.tMs[ground.length - 1]! + movedMs,
      ground.length,
    )
  }
  for (const event of [takeoff, landing]) {
    if (event === null) continue
    rows.events.push({
      drone_id: droneId,
      at: iso(event.tMs),
      boot,
      seq: event.seq,
      type: event.type,
      sortie_number: event.number,
      folded: true,
      payload: {
        claimedAreaM2: event.claimedAreaM2,
        pilotId: event.pilotId,
        cropId: event.cropId,
        chemical: event.chemical,
        plotId: event.plotId,
        ...(event.simulated ? { simulated: true } : {}),
      },
    })
  }
}

const movedPoints = (points: PointColumns, movedMs: number, boot: string): PointColumns => {
  const moved = points.slice(0, points.length)
  for (let i = 0; i < moved.length; i++) moved.tMs[i] = moved.tMs[i]! + movedMs
  moved.boots.splice(0, moved.boots.length, boot)
  return moved
}
