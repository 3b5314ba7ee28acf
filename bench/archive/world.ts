// Flights of ten years: a month of separate tracks with records in valid hash chains, and copies of
// them for the months after it.
import pg from 'pg'
import { PointColumns, COLUMNS } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { hashOfRow } from '@swath/server/gateway/recompute/public'
import { seedFleet } from '@swath/server/gateway/testing.seed'
import { packTrack, sha256, type Month } from '@swath/server/gateway/tracks/public'
import type { Db } from '@swath/server/platform/database/database'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { startMs, toPoint, track } from '../sampled-tracks.ts'
import {
  copyFlights,
  insertFlownTracks,
  keepPool,
  prepareCopying,
  recordsOfMonth,
  runAll,
  withArchiveColumns,
  withoutArchiveColumns,
  type FlownTrack,
} from './world.queries.ts'

/** Tracks with separate noise; the flights of the month repeat them at other times. */
const differentTracks = 200
const pooledTracks = 1_000
const regionCode = '156330100'
const dayMs = 86_400_000

export type Flight = Pick<FlownTrack, 'id' | 'startAt' | 'endAt' | 'trackHash'> & {
  droneId: string
}
export type World = { flights: Flight[]; droneIds: string[]; points: number; sums: string[] }
type Size = {
  drones: number
  months: number
  /** Of a drone in a month; `flown`: in the first one. */
  flights: number
  flown: number
  month: Month
}

const shifted = (sample: PointColumns, byMs: number): PointColumns => {
  const points = sample.slice(0, sample.length)
  for (let i = 0; i < points.length; i++) points.tMs[i]! += byMs
  return points
}

/** Sums of the steps in which values are stored: exact, as DuckDB's of decimals are. */
const createSums = () => {
  const measured = COLUMNS.filter(({ name }) => name !== 'boot')
  const sums = measured.map(() => 0n)
  let points = 0n
  return {
    add: (part: PointColumns): void => {
      points += BigInt(part.length)
      measured.forEach(({ name, scale }, column) => {
        const values = part[name]
        let sum = 0
        for (let i = 0; i < part.length; i++)
          if (!Number.isNaN(values[i]!)) sum += Math.round(values[i]! * scale)
        if (!Number.isSafeInteger(sum)) throw new Error(`The sum of ${name} is not exact`)
        sums[column]! += BigInt(sum)
      })
    },
    read: (): string[] => [points, ...sums].map(String),
  }
}

/** The first month, with separate tracks, records and chains. */
export const writeFlownMonth = async (
  db: Db,
  { drones, flown: flights, month }: Size,
): Promise<World> => {
  await withArchiveColumns(db)
  const fleet = await seedFleet(db, 'YEARS', drones)
  const owners = { manufacturerId: fleet.manufacturerId, operatorId: fleet.operatorId }
  const samples = Array.from({ length: differentTracks }, (_, i) =>
    PointColumns.of(track(i).map(toPoint)),
  )
  const sums = createSums()
  const world: World = { flights: [], droneIds: [], points: 0, sums: [] }
  for (const [d, { droneId }] of fleet.drones.entries()) {
    const flown = Array.from({ length: flights }, (_, k): FlownTrack => {
      // Another one than the last flight of the drone: equal neighbours would compress too well.
      const which = (k * 7 + d * 31) % differentTracks
      const atMs = month.from.getTime() + Math.floor((28 * dayMs * k) / flights) + (d % 256) * 1_000
      const points = shifted(samples[which]!, atMs - startMs - which * 1_000)
      sums.add(points)
      return {
        id: uuidv7(atMs),
        startAt: new Date(atMs),
        endAt: new Date(atMs + points.length * 1_000),
        points,
        columns: packTrack(points),
        trackHash: sha256(encodeTrack(points)),
      }
    })
    const drone = { id: droneId, ...owners, tenantId: null, regionCode }
    await insertFlownTracks(db, drone, flown)
    for (const { id, startAt, endAt, trackHash, points } of flown) {
      world.flights.push({ droneId, id, startAt, endAt, trackHash })
      world.points += points.length
    }
    world.droneIds.push(droneId)
  }
  await withoutArchiveColumns(db)
  return { ...world, sums: sums.read() }
}

const fillMonths = async (
  clients: readonly [pg.Client, pg.Client],
  droneIds: readonly string[],
  { months, flights, month }: Size,
): Promise<void> => {
  const [first, second] = clients
  for (const client of clients) {
    await client.connect()
    await client.query('set synchronous_commit = off')
    await client.query(`set maintenance_work_mem = '512MB'`)
  }
  await keepPool(first, pooledTracks)
  const after = await prepareCopying(first)
  const waiting = [...droneIds]
  await Promise.all(
    clients.map(async (client) => {
      for (let some = waiting.splice(0, 10); some.length > 0; some = waiting.splice(0, 10))
        await copyFlights(client, some, { first: month, months, flights })
    }),
  )
  await Promise.all([runAll(first, after.ofTracks), runAll(second, after.ofFlights)])
  await runAll(first, after.atLast)
}

/** The months after it. Two connections, because most of the time PostgreSQL compares and writes. */
export const copyMonths = async (url: string, { droneIds }: World, size: Size): Promise<void> => {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url }))
  try {
    await fillMonths(clients as [pg.Client, pg.Client], droneIds, size)
  } finally {
    for (const client of clients) await client.end()
  }
}

/** @throws if a record of the month is not the next one of its drone's chain */
export const checkChains = async (db: Db, { flights }: World, month: Month): Promise<void> => {
  const hashes = new Map(flights.map(({ id, trackHash }) => [id, trackHash]))
  let droneId = ''
  let previous: Buffer = Buffer.alloc(0)
  for (const row of await recordsOfMonth(db, month)) {
    if (row.drone_id !== droneId) [droneId, previous] = [row.drone_id, Buffer.alloc(0)]
    const isWhole =
      row.previous_hash.equals(previous) &&
      row.hash.equals(hashOfRow(row, previous)) &&
      hashes.get(row.sortie_id)?.equals(row.track_hash)
    if (!isWhole) throw new Error(`The record of ${row.sortie_id} is broken`)
    hashes.delete(row.sortie_id)
    previous = row.hash
  }
  if (hashes.size > 0) throw new Error(`${hashes.size} records are missing`)
}
