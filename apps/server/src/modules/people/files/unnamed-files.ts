// Removes files from the file store that no row references: left by a lost process, or by an upload
// that was refused at its end.
import { z } from 'zod'
import type { ListableStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { listAllNamedKeys, listNamedKeys } from './unnamed-files.queries.ts'

/** Any upload, or file being created, has its row long before. */
const leftAloneMs = 2 * 24 * 3_600_000
const askedAtOnce = 500

/**
 * Keys under which a row may reference a stored file: its own, that of a file in pieces, of a log
 * whose points are in another file, or of a file whose writing was interrupted.
 */
const nameable = (stored: string): string[] => {
  const key = stored.replace(/\..*$/, '')
  return [key, key.replace(/-(\d{5}|points)$/, '')]
}

/** How many keys rows reference, and how many of them are among the stored files. */
export const countNamedFiles = async (
  db: Db,
  stored: readonly string[],
): Promise<{ named: number; found: number }> => {
  const there = new Set(stored.flatMap(nameable))
  const named = await listAllNamedKeys(db)
  return { named: named.length, found: named.filter((key) => there.has(key)).length }
}

const inBatches = async function* <T>(all: AsyncIterable<T>, atOnce: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * If none of many files is referenced, the store belongs to another database, and nothing is
 * removed.
 * @returns how many were removed
 */
export const removeUnnamedFiles = async (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  store: ListableStore,
  signal?: AbortSignal,
): Promise<number> => {
  const before = clock.now() - leftAloneMs
  const unnamed: string[] = []
  let named = 0
  for await (const files of inBatches(store.list(), askedAtOnce)) {
    signal?.throwIfAborted()
    const names = await listNamedKeys(db, [...new Set(files.flatMap(({ key }) => nameable(key)))])
    for (const { key, storedAtMs } of files) {
      const isNamed = !key.includes('.') && nameable(key).some((name) => names.has(name))
      if (isNamed) named++
      else if (storedAtMs < before) unnamed.push(key)
    }
  }
  if (named === 0 && unnamed.length > 0) {
    log.warn(
      { files: unnamed.length },
      'no row names any stored file: is this another database’s store? Nothing was removed',
    )
    return 0
  }
  for (const key of unnamed) {
    signal?.throwIfAborted()
    await store.remove(key)
  }
  if (unnamed.length > 0) log.info({ files: unnamed.length }, 'files without a row were removed')
  return unnamed.length
}

export const removeUnnamedFilesKind: JobKind<object> = {
  name: 'files.remove-unnamed',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 4, minute: 23 },
}

export const removeUnnamedFilesJob = (
  services: Pick<Services, 'db' | 'clock' | 'config' | 'log'>,
): Job => {
  const store = openFileStore(services.config)
  return createJob(removeUnnamedFilesKind, async (_payload, { signal }) => {
    await removeUnnamedFiles(services, store, signal)
  })
}
