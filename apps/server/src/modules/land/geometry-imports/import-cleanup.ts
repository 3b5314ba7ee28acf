// Removes files that were read and then abandoned.
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { closeImport, lockForgotten } from './geometry-imports.queries.ts'

const forgottenMs = 30 * 86_400_000
const atATime = 20

/** @returns how many were removed */
export const forgetImports = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  const now = new Date(clock.now())
  for (let all = 0; ;) {
    const forgotten = await tx(db, async (trx) => {
      const rows = await lockForgotten(trx, new Date(clock.now() - forgottenMs), atATime)
      for (const { id, key } of rows) {
        if (key !== null) await store.remove(key)
        await closeImport(trx, id, now)
      }
      return rows.length
    })
    all += forgotten
    if (forgotten < atATime) return all
  }
}

export const removeStaleImportsKind: JobKind<object> = {
  name: 'geometry-imports.remove-forgotten',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 7 },
}

export const removeStaleImportsJob = (services: Pick<Services, 'db' | 'clock' | 'config'>): Job => {
  const store = openFileStore(services.config)
  return createJob(removeStaleImportsKind, async () => {
    await forgetImports(services, store)
  })
}
