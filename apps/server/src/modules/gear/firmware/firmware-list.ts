// Lists and downloads builds.
import { Readable } from 'node:stream'
import { firmwareList } from '@swath/contract/gear/firmware'
import { attachment } from '../../../platform/http/attachment.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { presentFirmware, readContainer, readOne, toContainer } from './firmware-presenters.ts'
import { findKeyInUse } from './firmware-keys.queries.ts'
import { makesFirmware, type Calls, type Deps } from './firmware-deps.ts'
import { findFirmware, firmwareRows, firmwareSums } from './firmware.queries.ts'

export const listFirmware =
  ({ db, readDb }: Deps): Calls['listFirmware'] =>
  async ({ query }, { caller }) => {
    const [page, states, sums, key] = await Promise.all([
      firmwareRows.readPage(readDb, caller.scope, query, (row) => presentFirmware(row, caller)),
      firmwareRows.countStates(readDb, caller.scope, query),
      firmwareSums(readDb, caller.scope, query),
      findKeyInUse(db, caller.accountId),
    ])
    return {
      ...page,
      stats: { states, bytes: sums.bytes, rolloutNum: sums.in_rollout },
      can: { upload: makesFirmware(caller) },
      hasKey: key !== undefined,
    }
  }

export const exportFirmware =
  ({ readDb }: Deps): Calls['exportFirmware'] =>
  async ({ query }, context) =>
    listFile(firmwareList, query, context, {
      rows: firmwareRows.each(readDb, context.caller.scope, query),
      present: (row) => presentFirmware(row, context.caller),
    })

export const getFirmware =
  ({ readDb }: Deps): Calls['getFirmware'] =>
  async ({ params }, { caller }) =>
    readOne(readDb, caller, params.firmwareId)

export const downloadFirmware =
  ({ db, store }: Deps): Calls['downloadFirmware'] =>
  async ({ params }, { caller, setHeader }) => {
    const row = (await findFirmware(db, caller.scope, params.firmwareId)) ?? fail('not_found')
    const container = toContainer(row)
    if (row.state !== 'signed' || !container || !row.signature) return fail('firmware_not_ready')
    setHeader(
      'content-disposition',
      attachment(`${row.firmware_type}-${row.build_version}.swfw`, 'firmware.swfw'),
    )
    setHeader('content-length', String(row.container_bytes))
    setHeader('cache-control', 'private, no-store')
    return Readable.from(readContainer(store, container, row.signature), { objectMode: false })
  }
