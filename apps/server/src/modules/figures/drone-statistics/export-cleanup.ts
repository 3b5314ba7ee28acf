// Removes expired export files.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteExport, lockOldExports } from './statistics-exports.queries.ts'

export const exportKeptMs = 7 * 86_400_000
const atATime = 50

export const removeExportsKind: JobKind<object> = {
  name: 'drone-statistics.remove-exports',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 23 },
}

/** Deletes bytes before rows: a row whose bytes are already gone is retried on the next run. */
export const removeOldExports = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<void> => {
  for (;;) {
    const count = await tx(db, async (trx) => {
      const rows = await lockOldExports(trx, new Date(clock.now() - exportKeptMs), atATime)
      for (const { id, key } of rows) {
        if (key !== null) await store.remove(key)
        await deleteExport(trx, id)
      }
      return rows.length
    })
    if (count < atATime) return
  }
}

export const removeExportsJob = (services: Pick<Services, 'db' | 'clock' | 'config'>): Job => {
  const store = openFileStore(services.config)
  return createJob(removeExportsKind, () => removeOldExports(services, store))
}
