// Rewrites the stored data of a drone's time range according to its points.
import { type SortieResult } from '@swath/domain/sortie-detector'
import type { Tx } from '../../platform/database/database.ts'
import { findOldestProgram } from '../../platform/database/oldest-program.queries.ts'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { packChecked, packPoints, readsPackedTracks, sha256 } from '../tracks/public.ts'
import type { Derivation } from './derivation.ts'
import { writeRecords } from './record-chain.queries.ts'
import type { FlyingDrone } from './flying-drone.queries.ts'
import { markDerived } from './marks.queries.ts'
import {
  removeSorties,
  replaceChunks,
  replaceContradicted,
  writeSorties,
  type Contradicted,
} from './recompute.queries.ts'
import type { StoredChunk } from './stored-window.queries.ts'
import type { RecomputeWindow } from './recompute-window.ts'
import { layOutTracks, type Track } from './tracks.ts'
import { type Flight, deriveFlight, toRecordRows } from './derive-flight.ts'
import type { ZonesInForce } from '@swath/domain/zones-in-force'
import { assignHeldTasks } from './assign-tasks.ts'
import { removeClaims } from './claims.queries.ts'
import { replaceClaims } from './derive-claims.ts'
import { replaceFix } from './derive-fix.ts'
import { replaceWeather } from './derive-weather.ts'
import { replaceAnomalies, type NewAnomaly } from './derive-anomalies.ts'

export type Rewritten = {
  /** Of closed sorties, first to last. */
  sortieIds: string[]
  newAnomalies: NewAnomaly[]
  points: number
  /** Time reached by the first flight that is not over; null if all are over. */
  openEndMs: number | null
}

/**
 * The caller must hold the locks of the drone's tasks: a reassignment of its flights locks them
 * before its records.
 */
export const rewriteWindow = async (
  tx: Tx,
  drone: FlyingDrone,
  { extent, chunks, events, known, result }: RecomputeWindow,
  nowMs: number,
  zones: ZonesInForce,
  derivations: readonly Derivation[],
): Promise<Rewritten> => {
  const droneId = drone.id
  for (const { lock } of derivations) await lock(tx, droneId)
  const flights: Flight[] = []
  for (const span of result.spans)
    flights.push(await deriveFlight(tx, drone, span, result.points, known))
  const tracks = layOutTracks(
    droneId,
    flights.map(({ row, span }) => ({ id: row.id, span })),
    result,
  )
  const kept = new Set(flights.map((flight) => flight.row.id))
  const gone = known.filter((sortie) => !kept.has(sortie.id)).map((sortie) => sortie.id)
  await removeClaims(tx, droneId, gone)
  await removeSorties(tx, droneId, gone)
  await writeSorties(
    tx,
    droneId,
    flights.map((flight) => flight.row),
  )
  await replaceStored(tx, droneId, chunks, tracks)
  await writeRecords(
    tx,
    droneId,
    extent.fromMs,
    extent.untilMs,
    flights.flatMap((flight) => toRecordRows(flight, tracks, events)),
  )
  const tasks = await assignHeldTasks(tx, droneId, extent)
  await replaceContradicted(tx, droneId, extent, groupContradicted(result), (one) =>
    uuidFromHash(sha256(JSON.stringify([droneId, one.reason, one.atMs]))),
  )
  await replaceFix(tx, droneId, flights, result.points)
  const weather = await replaceWeather(tx, droneId, flights, result.points)
  const newAnomalies = await replaceAnomalies(
    tx,
    drone,
    flights,
    result,
    weather,
    tasks,
    extent,
    zones,
    nowMs,
  )
  await replaceClaims(tx, drone, flights, result.points)
  for (const { derive } of derivations) await derive(tx, droneId, extent, new Date(nowMs))
  await markDerived(tx, droneId, extent)
  return {
    sortieIds: flights
      .filter((flight) => flight.row.state === 'closed')
      .map((flight) => flight.row.id),
    newAnomalies,
    points: result.points.length,
    openEndMs: flights.find((flight) => flight.row.state === 'open')?.row.endMs ?? null,
  }
}

const replaceStored = async (
  tx: Tx,
  droneId: string,
  stored: readonly StoredChunk[],
  tracks: readonly Track[],
): Promise<void> => {
  const wanted = new Map(tracks.map((track) => [track.chunk.id, track]))
  const there = new Set(stored.map((chunk) => chunk.id))
  const fresh = [...wanted.values()].filter((track) => !there.has(track.chunk.id))
  const isPacked = fresh.length > 0 && (await findOldestProgram(tx)) >= readsPackedTracks
  await replaceChunks(
    tx,
    droneId,
    stored.filter((chunk) => !wanted.has(chunk.id)).map((chunk) => chunk.id),
    fresh.map(({ chunk, copyPoints, hash }) => ({
      ...chunk,
      columns: isPacked ? packChecked(copyPoints(), hash) : packPoints(copyPoints()),
    })),
  )
}

/** One note per unbroken run of points rejected for the same reason. */
const groupContradicted = ({ rejected }: SortieResult): Contradicted[] => {
  const found: Contradicted[] = []
  for (const { point, reason } of rejected) {
    const last = found.at(-1)
    if (last && last.reason === reason && point.tMs - last.atMs <= 3_600_000) last.count++
    else found.push({ reason, atMs: point.tMs, count: 1, sample: JSON.stringify(point) })
  }
  return found
}
