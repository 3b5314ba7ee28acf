// The second door: what was read of a flight log joins what the drone itself has sent. It is stored
// as a checkpoint stores what came by radio, and the stretch is marked for the one recomputation,
// which makes the same of the same points whoever brought them.
import type { Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { quietMs } from './checkpoint-batch.ts'
import {
  insertChunks,
  insertNotes,
  markForRecomputation,
  type ChunkRow,
} from './checkpoint.queries.ts'

/** Points of a log that cannot be stored, for quarantine. */
export type LogRejection = { reason: string; count: number; sample: string }

/** In the transaction that accepts the log: both happen, or neither. Worked out at once. */
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
