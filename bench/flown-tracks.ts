// Flights of ten minutes over months, with their records and packed tracks, as after recomputation.
import { PointColumns } from '@swath/domain/telemetry-point'
import { seedFleet } from '@swath/server/gateway/testing.seed'
import type { Month } from '@swath/server/gateway/tracks/public'
import { insertFlight } from '@swath/server/modules/flights/flights/testing-rows.queries'
import type { Db } from '@swath/server/platform/database/database'
import { withArchiveColumns, settleChunks, withoutArchiveColumns } from './flown-tracks.queries.ts'
import { startMs, toPoint, track } from './sampled-tracks.ts'

/** Tracks with separate noise; flights repeat them at other times. */
const differentTracks = 40

export const writeFlownTracks = async (
  db: Db,
  { flights, drones, months }: { flights: number; drones: number; months: readonly Month[] },
): Promise<{ droneId: string; id: string; startAt: Date; endAt: Date; points: PointColumns }[]> => {
  await withArchiveColumns(db)
  const fleet = await seedFleet(db, 'YEARS', drones)
  const samples = Array.from({ length: differentTracks }, (_, i) => track(i).map(toPoint))
  const written = []
  const flightsOfDrone = Math.ceil(flights / drones)
  const spanMs = months.at(-1)!.until.getTime() - months[0]!.from.getTime() - 86_400_000
  for (let n = 0; n < flights; n++) {
    // Another one than the last flight of the drone: equal neighbours would compress too well.
    const which = (n + 7 * Math.floor(n / drones)) % differentTracks
    const sample = samples[which]!
    const atMs =
      months[0]!.from.getTime() +
      Math.floor((spanMs / flightsOfDrone) * Math.floor(n / drones)) +
      (n % drones) * 1_000
    const shiftMs = atMs - startMs - which * 1_000
    const points = sample.map((point) => ({ ...point, tMs: point.tMs + shiftMs }))
    const droneId = fleet.drones[n % drones]!.droneId
    const durationS = points.length
    const id = await insertFlight(
      db,
      {
        id: droneId,
        manufacturerId: fleet.manufacturerId,
        operatorId: fleet.operatorId,
        tenantId: null,
        regionCode: '156330100',
      },
      { startMs: atMs, durationS, points },
    )
    written.push({
      droneId,
      id,
      startAt: new Date(atMs),
      endAt: new Date(atMs + durationS * 1_000),
      points: PointColumns.of(points),
    })
  }
  await settleChunks(db)
  await withoutArchiveColumns(db)
  return written
}
