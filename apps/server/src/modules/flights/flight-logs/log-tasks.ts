// Reads a log and detects its flights in a thread, so that a hostile file can exhaust only the time
// and memory of that thread.
import { createHash } from 'node:crypto'
import { trackPointsAtMost, type Track } from '@swath/contract/flights/flights'
import { detectSorties } from '@swath/domain/sortie-detector'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import { splitActivityWindows } from '@swath/domain/track-conflicts'
import type {
  BatteryFigures,
  HeightSource,
  LogFormat,
  LogIdentity,
  ReadOptions,
  ReadReport,
} from '@swath/flight-logs/flight-log'
import { detectFlights, storablePoints } from '@swath/flight-logs/log-preview'
import { readFlightLog } from '@swath/flight-logs/read-flight-log'
import {
  type ChunkRow,
  toChunkRows,
  type LogRejection,
} from '../../../gateway/checkpoint/public.ts'
import { packPoints, unpackPoints, computeSortieId } from '../../../gateway/tracks/public.ts'
import { storableJson } from '../../../platform/database/storable.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { thinned, toTrack } from '../flights/tracks.ts'
import { readPieces, type StoredPieces } from '../../../platform/files/pieces.ts'
import { pointsKey } from './log-pieces.ts'

export type LogTask = { log: StoredPieces; nowMs: number } & (
  | { kind: 'read'; options: ReadOptions }
  /** `stored`: the drone's stored data around the log's time, as packed chunks. */
  | { kind: 'preview'; defaultSwathWidthM: number; stored: readonly Uint8Array[] }
  | { kind: 'tracks'; droneId: string }
  | { kind: 'rows'; droneId: string; defaultSwathWidthM: number }
)

export type ReadResult = { sha256: Uint8Array } & (
  | { format: null }
  | {
      format: LogFormat
      identity: LogIdentity
      heights: Partial<Record<HeightSource, number>>
      batteries: readonly BatteryFigures[]
      report: ReadReport
    }
)
export type FlightFigures = {
  startMs: number
  endMs: number
  closeReason: string | null
  durationS: number
  distanceM: number
  spraySeconds: number
  sprayL: number
  coveredM2: number
  sweptM2: number
  swathWidthM: number
  meanHeightM: number | null
  pointCount: number
  knownPoints: number
}
export type PreviewResult = {
  flights: FlightFigures[]
  /** By reason: points that cannot be stored, and points that accepting would set aside. */
  rejected: Record<string, number>
  /** Stored points that accepting would set aside. */
  displacedPoints: number
  pointCount: number
  fromMs: number | null
  untilMs: number | null
  knownPoints: number
  activityWindows: { startMs: number; endMs: number }[]
}
export type RowsResult = {
  chunks: ChunkRow[]
  rejected: LogRejection[]
  flights: { startMs: number; endMs: number }[]
}
export type LogResult<K extends LogTask['kind']> = {
  read: ReadResult
  preview: PreviewResult
  tracks: Track[]
  rows: RowsResult
}[K]

export const runTask = async <K extends LogTask['kind']>(
  task: Extract<LogTask, { kind: K }>,
  store: FileStore,
): Promise<LogResult<K>> => (await anyTask(task, store)) as LogResult<K>

const anyTask = async (task: LogTask, store: FileStore): Promise<LogResult<LogTask['kind']>> => {
  if (task.kind === 'read') return read(store, task)
  const packed = await store.get(pointsKey(task.log.key))
  const { points, rejected } = storablePoints(
    packed === null ? new PointColumns() : unpackPoints(packed),
    task.nowMs,
  )
  if (task.kind === 'preview') {
    const preview = computePreview(points, task)
    return {
      ...preview,
      rejected: {
        ...Object.fromEntries([...rejected].map(([reason, { count }]) => [reason, count])),
        ...preview.rejected,
      },
    }
  }
  if (task.kind === 'tracks') {
    const { flights, result } = detectFlights(points, { defaultSwathWidthM: 1 })
    const share = Math.min(20_000, Math.floor(trackPointsAtMost / Math.max(1, flights.length)))
    return flights.map(({ span }) =>
      toTrack(
        thinned(result.points.slice(span.fromIndex, span.toIndex), share),
        computeSortieId(task.droneId, span),
        task.droneId,
      ),
    )
  }
  return {
    chunks: toChunkRows(task.droneId, points, task.nowMs),
    rejected: [...rejected].map(([reason, { count, sample }]) => ({
      reason,
      count,
      sample: JSON.stringify(storableJson(sample)),
    })),
    flights: detectFlights(points, task).flights.map(({ span: { startMs, endMs } }) => ({
      startMs,
      endMs,
    })),
  }
}

