// The second intake: points read from a flight log join those sent by the drone. They are stored as
// a checkpoint stores telemetry, and the stretch is marked for the same recomputation, whose result
// does not depend on the source of the points.
import type { Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { quietMs } from './checkpoint-batch.ts'
import {
  insertChunks,
  insertNotes,
  markForRecomputation,
  type ChunkRow,
} from './checkpoint.queries.ts'

/** Points of a log that cannot be stored; they are quarantined. */
export type LogRejection = { reason: string; count: number; sample: string }

/**
 * Runs in the transaction that accepts the log: both happen, or neither. Recomputation is due at
 * once.
 */
export const storeLog = async (
  tx: Tx,
  droneId: string,
  chunks: readonly ChunkRow[],
  rejected: readonly LogRejection[],
  nowMs: number,
): Promise<void> => {
  await insertChunks(tx, chunks)
  await insertNotes(
    tx,
    rejected.map(({ reason, count, sample }) => ({
      droneId,
      id: uuidv7(nowMs),
      receivedAtMs: nowMs,
      topic: 'log',
      reason,
      count,
      sample: Buffer.from(sample),
    })),
  )
  if (chunks.length === 0) return
  const fromMs = Math.min(...chunks.map((chunk) => chunk.fromMs))
  const untilMs = Math.max(...chunks.map((chunk) => chunk.untilMs))
  await markForRecomputation(
    tx,
    [{ droneId, fromMs, untilMs, dueMs: nowMs }],
    nowMs,
    nowMs + quietMs,
  )
}
