// The truth about a stretch of a drone's time, worked out from everything that is stored of it. The
// result depends on what is stored and not on the order in which it came: sorties, records, tracks
// and anomalies are rewritten as they follow.
import { ANOMALY_TYPES, anomaliesOf } from '@swath/domain/anomaly-rules'
import { SILENCE_MS, type SortieResult, type SortieSpan } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { workRecordOf, type WorkRecord } from '@swath/domain/work-record'
import type { AirZone, ZoneIndex } from '@swath/domain/zone-index'
import { firstLevelAreaAt } from '@swath/fixtures/first-level-areas'
import { regionPrefix } from '@swath/domain/region-code'
import { tx as transaction, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidFromHash } from '../../platform/database/uuid.ts'
import { pack, sha256, anomalyIdOf, sortieIdOf } from '../tracks/public.ts'
import type { TimeRange } from '@swath/domain/time-range'
import { writeRecords, type RecordRow } from './record-chain.queries.ts'
import {
  droneOf,
  holdDrone,
  markAgain,
  markDerived,
  pilotOfLog,
  plotsBelow,
  postpone,
  refreshTotal,
  removeMark,
  removeSorties,
  replaceChunks,
  replaceContradicted,
  seeMark,
  takeMark,
  underivedIn,
  writeSorties,
  type Contradicted,
  type DroneParties,
  type FlownPlot,
  type FlyingDrone,
  type KnownSortie,
  type Mark,
  type SortieRow,
  type StoredChunk,
} from './recompute.queries.ts'
import {
  LongStretch,
  storedOf,
  recomputeWindowAround,
  type RecomputeWindow,
} from './recompute-window.ts'
import { tracksOf, type Track } from './tracks.ts'
import { anomaliesIn, writeAnomalies, type AnomalyRow } from './anomalies.queries.ts'

export type Recomputation = {
  droneId: string
  /** Closed sorties of the stretch, first to last. */
  sortieIds: string[]
  /** Anomalies that nobody had been told of; `live` where the flight has only just ended. */
  newAnomalies: { id: string; live: boolean }[]
  /** How many were looked at. */
  points: number
}

export type ZonesInForce = ZoneIndex<AirZone>

/** A drone whose marked stretch is too long for the loop: for `recomputeLong`. */
export type TooLong = { tooLong: true; droneId: string }

/** Longer ones are for a thread of their own; so many points take some 50 ms (measured). */
const pointsAtOnce = 5_000

/**
 * Works out one drone's marked stretch: the named drone's, or of all that are due the one longest
 * so. Undefined: nothing is due.
 * @throws what the database says; the drone is then tried again a minute later
 */
export const recomputeNext = async (
  db: Db,
  nowMs: number,
  zones: ZonesInForce,
  droneId?: string,
): Promise<Recomputation | TooLong | undefined> => {
  let mark: Mark | undefined
  try {
    return await transaction(db, async (tx) => {
      mark = await takeMark(tx, nowMs, droneId)
      if (!mark) return undefined
      const { done, again } = await recompute(tx, mark, zones, {
        nowMs,
        pointsAtMost: pointsAtOnce,
      })
      if (again) await markAgain(tx, mark.droneId, again, again.dueMs)
      return done
    })
  } catch (error) {
    if (mark && error instanceof LongStretch) {
      await postpone(db, mark.droneId, nowMs + longAgainMs)
      return { tooLong: true, droneId: mark.droneId }
    }
    if (mark) await postpone(db, mark.droneId, nowMs + againMs)
    throw error
  }
}

/**
 * Works out a drone's marked stretch however long it is, for a thread and a connection of its own.
 * The mark is not held meanwhile, for whoever writes what the drone sends would wait for it: what
 * is marked while this works stays marked.
 * @throws what the database says, also where somebody changed the same rows
 */
export const recomputeLong = async (
  db: Db,
  nowMs: number,
  zones: ZonesInForce,
  droneId: string,
): Promise<Recomputation | undefined> => {
  await holdDrone(db, droneId)
  const mark = await seeMark(db, droneId)
  if (!mark) return undefined
  const { done, again } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => recompute(tx, mark, zones, { nowMs, pointsAtMost: Infinity }))
  await removeMark(db, mark)
  if (again) await markAgain(db, droneId, again, again.dueMs)
  return done
}

/** Until then a long stretch is being worked out, or is tried again. */
const longAgainMs = 600_000

/** A drone whose stretch cannot be worked out must not stand before all others. */
const againMs = 60_000

/**
 * A sortie is closed by 120 s without a word; this much later nothing of it is on its way any more.
 */
const silenceMarginMs = 10_000

/** A flight was still open: its stretch is looked at again. */
type Again = TimeRange & { dueMs: number }
type Outcome = { done: Recomputation; again?: Again }

