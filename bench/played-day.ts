// A day of a fleet in the tables, as the pipeline writes it: 24 flights of 20 minutes a drone, a
// point a second, each drone over its own plot.
import { createHash } from 'node:crypto'
import { PointColumns } from '@swath/domain/telemetry-point'
import { packTrack } from '@swath/server/gateway/tracks/public'
import { tx, type Db, type Tx } from '@swath/server/platform/database/database'
import { uuidFromHash } from '@swath/server/platform/database/uuid'
import { seeded } from './seeded.ts'

export const flightsADay = 24
export const pointsAFlight = 1_200
const hourMs = 3_600_000
/** Eight hours, flown with breaks of five minutes. */
const everyMs = pointsAFlight * 1_000 + 5 * 60_000

const laneM = 300
const spacingM = 5.5
const speedMs = 5
const metresADegree = 111_320

export type DayDrone = {
  id: string
  manufacturer_id: string
  operator_id: string | null
  region_code: string
}

/**
 * Lanes back and forth with the noise of a receiver that has a base station; the pump is off in the
 * turns.
 */
const buildPoints = (
  seed: number,
  origin: readonly [lng: number, lat: number],
  startMs: number,
): PointColumns => {
  const random = seeded(seed)
  const points = new PointColumns(pointsAFlight)
  const metresALng = metresADegree * Math.cos((origin[1] * Math.PI) / 180)
  const laneS = laneM / speedMs
  for (let i = 0; i < pointsAFlight; i++) {
    const lane = Math.floor(i / laneS)
    const along = (i % laneS) * speedMs
    const y = lane % 2 === 0 ? along : laneM - along
    const isTurn = i % laneS < 2
    points.append({
      tMs: startMs + i * 1_000 + Math.floor(random() * 20),
      lng: origin[0] + (lane * spacingM + (random() - 0.5) * 0.06) / metresALng,
      lat: origin[1] + (y + (random() - 0.5) * 0.06) / metresADegree,
      heightM: 3 + (random() - 0.5) * 0.3,
      speedMs: speedMs + (random() - 0.5) * 0.4,
      headingDeg: lane % 2 === 0 ? random() * 2 : 178 + random() * 2,
      flowLMin: isTurn ? 0 : 2.4 + (random() - 0.5) * 0.2,
      pumpOn: !isTurn,
      swathWidthM: spacingM,
      tankL: 30 - i / 50,
      batteryPercent: 100 - i / 15,
      linkPercent: 90 + Math.floor(random() * 10),
      fix: 6,
      satellites: 20,
      mode: 3,
      boot: 'bench',
      seq: i,
    })
  }
  return points
}

const hashId = (...parts: readonly unknown[]): string =>
  uuidFromHash(
    createHash('sha256')
      .update(JSON.stringify(['bench', ...parts]))
      .digest(),
  )

const planFlights = (
  drone: DayDrone,
  index: number,
  dayMs: number,
  around: readonly [lng: number, lat: number],
) =>
  Array.from({ length: flightsADay }, (_, flight) => {
    const startMs = dayMs + hourMs + index * 30_000 + flight * everyMs
    const origin = [
      around[0] + (index % 5) * 0.02 + (flight % 6) * 0.002,
      around[1] + Math.floor(index / 5) * 0.02 + Math.floor(flight / 6) * 0.004,
    ] as const
    return {
      id: hashId('sortie', drone.id, dayMs, flight),
      flight,
      startMs,
      endMs: startMs + (pointsAFlight - 1) * 1_000 + 20,
      origin,
      points: buildPoints(index * 1_000 + flight, origin, startMs),
    }
  })

const insertFlights = async (
  trx: Tx,
  drone: DayDrone,
  flights: ReturnType<typeof planFlights>,
): Promise<void> => {
  const whose = {
    drone_id: drone.id,
    manufacturer_id: drone.manufacturer_id,
    operator_id: drone.operator_id,
    tenant_id: null,
    region_code: drone.region_code,
  }
  await trx
    .insertInto('sortie')
    .values(
      flights.map(({ id, flight, startMs, endMs }) => ({
        ...whose,
        id,
        number: flight + 1,
        state: 'closed' as const,
        close_reason: 'landing' as const,
        start_at: new Date(startMs),
        end_at: new Date(endMs),
        point_count: pointsAFlight,
        bounds: null,
        pilot_id: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('track_chunk')
    .values(
      flights.map(({ id, startMs, endMs, points }) => ({
        drone_id: drone.id,
        id: hashId('chunk', id),
        sortie_id: id,
        from_at: new Date(startMs),
        until_at: new Date(endMs),
        point_count: points.length,
        columns: packTrack(points),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('anomaly')
    .values(
      flights
        .filter(({ flight }) => flight % 6 === 3)
        .map(({ id, startMs, origin }) => ({
          ...whose,
          id: hashId('anomaly', id),
          sortie_id: id,
          type: 2 as const,
          level: 2 as const,
          cause: 'hover',
          at: new Date(startMs + 600_000),
          lng: origin[0],
          lat: origin[1],
          evidence: '{}',
        })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Sorties, tracks and an alarm for every sixth flight; can be repeated without effect. Records are
 * left out, since they are not measured.
 */
export const seedDay = async (
  db: Db,
  drones: readonly DayDrone[],
  dayMs: number,
  around: readonly [lng: number, lat: number],
): Promise<void> => {
  for (const [index, drone] of drones.entries()) {
    const flights = planFlights(drone, index, dayMs, around)
    await tx(db, async (trx) => await insertFlights(trx, drone, flights))
  }
}

/** The part of the day that is played: eight hours of flying in ten hours. */
export const pickSpan = (dayMs: number): { startTime: string; endTime: string } => ({
  startTime: new Date(dayMs).toISOString(),
  endTime: new Date(dayMs + 12 * hourMs).toISOString(),
})
