// Uploads a document or a picture.
import { randomBytes } from 'node:crypto'
import type { DroneFile } from '@swath/contract/fleet/drone-files'
import { uploadPixels } from '@swath/contract/files'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { redraw } from '../../../platform/files/picture.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { countFiles, droneOfFlight, insertFile } from './drone-files.queries.ts'
import { droneKind } from './drone-kind.ts'
import { mayKeep, present, type Calls, type Deps } from './held-files.ts'

/** Per drone. */
const filesAtMost = 500

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, 5).toString('latin1') === '%PDF-' &&
  Buffer.from(bytes).subarray(-2048).includes('%%EOF')

/** Pictures are re-encoded; a PDF is stored unchanged, and never shown within our pages. */
const fitToKeep = async (
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; mediaType: DroneFile['mediaType'] }> => {
  if (bytes.length >= 5 && isPdf(bytes)) return { bytes, mediaType: 'application/pdf' }
  if ((bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50))
    return redraw(bytes, { pixels: uploadPixels })
  return fail('file_unreadable')
}

export const addDroneFile =
  ({ readDb, clock, log, change, store, throttle }: Deps): Calls['addDroneFile'] =>
  async ({ params: { droneId }, query: { fileName, sortieId }, file }, context) => {
    const { caller } = context
    if (!(await mayKeep({ readDb, clock }, caller, droneId))) fail('forbidden')
    if (sortieId !== undefined && !(await droneOfFlight(readDb, caller.scope, droneId, sortieId)))
      fail('not_found')
    const retryAfterS = await throttle.admitUpload({ accountId: caller.accountId })
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
    const refuseTooMany = async (db: Db | Tx): Promise<void> => {
      if ((await countFiles(db, droneId)) >= filesAtMost)
        fail('too_many_files', { limit: filesAtMost })
    }
    await refuseTooMany(readDb)
    const { bytes, mediaType } = await fitToKeep(await file())
    const key = randomBytes(32).toString('base64url')
    try {
      await store.put(key, bytes, mediaType)
    } catch (error) {
      log.error({ err: error }, 'a paper of a drone could not be stored')
      return fail('unavailable')
    }
    try {
      const asked = { id: droneId, to: 'update', action: 'drone.add-file' } as const
      return await change(context, droneKind, asked, async (trx) => {
        await refuseTooMany(trx)
        const row = {
          drone_id: droneId,
          id: uuidv7(clock.now()),
          sortie_id: sortieId ?? null,
          name: fileName.replace(/\.(pdf|jpe?g|png)$/i, ''),
          media_type: mediaType,
          bytes: bytes.length,
          user_name: caller.userName,
          created_at: new Date(clock.now()),
        }
        return {
          details: { fileName: row.name, sortieId: row.sortie_id },
          write: () => insertFile(trx, { ...row, store_key: key, user_id: caller.userId }),
          answer: () => Promise.resolve(present(row, true)),
        }
      })
    } catch (error) {
      await store.remove(key) // nothing names it
      throw error
    }
  }
