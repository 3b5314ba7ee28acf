// Removes logs that were deleted, that have expired, or whose upload was interrupted: first their
// bytes, then their rows.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteRows, lockLeaving, removeOutdated } from './app-log-removal.queries.ts'

/** Any upload has finished or failed long before. */
const halfwayMs = 3_600_000
const atATime = 50

/**
 * Deletes bytes before rows: a row whose bytes are already gone is retried on the next run.
 * @returns how many were removed
 */
export const clearRemovedLogs = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let cleared = 0
  for (;;) {
    const count = await tx(db, async (trx) => {
      const leaving = await lockLeaving(trx, new Date(clock.now() - halfwayMs), atATime)
      for (const { key } of leaving) await store.remove(key)
      await deleteRows(
        trx,
        leaving.map(({ id }) => id),
      )
      return leaving.length
    })
    cleared += count
    if (count < atATime) return cleared
  }
}

/** Also enqueued when someone deletes logs. */
export const removeAppLogsKind: JobKind<object> = {
  name: 'app-logs.remove',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 23 },
}

export const removeAppLogs = async (
  services: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<void> => {
  await removeOutdated(services.db, new Date(services.clock.now()))
  await clearRemovedLogs(services, store)
}

export const removeAppLogsJob = (services: Pick<Services, 'db' | 'clock' | 'config'>): Job => {
  const store = openFileStore(services.config)
  return createJob(removeAppLogsKind, () => removeAppLogs(services, store))
}
