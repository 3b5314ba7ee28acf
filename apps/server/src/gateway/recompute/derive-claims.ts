// Judges a flight's claims as far as possible without other flights, and stores what others are
// compared with.
import { MIN_CLAIM_M2 } from '@swath/domain/anomaly-rules'
import { suspectClaims } from '@swath/domain/claim-rules'
import type { Bounds } from '@swath/domain/lng-lat'
import { sprays } from '@swath/domain/spray-path'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { sketchTrack } from '@swath/domain/track-sketch'
import type { Tx } from '../../platform/database/database.ts'
import { claimThresholdsOn } from './alarm-settings.queries.ts'
import {
  removeClaims,
  replaceOwnSuspicions,
  writeClaims,
  type ClaimRow,
  type SuspicionRow,
} from './claims.queries.ts'
import type { Flight } from './derive-flight.ts'
import type { FlyingDrone } from './flying-drone.queries.ts'

/** Replaces the claims of the flights of a stretch. */
export const replaceClaims = async (
  tx: Tx,
  drone: FlyingDrone,
  flights: readonly Flight[],
  points: PointColumns,
): Promise<void> => {
  const closed = flights.filter(({ row }) => row.state === 'closed' && !row.simulated)
  const claims = closed.flatMap((flight) => toClaim(flight, points) ?? [])
  const claiming = new Set(claims.map(({ sortieId }) => sortieId))
  await removeClaims(
    tx,
    drone.id,
    flights.map(({ row }) => row.id).filter((id) => !claiming.has(id)),
  )
  await writeClaims(tx, drone.id, claims)
  const suspicions: SuspicionRow[] = []
  for (const { record, row, span } of closed) {
    const found = suspectClaims({
      points,
      from: span.fromIndex,
      to: span.toIndex,
      record,
      registeredWidthM: drone.swathWidthM,
      thresholds: await claimThresholdsOn(
        tx,
        row.operatorId ?? row.manufacturerId,
        new Date(row.startMs),
      ),
    })
    suspicions.push(...found.map((one) => ({ ...one, flight: row, other: null })))
  }
  await replaceOwnSuspicions(
    tx,
    drone.id,
    flights.map(({ row }) => row.id),
    suspicions,
  )
}

const toClaim = ({ record, row, span }: Flight, points: PointColumns): ClaimRow | null => {
  const [from, to] = [span.fromIndex, span.toIndex]
  const bounds = record.coveredM2 < MIN_CLAIM_M2 ? null : boundSprayed(points, from, to)
  return (
    bounds && {
      sortieId: row.id,
      startMs: row.startMs,
      operatorId: row.operatorId,
      coveredM2: record.coveredM2,
      bounds,
      places: sketchTrack(points, from, to),
      boot: points.bootAt(from),
      ...numberPoints(points, from, to),
    }
  )
}

const boundSprayed = (points: PointColumns, from: number, to: number): Bounds | null => {
  let [minLng, minLat, maxLng, maxLat] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = from; i < to; i++) {
    if (!sprays(points, i)) continue
    minLng = Math.min(minLng, points.lng[i]!)
    minLat = Math.min(minLat, points.lat[i]!)
    maxLng = Math.max(maxLng, points.lng[i]!)
    maxLat = Math.max(maxLat, points.lat[i]!)
  }
  return minLng > maxLng ? null : { minLng, minLat, maxLng, maxLat }
}

/**
 * First and last sequence number of the boot with which the flight began: a reboot in the air
 * restarts them at 0.
 */
const numberPoints = (
  points: PointColumns,
  from: number,
  to: number,
): Pick<ClaimRow, 'firstSeq' | 'lastSeq'> => {
  let [firstSeq, lastSeq] = [Infinity, -Infinity]
  for (let i = from; i < to; i++) {
    const seq = points.seq[i]!
    if (Number.isNaN(seq) || points.boot[i] !== points.boot[from]) continue
    firstSeq = Math.min(firstSeq, seq)
    lastSeq = Math.max(lastSeq, seq)
  }
  return firstSeq > lastSeq ? { firstSeq: null, lastSeq: null } : { firstSeq, lastSeq }
}
