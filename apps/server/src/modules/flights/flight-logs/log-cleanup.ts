// Rereads logs whose reader stopped, and removes abandoned ones.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteLog, lockForgotten } from './flight-logs.queries.ts'
import { removeLog } from './log-pieces.ts'
import { createLogReader, toStoredLog } from './log-reader.ts'

const dayMs = 86_400_000
/** An abandoned upload, and a log that was read and neither accepted nor cancelled. */
const interruptedMs = 2 * dayMs
const waitingMs = 30 * dayMs
const atATime = 20

/** @returns how many were removed */
export const removeForgottenLogs = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let removed = 0
  for (;;) {
    const count = await tx(db, async (trx) => {
      const forgotten = await lockForgotten(
        trx,
        {
          uploadingBefore: new Date(clock.now() - interruptedMs),
          waitingBefore: new Date(clock.now() - waitingMs),
        },
        atATime,
      )
      for (const log of forgotten) {
        await removeLog(store, toStoredLog(log))
        await deleteLog(trx, log.id)
      }
      return forgotten.length
    })
    removed += count
    if (count < atATime) return removed
  }
}

export const removeStaleLogsKind: JobKind<object> = {
  name: 'flight-logs.remove-forgotten',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const removeStaleLogsJob = (services: Pick<Services, 'db' | 'clock' | 'config'>): Job => {
  const store = openFileStore(services.config)
  return createJob(removeStaleLogsKind, async () => {
    await removeForgottenLogs(services, store)
  })
}

/** Logs are normally read right after their upload; this job reads those whose reader stopped. */
export const readLostLogsKind: JobKind<object> = {
  name: 'flight-logs.read-lost',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const readLostLogsJob = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): Job => {
  const reader = createLogReader(services)
  return createJob(readLostLogsKind, async () => {
    await reader.readLost()
    await reader.idle()
  })
}
