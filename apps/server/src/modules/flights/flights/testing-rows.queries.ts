// Inserts drones and their flights as the pipeline would leave them, for tests of several features.
import type { Insertable } from 'kysely'
import type { DeviceEvent } from '@swath/domain/device-event'
import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import type { WorkMode } from '@swath/domain/figures'
import { packTrack, sha256 } from '../../../gateway/tracks/chunk.ts'
import { insertEvents } from '../../../gateway/checkpoint/checkpoint.queries.ts'
import { coverEvents } from '../../../gateway/recompute/flight-events.ts'
import { writeRecords } from '../../../gateway/recompute/record-chain.queries.ts'
import { tx, type Db } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'

let made = 0
const nextNumber = (): number => ++made

export const insertModel = async (
  db: Db,
  manufacturerId: string,
  name = `Model ${nextNumber()}`,
): Promise<string> => {
  const id = uuidv7(Date.now())
  await db
    .insertInto('drone_model')
    .values({
      id,
      manufacturer_id: manufacturerId,
      name,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5.5,
    })
    .execute()
  return id
}

export type TestDrone = {
  id: string
  manufacturerId: string
  operatorId: string | null
  tenantId: string | null
  regionCode: string
}

export const insertDroneRow = async (
  db: Db,
  {
    modelId,
    manufacturerId,
    operatorId = null,
    tenantId = null,
    ...given
  }: Partial<Insertable<Database['drone']>> & {
    modelId: string
    manufacturerId: string
    operatorId?: string | null
    tenantId?: string | null
  },
): Promise<TestDrone> => {
  const id = given.id ?? `T${String(nextNumber()).padStart(6, '0')}-${Date.now().toString(36)}`
  const regionCode = given.region_code ?? '156330106'
  await db
    .insertInto('drone')
    .values({
      name: `Drone ${id}`,
      spray_width_m: 5.5,
      ...given,
      id,
      model_id: modelId,
      manufacturer_id: manufacturerId,
      operator_id: operatorId,
      tenant_id: tenantId,
      region_code: regionCode,
    })
    .execute()
  return { id, manufacturerId, operatorId, tenantId, regionCode }
}

/** Points along a parallel at 5 m/s, once a second, spraying, with the differences in `change`. */
export const pointsEast = (
  startMs: number,
  count: number,
  change: (i: number) => Partial<TelemetryPoint> = () => ({}),
): TelemetryPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    tMs: startMs + i * 1000,
    lng: 120.15 + (i * 5) / 96_262,
    lat: 30.25,
    heightM: 3,
    speedMs: 5,
    headingDeg: 90,
    flowLMin: 2.4,
    pumpOn: true,
    swathWidthM: 5.5,
    tankL: 10,
    batteryPercent: 80,
    linkPercent: 90,
    fix: 3,
    satellites: 20,
    mode: 3,
    boot: 'k1',
    seq: i,
    ...change(i),
  }))

export type TestFlight = {
  startMs: number
  durationS?: number
  coveredM2?: number
  sprayL?: number
  overlapRatio?: number
  pilotId?: string | null
  regionCode?: string | null
  points?: TelemetryPoint[]
  events?: DeviceEvent[]
  open?: boolean
  mode?: WorkMode | null
  plotId?: string | null
  cropId?: string | null
  chemical?: string | null
  number?: number
  /** Simulated flights have no record. */
  simulated?: boolean
}

const insertTrack = async (
  db: Db,
  drone: TestDrone,
  sortieId: string | null,
  { startMs, endMs, points }: { startMs: number; endMs: number; points: readonly TelemetryPoint[] },
): Promise<void> => {
  await db
    .insertInto('track_chunk')
    .values({
      drone_id: drone.id,
      id: uuidv7(startMs),
      sortie_id: sortieId,
      from_at: new Date(startMs),
      until_at: new Date(endMs),
      point_count: points.length,
      columns: packTrack(PointColumns.of(points)),
    })
    .execute()
}

type RecordToWrite = Parameters<typeof writeRecords>[4][number]

/** An account's own product. @returns its id */
export const insertOwnChemical = async (
  db: Db,
  accountId: string,
  name: string,
): Promise<string> => {
  const id = uuidv7(0)
  await db
    .insertInto('chemical')
    .values({
      id,
      account_id: accountId,
      names: JSON.stringify({ 'en': name, 'zh-CN': name, 'zh-TW': name, 'th': name, 'ko': name }),
      kind: 'fungicide',
    })
    .execute()
  return id
}

