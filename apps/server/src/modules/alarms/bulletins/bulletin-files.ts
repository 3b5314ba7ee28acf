// Files attached to a bulletin: upload, download, and removal of unattached files.
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import {
  deleteFileRows,
  findBulletinFile,
  insertBulletinFile,
  lockUnclaimedFiles,
  sumFileBytes,
} from './bulletin-files.queries.ts'
import type { Calls, Deps } from './bulletin-deps.ts'
import { readBulletin } from './bulletin-presenters.ts'
import { acceptFile } from './file-kinds.ts'

/** Per account. */
const bytesOfAccount = 2 * 1024 ** 3

export const uploadBulletinFile =
  ({ store, db, clock, log, throttle, throughGate }: Deps): Calls['uploadBulletinFile'] =>
  async ({ query, file }, { caller }) => {
    const retryAfterS = await throttle.admitUpload({ accountId: caller.accountId })
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    return throughGate(caller.accountId, async () => {
      const bytes = await file()
      if (bytes.length === 0) return fail('file_empty')
      const name = acceptFile(query.fileName, bytes) ?? fail('file_kind_refused')
      if ((await sumFileBytes(db, caller.accountId)) + bytes.length > bytesOfAccount)
        return fail('bulletin_files_full')
      const id = uuidv7(clock.now())
      const key = randomBytes(32).toString('base64url')
      const now = new Date(clock.now())
      // The row is written before the bytes, so that an interrupted upload can be found and
      // removed.
      await insertBulletinFile(db, {
        id,
        key,
        account_id: caller.accountId,
        name,
        bytes: bytes.length,
        uploaded_by: caller.userId,
        uploaded_at: now,
        unclaimed_since: now,
      })
      await store.put(key, bytes, 'application/octet-stream').catch((error: unknown) => {
        log.error({ err: error }, 'a file of a bulletin could not be stored')
        return fail('unavailable')
      })
      return { fileId: id, fileName: name, bytes: bytes.length }
    })
  }

/** Attached files can be read with their bulletin, unattached ones by people who may upload. */
const mayDownload = async (
  { db }: Deps,
  context: Parameters<Calls['downloadBulletinFile']>[1],
  file: { id: string; bulletin_id: string | null; account_id: string },
): Promise<boolean> => {
  const { caller } = context
  if (file.bulletin_id === null)
    return file.account_id === caller.accountId && caller.rights.includes('bulletin.send')
  const { files } = await readBulletin(db, context, file.bulletin_id)
  return files.some(({ fileId }) => fileId === file.id)
}

export const downloadBulletinFile =
  (deps: Deps): Calls['downloadBulletinFile'] =>
  async ({ params: { fileId } }, context) => {
    const { db, store, log } = deps
    const file = (await findBulletinFile(db, fileId)) ?? fail('not_found')
    if (!(await mayDownload(deps, context, { id: fileId, ...file }))) fail('not_found')
    const bytes = await store.get(file.key)
    if (!bytes) {
      log.error({ fileId }, 'a file of a bulletin that the database names is not in the store')
      return fail('not_found')
    }
    const { setHeader } = context
    // Served as a download, so that no browser opens or runs it.
    setHeader('content-type', 'application/octet-stream')
    setHeader('content-disposition', attachment(file.name, 'attachment'))
    setHeader('content-security-policy', "sandbox; default-src 'none'")
    setHeader('cache-control', 'private, no-store')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

const keptMs = 24 * 3_600_000
const atATime = 50

/** Deletes bytes before rows: a row whose bytes are already gone is retried on the next run. */
export const removeUnclaimedBulletinFiles = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  store: FileStore,
): Promise<number> => {
  let removed = 0
  for (;;) {
    const count = await tx(db, async (trx) => {
      const files = await lockUnclaimedFiles(trx, new Date(clock.now() - keptMs), atATime)
      for (const { key } of files) await store.remove(key)
      await deleteFileRows(
        trx,
        files.map(({ id }) => id),
      )
      return files.length
    })
    removed += count
    if (count < atATime) return removed
  }
}

export const removeBulletinFilesKind: JobKind<object> = {
  name: 'bulletins.remove-files',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 41 },
}

export const removeBulletinFilesJob = (
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Job => {
  const store = openFileStore(services.config)
  return createJob(removeBulletinFilesKind, async () => {
    await removeUnclaimedBulletinFiles(services, store)
  })
}
