// Writes a batch to the database, and retries until it succeeds.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { tx as transaction, type Db, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { emptyBatch, quietMs, type Batch } from './checkpoint-batch.ts'
import {
  insertChunks,
  insertEvents,
  insertNotes,
  insertOpenSorties,
  insertReports,
  markForRecomputation,
  upsertStates,
} from './checkpoint.queries.ts'
import type { Consumption } from '../ingest-log/public.ts'
import { keepReportedParts } from '../parts/public.ts'

export type BatchWriter = {
  /**
   * Resolves when everything is written: afterwards it is not held in memory any more, and the
   * log's segments can be removed.
   */
  persist(batch: Batch, nowMs: number): Promise<void>
  abandon(): void
}

type Options = { db: Db; log: Logger; consumption: () => Consumption }

const noteUnstorable = (droneId: string, part: Batch, nowMs: number): Batch['notes'][number] => {
  const count = part.chunks.reduce((sum, chunk) => sum + chunk.pointCount, part.events.length)
  return {
    droneId,
    id: uuidv7(nowMs),
    receivedAtMs: nowMs,
    topic: 'track',
    reason: 'not_storable',
    count: Math.max(1, count),
    sample: (
      part.chunks[0]?.columns ?? Buffer.from(JSON.stringify(part.events[0] ?? null))
    ).subarray(0, 4096),
  }
}

const write = async (
  tx: Tx,
  consumption: Consumption,
  batch: Batch,
  nowMs: number,
): Promise<void> => {
  // First, because a recomputation also locks a drone's mark before its other rows.
  await markForRecomputation(tx, batch.marks, nowMs, nowMs + quietMs)
  await insertChunks(tx, batch.chunks)
  await insertEvents(tx, batch.events)
  await insertReports(tx, batch.reports)
  await keepReportedParts(
    tx,
    batch.reports.flatMap(({ droneId, report: { atMs, parts } }) =>
      parts ? [{ droneId, atMs, parts }] : [],
    ),
    new Date(nowMs),
  )
  await insertNotes(tx, batch.notes)
  await insertOpenSorties(tx, batch.opened)
  await upsertStates(tx, batch.states)
  if (batch.segments.length > 0) await consumption.forget(tx, batch.segments)
}

/** Drone by drone, so that one drone's invalid data does not block the others. */
const persistApart = async (
  { db, log, consumption }: Options,
  batch: Batch,
  nowMs: number,
): Promise<void> => {
  const ids = new Set(
    [batch.chunks, batch.events, batch.reports, batch.marks, batch.opened, batch.states].flatMap(
      (rows) => rows.map((row) => row.droneId),
    ),
  )
  for (const droneId of ids) {
    const own = <T extends { droneId: string }>(rows: readonly T[]): T[] =>
      rows.filter((row) => row.droneId === droneId)
    const part: Batch = {
      ...emptyBatch(),
      chunks: own(batch.chunks),
      events: own(batch.events),
      reports: own(batch.reports),
      marks: own(batch.marks),
      opened: own(batch.opened),
      states: own(batch.states),
    }
    try {
      await transaction(db, (tx) => write(tx, consumption(), part, nowMs))
    } catch (error) {
      if (!isOfTheData(error)) throw error
      log.error({ droneId, error: String(error) }, 'What a drone sent cannot be stored')
      await transaction(db, (tx) => insertNotes(tx, [noteUnstorable(droneId, part, nowMs)]))
    }
  }
  await transaction(db, (tx) =>
    write(
      tx,
      consumption(),
      { ...emptyBatch(), notes: batch.notes, segments: batch.segments },
      nowMs,
    ),
  )
}

export const createBatchWriter = (options: Options): BatchWriter => {
  const { db, log, consumption } = options
  let abandoned = false

  return {
    persist: async (batch, nowMs) => {
      for (let attempt = 1, apart = false; !abandoned; attempt++) {
        try {
          if (apart) await persistApart(options, batch, nowMs)
          else await transaction(db, (tx) => write(tx, consumption(), batch, nowMs))
          return
        } catch (error) {
          apart ||= isOfTheData(error) && attempt >= 2
          log.warn({ error: String(error), attempt }, 'A checkpoint failed and is tried again')
          await sleep(Math.min(2_000, 100 * attempt))
        }
      }
      throw new Error('The checkpoint was abandoned')
    },
    abandon: () => {
      abandoned = true
    },
  }
}

/** SQLSTATE classes 22 and 23: the data is at fault, not the server. */
const isOfTheData = (error: unknown): boolean =>
  /^2[23]/.test((error as { code?: string }).code ?? '')