/** The record of a flight with default figures, except those that are given. */
export const toRecord = (
  drone: TestDrone,
  given: Pick<
    RecordToWrite,
    | 'sortieId'
    | 'regionCode'
    | 'trackHash'
    | 'events'
    | 'startMs'
    | 'endMs'
    | 'durationS'
    | 'sprayL'
    | 'mode'
    | 'coveredM2'
    | 'overlapRatio'
    | 'plotId'
    | 'pilotId'
    | 'cropId'
    | 'chemical'
  >,
): RecordToWrite => ({
  ...given,
  manufacturerId: drone.manufacturerId,
  operatorId: drone.operatorId,
  tenantId: drone.tenantId,
  distanceM: given.durationS * 5,
  spraySeconds: given.durationS - 60,
  sprayLSource: 'flow',
  meanHeightM: 3,
  meanSpeedMs: 5,
  meanFlowLMin: 2.5,
  swathWidthM: 5.5,
  sweptM2: given.coveredM2 * 1.1,
  repeatedM2: given.coveredM2 * given.overlapRatio,
  outsidePlotShare: given.plotId === null ? null : 0.02,
  claimedAreaM2: null,
  plotSprayings:
    given.plotId === null
      ? []
      : [{ plotId: given.plotId, coveredM2: given.coveredM2 * 0.98, strips: null }],
})

/**
 * Inserts a sortie, closed and with its record and track unless `open` or `simulated`.
 * @returns its id
 */
export const insertFlight = async (
  db: Db,
  drone: TestDrone,
  flight: TestFlight,
): Promise<string> => {
  const { startMs, durationS = 600, pilotId = null, open = false, events = [] } = flight
  const id = uuidv7(startMs)
  const endMs = startMs + durationS * 1000
  const regionCode = flight.regionCode === undefined ? drone.regionCode : flight.regionCode
  await db
    .insertInto('sortie')
    .values({
      drone_id: drone.id,
      id,
      number: flight.number ?? null,
      state: open ? 'open' : 'closed',
      close_reason: open ? null : 'landing',
      start_at: new Date(startMs),
      end_at: new Date(endMs),
      point_count: flight.points?.length ?? 0,
      bounds: null,
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      pilot_id: pilotId,
      region_code: regionCode,
      simulated: flight.simulated ?? false,
    })
    .execute()
  if (flight.points)
    await insertTrack(db, drone, open ? null : id, { startMs, endMs, points: flight.points })
  if (events.length > 0)
    await tx(db, (trx) =>
      insertEvents(
        trx,
        events.map((event) => ({ droneId: drone.id, event })),
      ),
    )
  if (!open && !flight.simulated) await recordFlight(db, drone, id, flight)
  return id
}

/** Replaces the record of a flight, as recomputing does. */
export const recordFlight = async (
  db: Db,
  drone: TestDrone,
  id: string,
  flight: TestFlight,
): Promise<void> => {
  const {
    startMs,
    durationS = 600,
    coveredM2 = 10_000,
    sprayL = 20,
    overlapRatio = 0.05,
    pilotId = null,
    mode = 3,
    plotId = null,
    cropId = null,
    chemical = null,
    events = [],
  } = flight
  const endMs = startMs + durationS * 1000
  const regionCode = flight.regionCode === undefined ? drone.regionCode : flight.regionCode
  const track = encodeTrack(PointColumns.of(flight.points ?? []))
  await tx(db, (trx) =>
    writeRecords(trx, drone.id, startMs, startMs, [
      toRecord(drone, {
        sortieId: id,
        regionCode,
        trackHash: sha256(track),
        events: coverEvents(events),
        startMs,
        endMs,
        durationS,
        sprayL,
        mode,
        coveredM2,
        overlapRatio,
        plotId,
        pilotId,
        cropId,
        chemical,
      }),
    ]),
  )
}

export const insertTotal = (
  db: Db,
  droneId: string,
  total: { sorties: number; coveredM2: number; lastMs: number; durationS?: number },
) =>
  db
    .insertInto('drone_total')
    .values({
      drone_id: droneId,
      sortie_count: total.sorties,
      duration_s: total.durationS ?? total.sorties * 600,
      covered_m2: total.coveredM2,
      swept_m2: total.coveredM2 * 1.1,
      spray_l: total.sorties * 20,
      last_sortie_at: new Date(total.lastMs),
    })
    .execute()

export const insertState = (
  db: Db,
  droneId: string,
  state: {
    flight: 'offline' | 'ground' | 'flying' | 'spraying'
    lastMs: number
    lng?: number
    lat?: number
  },
) =>
  db
    .insertInto('drone_state')
    .values({
      drone_id: droneId,
      last_message_at: new Date(state.lastMs),
      last_point_at: new Date(state.lastMs),
      lng: state.lng ?? 120.15,
      lat: state.lat ?? 30.25,
      height_m: 3,
      speed_ms: 5,
      heading_deg: 90,
      flow_l_min: 2.4,
      tank_l: 10,
      battery_percent: 80,
      link_percent: 90,
      flight: state.flight,
      region_code: '156330106',
      boot: null,
    })
    .execute()

/** Parses a CSV into rows by header, without quoting; requires the byte-order mark. */
export const readCsv = (text: string): Record<string, string>[] => {
  if (!text.startsWith('\uFEFF')) throw new Error('no byte-order mark')
  const lines = text
    .slice(1)
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell]) =>
          cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!,
        ),
    )
  const [header = [], ...rows] = lines
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])))
}
