// Sets type and remote controllers of an uploaded file.
import { isDeepStrictEqual } from 'node:util'
import type { Firmware } from '@swath/contract/gear/firmware'
import { writeUnique } from '../../../platform/database/write-unique.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { fileUnknown, firmwareKind, readOne } from './firmware-presenters.ts'
import { makesFirmware, type Calls, type Deps } from './firmware-deps.ts'
import { findNewestOf, isOwnModel, writeFirmware } from './firmware.queries.ts'

export type FirmwareGiven = Parameters<Calls['createFirmware']>[0]['body']

export const describeFirmware =
  ({ db, change }: Deps) =>
  async (given: FirmwareGiven, context: SignedInContext): Promise<Firmware> => {
    const { caller } = context
    if (!makesFirmware(caller)) fail('forbidden')
    const own = { kind: 'accounts', as: 'manufacturer', accountIds: [caller.accountId] } as const
    const id =
      (await findNewestOf(db, own, { filename: given.filename })) ??
      fail('not_found', {}, [fileUnknown])
    const action = 'firmware.describe'
    return change(context, firmwareKind, { id, to: 'own', action }, async (trx, row) => {
      const before = {
        firmwareType: row.firmware_type,
        firmwareVersion: row.build_version,
        flyModelId: row.model_id,
        rcid: row.rcid,
        note: row.note,
      }
      const { flyModelId = row.model_id } = given
      const after = {
        firmwareType: given.firmwareType ?? row.firmware_type,
        firmwareVersion: given.firmwareVersion ?? row.build_version,
        flyModelId,
        rcid: given.rcid ?? row.rcid,
        note: given.note ?? row.note,
      }
      if (flyModelId !== null && !(await isOwnModel(trx, caller.accountId, flyModelId)))
        fail('not_found')
      // The container's header contains all of these but the note.
      const isWrapped = row.state !== 'uploading' && row.state !== 'uploaded'
      if (isWrapped && !isDeepStrictEqual({ ...after, note: row.note }, before))
        fail('firmware_wrapped')
      return {
        before,
        after,
        write: async () => {
          const written = writeFirmware(trx, id, {
            firmware_type: after.firmwareType,
            build_version: after.firmwareVersion,
            model_id: flyModelId,
            rcid: after.rcid,
            note: after.note,
          })
          if (!(await writeUnique(written))) fail('firmware_exists')
        },
        answer: () => readOne(trx, caller, id),
      }
    })
  }
