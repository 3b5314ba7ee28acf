// Removes uploads that have not been referenced for a day.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteFiles, lockUnclaimed } from './files.queries.ts'

const keptMs = 24 * 3_600_000
const atATime = 100

/**
 * Deletes bytes before rows: a row whose bytes are already gone is retried on the next run.
 * @returns how many were removed
 */
export const removeUnclaimedFiles = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let removed = 0
  for (;;) {
    const keys = await tx(db, async (trx) => {
      const found = await lockUnclaimed(trx, new Date(clock.now() - keptMs), atATime)
      for (const key of found) await store.remove(key)
      await deleteFiles(trx, found)
      return found
    })
    removed += keys.length
    if (keys.length < atATime) return removed
  }
}

export const removeUnclaimedFilesKind: JobKind<object> = {
  name: 'files.remove-unclaimed',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 11 },
}

export const removeUnclaimedFilesJob = (
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Job => {
  const store = openFileStore(services.config)
  return createJob(removeUnclaimedFilesKind, async () => {
    await removeUnclaimedFiles(services, store)
  })
}
