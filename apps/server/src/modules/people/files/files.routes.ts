import { randomBytes } from 'node:crypto'
import { uploadPixels, type fileRoutes } from '@swath/contract/files'
import { addressKey } from '../../../platform/http/address-key.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../../platform/files/receiving-gate.ts'
import { redraw } from '../../../platform/files/picture.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countStrangersFiles,
  deleteFile,
  findFileFor,
  insertFile,
  buildUrl,
} from './files.queries.ts'

/**
 * Limit of unreferenced files of people without a session, so that strangers cannot fill the disk.
 */
const strangersAtMost = 2000

export const fileHandlers = (
  { db, config, clock, log }: Services,
  store: FileStore = openFileStore(config),
): Handlers<typeof fileRoutes> => {
  const throttle = createThrottle(db)
  const throughGate = createReceivingGate({ all: 16, ofOne: 4 })

  return {
    uploadImage: async ({ file }, { caller, ip }) => {
      const retryAfterS = await throttle.admitUpload(
        caller ? { accountId: caller.accountId } : { ip },
      )
      if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
      if (!caller && (await countStrangersFiles(db)) >= strangersAtMost)
        return fail('unavailable', { retryAfterS: 600 })
      return throughGate(caller?.accountId ?? addressKey(ip), async () => {
        const { bytes, mediaType, widthPx, heightPx } = await redraw(await file(), {
          pixels: uploadPixels,
        })
        const key = randomBytes(32).toString('base64url')
        const now = new Date(clock.now())
        await insertFile(db, {
          key,
          media_type: mediaType,
          bytes: bytes.length,
          width_px: widthPx,
          height_px: heightPx,
          uploaded_by: caller?.userId ?? null,
          uploaded_at: now,
          unclaimed_since: now,
        })
        try {
          await store.put(key, bytes, mediaType)
        } catch (error) {
          log.error({ err: error }, 'an upload could not be stored')
          await deleteFile(db, key)
          return fail('unavailable')
        }
        return { url: buildUrl(key) }
      })
    },

    getFile: async ({ params }, { caller, setHeader }) => {
      const file = (await findFileFor(db, params.key, caller)) ?? fail('not_found')
      const bytes = await store.get(params.key)
      if (!bytes) {
        log.error({ purpose: file.purpose }, 'a file that the database names is not in the store')
        return fail('not_found')
      }
      const isPublic = file.purpose !== null && file.purpose !== 'licence'
      setHeader('content-type', file.mediaType)
      setHeader(
        'content-disposition',
        `inline; filename="picture.${file.mediaType === 'image/png' ? 'png' : 'jpg'}"`,
      )
      // Opened as a page, the file can run nothing.
      setHeader('content-security-policy', "sandbox; default-src 'none'")
      setHeader('cross-origin-resource-policy', 'same-origin')
      // The content of a key never changes. Restricted files are not cached, because a cache would
      // outlive the session.
      setHeader(
        'cache-control',
        isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
      )
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}