const recompute = async (
  tx: Tx,
  mark: Mark,
  zones: ZonesInForce,
  allowance: { nowMs: number; pointsAtMost: number },
): Promise<Outcome> => {
  const { droneId } = mark
  const outcome: Outcome = { done: { droneId, sortieIds: [], newAnomalies: [], points: 0 } }
  const drone = await droneOf(tx, droneId)
  if (!drone) return outcome
  let last: TimeRange | undefined
  for (const seed of await underivedIn(tx, droneId, mark)) {
    if (last && seed.fromMs >= last.fromMs && seed.untilMs <= last.untilMs) continue
    const stretch = await recomputeWindowAround(storedOf(tx, droneId), seed, allowance)
    if (!stretch) continue
    last = stretch.extent
    await recomputeWindow(tx, drone, stretch, allowance.nowMs, zones, outcome)
  }
  await refreshTotal(tx, droneId)
  return outcome
}

const recomputeWindow = async (
  tx: Tx,
  drone: FlyingDrone,
  { extent, chunks, known, result }: RecomputeWindow,
  nowMs: number,
  zones: ZonesInForce,
  outcome: Outcome,
): Promise<void> => {
  const droneId = drone.id
  const { done } = outcome
  const flights: Flight[] = []
  for (const span of result.spans)
    flights.push(await flightOf(tx, drone, span, result.points, known))
  const tracks = tracksOf(
    droneId,
    flights.map(({ row, span }) => ({ id: row.id, span })),
    result,
  )
  const kept = new Set(flights.map((flight) => flight.row.id))
  await removeSorties(
    tx,
    droneId,
    known.filter((sortie) => !kept.has(sortie.id)).map((sortie) => sortie.id),
  )
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
    flights.flatMap((flight) => recordRowOf(flight, tracks)),
  )
  await replaceContradicted(tx, droneId, extent, contradictedOf(result), (one) =>
    uuidFromHash(sha256(JSON.stringify([droneId, one.reason, one.atMs]))),
  )
  done.newAnomalies.push(
    ...(await replaceAnomalies(tx, drone, flights, result, extent, zones, nowMs)),
  )
  await markDerived(tx, droneId, extent)
  const open = flights.find((flight) => flight.row.state === 'open')
  if (open)
    outcome.again ??= {
      ...extent,
      dueMs: Math.max(nowMs, open.row.endMs + SILENCE_MS) + silenceMarginMs,
    }
  done.sortieIds.push(
    ...flights.filter((flight) => flight.row.state === 'closed').map((flight) => flight.row.id),
  )
  done.points += result.points.length
}

type Flight = { span: SortieSpan; record: WorkRecord; plot: FlownPlot | null; row: SortieRow }

const flightOf = async (
  tx: Tx,
  drone: FlyingDrone,
  span: SortieSpan,
  points: PointColumns,
  known: readonly KnownSortie[],
): Promise<Flight> => {
  const id = sortieIdOf(drone.id, span)
  const bare = workRecordOf(span, points, { defaultWidthM: drone.sprayWidthM })
  const below = bare.bounds ? await plotsBelow(tx, bare.bounds) : []
  const parties = partiesOf(drone, id, span, known)
  // The plots of whom the drone works for go before others drawn over the same ground.
  const owners = [parties.tenantId, parties.operatorId]
  const own = below.filter((plot) => owners.includes(plot.accountId))
  let record =
    own.length > 0
      ? workRecordOf(span, points, { defaultWidthM: drone.sprayWidthM, plots: own })
      : bare
  if (record.plotId === null && below.length > own.length)
    record = workRecordOf(span, points, { defaultWidthM: drone.sprayWidthM, plots: below })
  const plot = below.find((one) => one.id === record.plotId) ?? null
  if (record.pilotId === null) record = { ...record, pilotId: await pilotOfLog(tx, drone.id, span) }
  return {
    span,
    record,
    plot,
    row: {
      id,
      number: span.number,
      boot: span.boot,
      state: span.state,
      closeReason: span.closeReason,
      startMs: span.startMs,
      endMs: span.endMs,
      pointCount: record.pointCount,
      bounds: record.bounds,
      manufacturerId: parties.manufacturerId,
      operatorId: parties.operatorId,
      tenantId: parties.tenantId,
      pilotId: record.pilotId,
      regionCode: plot?.regionCode ?? regionOf(parties, record),
      simulated: span.simulated,
    },
  }
}

/**
 * Those of the flight's start: as they stood when the sortie was first seen, whatever it was taken
 * for then, unless it began before the drone was handed on and came in later.
 */
const partiesOf = (
  drone: FlyingDrone,
  id: string,
  span: SortieSpan,
  known: readonly KnownSortie[],
): DroneParties => {
  const former = drone.former.find(({ untilMs }) => span.startMs < untilMs)
  const then = former ?? drone
  const seen =
    known.find((sortie) => sortie.id === id) ??
    known.find((sortie) => sortie.startMs <= span.endMs && sortie.endMs >= span.startMs)
  const isOfThen =
    seen &&
    (!former ||
      (seen.manufacturerId === former.manufacturerId && seen.operatorId === former.operatorId))
  return isOfThen
    ? {
        ...then,
        manufacturerId: seen.manufacturerId,
        operatorId: seen.operatorId,
        tenantId: seen.tenantId,
      }
    : then
}

/**
 * The owner's county where it lies in the first-level area that was flown over, else that area
 * alone.
 */
