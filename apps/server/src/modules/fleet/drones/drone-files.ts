// Documents of a drone (registration, insurance, manual) and pictures taken on its flights.
import type { DroneFile } from '@swath/contract/fleet/drone-files'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { createChanges } from '../../../platform/change/change.ts'
import { openFileStore } from '../../../platform/files/open-file-store.ts'
import { attachment } from '../../../platform/http/attachment.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { addDroneFile } from './drone-file-upload.ts'
import { deleteFile, findFile, listPictures, pageOfFiles } from './drone-files.queries.ts'
import { droneKind } from './drone-kind.ts'
import { findDrone } from './drones.queries.ts'
import { checkMayKeep, mayKeep, present, type Calls, type Deps } from './held-files.ts'

const endings = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const

const getDroneFiles =
  ({ readDb, clock }: Deps): Calls['getDroneFiles'] =>
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
  ({ readDb, clock }: Deps): Calls['getSortiePictures'] =>
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

const downloadDroneFile =
  ({ readDb, clock, store }: Deps): Calls['downloadDroneFile'] =>
  async ({ params }, { caller, setHeader }) => {
    const row = await findFile(readDb, caller.scope, params.droneId, params.fileId)
    // Documents follow the access to the drone, pictures the access to the flight.
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
    // Opened as a page, the file can run nothing; and caches must not outlive the session.
    setHeader('content-security-policy', "sandbox; default-src 'none'")
    setHeader('cross-origin-resource-policy', 'same-origin')
    setHeader('cache-control', 'private, no-store')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

const deleteDroneFile =
  ({ change, store }: Deps): Calls['deleteDroneFile'] =>
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
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    store: openFileStore(services.config),
    throttle: createThrottle(services.db),
  }
  return {
    getDroneFiles: getDroneFiles(deps),
    getSortiePictures: getSortiePictures(deps),
    addDroneFile: addDroneFile(deps),
    downloadDroneFile: downloadDroneFile(deps),
    deleteDroneFile: deleteDroneFile(deps),
  }
}