const read = async (
  store: FileStore,
  { log, options }: Extract<LogTask, { kind: 'read' }>,
): Promise<ReadResult> => {
  const hash = createHash('sha256')
  const watched = async function* () {
    for await (const piece of readPieces(store, log)) {
      hash.update(piece)
      yield piece
    }
  }
  const flightLog = await readFlightLog(watched(), options)
  // The reader stopped before the end of the file.
  if (flightLog === null) return { sha256: await hashPieces(store, log), format: null }
  const { format, identity, heights, batteries, report, points } = flightLog
  await store.put(pointsKey(log.key), packPoints(points), 'application/octet-stream')
  return {
    sha256: hash.digest(),
    format,
    identity: { ...identity },
    heights,
    batteries,
    report: { ...report },
  }
}

const hashPieces = async (store: FileStore, log: StoredPieces): Promise<Uint8Array> => {
  const hash = createHash('sha256')
  for await (const piece of readPieces(store, log)) hash.update(piece)
  return hash.digest()
}

const computePreview = (
  points: PointColumns,
  { defaultSwathWidthM, stored }: { defaultSwathWidthM: number; stored: readonly Uint8Array[] },
): PreviewResult => {
  const { flights, result } = detectFlights(points, { defaultSwathWidthM })
  const known = knownRows(result.points, stored)
  const count = (from: number, to: number): number =>
    known.subarray(from, to).reduce((sum, one) => sum + one, 0)
  return {
    pointCount: points.length,
    fromMs: points.length > 0 ? points.tMs[0]! : null,
    untilMs: points.length > 0 ? points.tMs[points.length - 1]! : null,
    knownPoints: count(0, result.points.length),
    ...setAside(points, result, stored),
    activityWindows: splitActivityWindows(result.points)
      .slice(0, 1_000)
      .map(({ startMs, endMs }) => ({ startMs, endMs })),
    flights: flights.map(({ span, record }) => ({
      startMs: span.startMs,
      endMs: span.endMs,
      closeReason: span.closeReason,
      durationS: record.durationS,
      distanceM: record.distanceM,
      spraySeconds: record.spraySeconds,
      sprayL: record.sprayL,
      coveredM2: record.coveredM2,
      sweptM2: record.sweptM2,
      swathWidthM: record.swathWidthM,
      meanHeightM: record.meanHeightM,
      pointCount: record.pointCount,
      knownPoints: count(span.fromIndex, span.toIndex),
    })),
  }
}

type Detected = ReturnType<typeof detectSorties>

/**
 * Points that recomputing will set aside once the log is accepted: those of the log by reason, and
 * the number of stored ones.
 */
const setAside = (
  points: PointColumns,
  alone: Detected,
  stored: readonly Uint8Array[],
): Pick<PreviewResult, 'rejected' | 'displacedPoints'> => {
  const before = new PointColumns()
  for (const chunk of stored) before.appendAll(unpackPoints(chunk))
  const both = new PointColumns()
  both.appendAll(before)
  both.appendAll(points)
  const { rejected: found } = before.length === 0 ? alone : detectSorties(both, [], { asOfMs: 0 })
  const own = new Set(before.length === 0 ? [] : placeKeys(points))
  const rejected: Record<string, number> = {}
  let storedAside = 0
  for (const { point, reason } of found) {
    if (before.length === 0 || own.has(placeKey(point)))
      rejected[reason] = (rejected[reason] ?? 0) + 1
    else storedAside++
  }
  const earlier = before.length === 0 ? 0 : detectSorties(before, [], { asOfMs: 0 }).rejected.length
  return { rejected, displacedPoints: Math.max(0, storedAside - earlier) }
}

const placeKey = ({ tMs, lng, lat }: { tMs: number; lng: number; lat: number }): string =>
  `${tMs} ${lng} ${lat}`
const placeKeys = (points: PointColumns): string[] =>
  Array.from({ length: points.length }, (_, i) =>
    placeKey({ tMs: points.tMs[i]!, lng: points.lng[i]!, lat: points.lat[i]! }),
  )

/** 1 for each row whose time and position are already stored. */
const knownRows = (points: PointColumns, stored: readonly Uint8Array[]): Uint8Array => {
  const known = new Uint8Array(points.length)
  const all = new PointColumns()
  for (const chunk of stored) all.appendAll(unpackPoints(chunk))
  const there = canonicalPoints(all)
  let from = 0
  for (let row = 0; row < points.length; row++) {
    const tMs = points.tMs[row]!
    while (from < there.length && there.tMs[from]! < tMs) from++
    for (let at = from; at < there.length && there.tMs[at] === tMs; at++) {
      if (there.lng[at] === points.lng[row] && there.lat[at] === points.lat[row]) known[row] = 1
    }
  }
  return known
}