const regionOf = (drone: DroneParties, { middle }: WorkRecord): string => {
  const area = middle && firstLevelAreaAt(middle[0], middle[1])
  if (!area) return drone.regionCode
  return (
    [drone.operatorRegionCode, drone.regionCode].find((code) =>
      code?.startsWith(regionPrefix(area)),
    ) ?? area
  )
}

/** A flight that ended longer ago than this came late: nobody is alarmed. */
const lateMs = 5 * 60_000

const anomalyRowsOf = (
  drone: FlyingDrone,
  { span, record, plot, row }: Flight,
  points: PointColumns,
  zones: ZonesInForce,
  nowMs: number,
): AnomalyRow[] =>
  row.simulated
    ? []
    : anomaliesOf(points, span, {
        zones,
        weather: [],
        place: record.middle,
        cropId: record.cropId,
        plotCropId: plot?.cropId ?? null,
        taskCropId: null,
        claimedAreaM2: record.claimedAreaM2,
        coveredM2: record.coveredM2,
        alreadyCoveredShare: null,
      }).flatMap(({ type, level, cause, tMs, lngLat, evidence }) =>
        lngLat === null
          ? []
          : [
              {
                id: anomalyIdOf(drone.id, row.id, ANOMALY_TYPES[type].code, cause),
                sortieId: row.id,
                type,
                level,
                cause,
                tMs,
                lng: lngLat[0],
                lat: lngLat[1],
                evidence,
                replayed: nowMs - row.endMs > lateMs,
                manufacturerId: row.manufacturerId,
                operatorId: row.operatorId,
                tenantId: row.tenantId,
                regionCode: row.regionCode,
              },
            ],
      )

const replaceAnomalies = async (
  tx: Tx,
  drone: FlyingDrone,
  flights: readonly Flight[],
  { points }: SortieResult,
  extent: TimeRange,
  zones: ZonesInForce,
  nowMs: number,
): Promise<Recomputation['newAnomalies']> => {
  const rows = flights.flatMap((flight) => anomalyRowsOf(drone, flight, points, zones, nowMs))
  // An alarm ahead of the stored points was raised by ones that are still on their way.
  const known = await anomaliesIn(
    tx,
    drone.id,
    extent.fromMs,
    points.length > 0 ? points.tMs[points.length - 1]! : extent.fromMs,
  )
  const wanted = new Set(rows.map((row) => row.id))
  const judged = new Map(zones.zones.map((zone) => [zone.id, zone.fromMs ?? -Infinity]))
  const wasSimulated = (tMs: number): boolean =>
    flights.some(({ row }) => row.simulated && tMs >= row.startMs && tMs <= row.endMs)
  // What a zone raised that has been changed or switched off since stays, unless it turns out that
  // nothing flew.
  const gone = known.filter(
    (one) =>
      !wanted.has(one.id) &&
      (one.type !== ANOMALY_TYPES.intrude_nfz.code ||
        (judged.get(one.cause) ?? Infinity) <= one.tMs ||
        wasSimulated(one.tMs)),
  )
  const fresh: Recomputation['newAnomalies'] = []
  for (const row of rows) {
    const before =
      known.find((one) => one.id === row.id) ??
      gone.find((one) => one.type === ANOMALY_TYPES[row.type].code && one.cause === row.cause)
    if (before) row.replayed = before.replayed
    else fresh.push({ id: row.id, live: !row.replayed })
  }
  await writeAnomalies(
    tx,
    drone.id,
    gone.map((one) => one.id),
    rows,
  )
  return fresh
}

const replaceStored = async (
  tx: Tx,
  droneId: string,
  stored: readonly StoredChunk[],
  tracks: readonly Track[],
): Promise<void> => {
  const wanted = new Map(tracks.map((track) => [track.chunk.id, track]))
  const there = new Set(stored.map((chunk) => chunk.id))
  await replaceChunks(
    tx,
    droneId,
    stored.filter((chunk) => !wanted.has(chunk.id)).map((chunk) => chunk.id),
    [...wanted.values()]
      .filter((track) => !there.has(track.chunk.id))
      .map((track) => ({ ...track.chunk, columns: pack(track.bytes) })),
  )
}

const noTrack = sha256(encodeTrack(new PointColumns(1)))

const recordRowOf = ({ record, row }: Flight, tracks: readonly Track[]): RecordRow[] =>
  row.state === 'open' || row.simulated
    ? []
    : [
        {
          ...record,
          sortieId: row.id,
          manufacturerId: row.manufacturerId,
          operatorId: row.operatorId,
          tenantId: row.tenantId,
          regionCode: row.regionCode,
          trackHash: tracks.find((track) => track.chunk.sortieId === row.id)?.hash ?? noTrack,
        },
      ]

/** One note for each unbroken stretch of points rejected for one reason. */
const contradictedOf = ({ rejected }: SortieResult): Contradicted[] => {
  const found: Contradicted[] = []
  for (const { point, reason } of rejected) {
    const last = found.at(-1)
    if (last && last.reason === reason && point.tMs - last.atMs <= 3_600_000) last.count++
    else found.push({ reason, atMs: point.tMs, count: 1, sample: JSON.stringify(point) })
  }
  return found
}
