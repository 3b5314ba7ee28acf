// Papers of a drone (registration, insurance, manual) and pictures taken on its flights.
import { randomBytes } from 'node:crypto'
import type { DroneFile } from '@swath/contract/drone-files'
import type { droneRoutes } from '@swath/contract/drones'
import { uploadPixels } from '@swath/contract/files'
import type { Caller } from '@swath/domain/access/caller'
import { createChanges, type Changes } from '../../platform/change/change.ts'
import { createThrottle, type Throttle } from '../../platform/auth/throttle.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { redraw } from '../../platform/files/picture.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { attachment } from '../../platform/http/attachment.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import {
  countFiles,
  deleteFile,
  droneOfFlight,
  findFile,
  insertFile,
  pageOfFiles,
  listPictures,
  type DroneFileRow,
} from './drone-files.queries.ts'
import { findDrone } from './drones.queries.ts'
import { droneKind } from './drone-kind.ts'
import { abilitiesOver } from './present-drone.ts'

/** Of one drone. */
const filesAtMost = 500

const buildUrl = (row: Pick<DroneFileRow, 'drone_id' | 'id'>): string =>
  `/api/oper/droneFiles/${row.drone_id}/${row.id}`

const present = (row: DroneFileRow, mayDelete: boolean): DroneFile => ({
  fileId: row.id,
  droneId: row.drone_id,
  sortieId: row.sortie_id,
  fileName: row.name,
  mediaType: row.media_type as DroneFile['mediaType'],
  bytes: row.bytes,
  url: buildUrl(row),
  userName: row.user_name,
  createTime: row.created_at.toISOString(),
  can: { delete: mayDelete },
})

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, 5).toString('latin1') === '%PDF-' &&
  Buffer.from(bytes).subarray(-2048).includes('%%EOF')

/** A picture is drawn anew; a PDF is kept as it came, and never shown within our pages. */
const fitToKeep = async (
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; mediaType: DroneFile['mediaType'] }> => {
  if (bytes.length >= 5 && isPdf(bytes)) return { bytes, mediaType: 'application/pdf' }
  if ((bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50))
    return redraw(bytes, { pixels: uploadPixels })
  return fail('file_unreadable')
}

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

type Needs = Services & Changes & { store: FileStore; throttle: Throttle }
type Calls = Handlers<typeof droneRoutes>

/** A flight may exist for whom the drone does not any more: its owner of then. */
const checkMayKeep = async (
  { readDb, clock }: Pick<Needs, 'readDb' | 'clock'>,
  caller: Caller,
  droneId: string | undefined,
  sortieId: string,
): Promise<{ droneId: string; keeps: boolean }> => {
  const flown = (await droneOfFlight(readDb, caller.scope, droneId, sortieId)) ?? fail('not_found')
  const drone = await findDrone(readDb, caller.scope, flown, new Date(clock.now()))
  return { droneId: flown, keeps: drone !== undefined && abilitiesOver(caller, drone).update }
}

const mayKeep = async (
  { readDb, clock }: Pick<Needs, 'readDb' | 'clock'>,
  caller: Caller,
  droneId: string,
): Promise<boolean> =>
  abilitiesOver(
    caller,
    (await findDrone(readDb, caller.scope, droneId, new Date(clock.now()))) ?? fail('not_found'),
  ).update

const getDroneFiles =
  ({ readDb, clock }: Needs): Calls['getDroneFiles'] =>
  async ({ params, query }, { caller }) => {
    const keeps =
      query.sortieId === undefined
        ? await mayKeep({ readDb, clock }, caller, params.droneId)
        : (await checkMayKeep({ readDb, clock }, caller, params.droneId, query.sortieId)).keeps
    const { rows, total } = await pageOfFiles(readDb, caller.scope, params.droneId, query)
    return {
      items: rows.map((row) => present(row, keeps)),
      total,
      pageIndex: query.pageIndex,
      size: query.size,
      can: { add: keeps },
    }
  }

const getSortiePictures =
  ({ readDb, clock }: Needs): Calls['getSortiePictures'] =>
  async ({ query }, { caller }) => {
    const { droneId, keeps } = await checkMayKeep(
      { readDb, clock },
      caller,
      query.droneId,
      query.sortieId,
    )
    return {
      items: (await listPictures(readDb, caller.scope, droneId, query.sortieId)).map((row) =>
        present(row, keeps),
      ),
      can: { add: keeps },
    }
  }

const addDroneFile =
  ({ readDb, clock, log, change, store, throttle }: Needs): Calls['addDroneFile'] =>
  async ({ params: { droneId }, query: { fileName, sortieId }, file }, context) => {
    const { caller } = context
    if (!(await mayKeep({ readDb, clock }, caller, droneId))) fail('forbidden')
    if (sortieId !== undefined && !(await droneOfFlight(readDb, caller.scope, droneId, sortieId)))
      fail('not_found')
    const retryAfterS = await throttle.admitUpload({ accountId: caller.accountId })
    if (retryAfterS !== null) return fail('too_many_requests', { retryAfterS })
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
        if ((await countFiles(trx, droneId)) >= filesAtMost)
          fail('too_many_files', { limit: filesAtMost })
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

const downloadDroneFile =
  ({ readDb, clock, store }: Needs): Calls['downloadDroneFile'] =>
  async ({ params }, { caller, setHeader }) => {
    const row = await findFile(readDb, caller.scope, params.droneId, params.fileId)
    // A paper exists where its drone does, a picture where its flight does.
    if (
      !row ||
      (row.sortie_id === null &&
        !(await findDrone(readDb, caller.scope, params.droneId, new Date(clock.now()))))
    )
      return fail('not_found')
    const bytes = (await store.get(row.store_key)) ?? fail('not_found')
    setHeader('content-type', row.media_type)
    const ending = endings[row.media_type as DroneFile['mediaType']]
    setHeader('content-disposition', attachment(`${row.name}.${ending}`, `drone.${ending}`))
    // Opened as a page of its own it may do nothing at all; and it outlasts no sign-out.
    setHeader('content-security-policy', "sandbox; default-src 'none'")
    setHeader('cross-origin-resource-policy', 'same-origin')
    setHeader('cache-control', 'private, no-store')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

const deleteDroneFile =
  ({ change, store }: Needs): Calls['deleteDroneFile'] =>
  async ({ params: { droneId, fileId } }, context) => {
    const { caller } = context
    const asked = { id: droneId, to: 'update', action: 'drone.delete-file' } as const
    const key = await change(context, droneKind, asked, async (trx) => {
      const file = (await findFile(trx, caller.scope, droneId, fileId)) ?? fail('not_found')
      return {
        details: { fileName: file.name },
        write: () => deleteFile(trx, droneId, fileId),
        answer: () => Promise.resolve(file.store_key),
      }
    })
    await store.remove(key)
  }

export const fileHandlers = (services: Services) => {
  const needs: Needs = {
    ...services,
    ...createChanges(services),
    store: openFileStore(services.config),
    throttle: createThrottle(services.db),
  }
  return {
    getDroneFiles: getDroneFiles(needs),
    getSortiePictures: getSortiePictures(needs),
    addDroneFile: addDroneFile(needs),
    downloadDroneFile: downloadDroneFile(needs),
    deleteDroneFile: deleteDroneFile(needs),
  }
}
