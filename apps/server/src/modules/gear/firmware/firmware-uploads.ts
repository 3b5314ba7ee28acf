// Uploads a build, piece by piece, and deletes it.
import { randomBytes } from 'node:crypto'
import type { Firmware } from '@swath/contract/gear/firmware'
import { firmwarePieceBytes } from '@swath/contract/gear/firmware-checks'
import { nothing } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { pieceCount, pieceKey, removePieces } from '../../../platform/files/pieces.ts'
import { describeFirmware, type FirmwareGiven } from './describe-firmware.ts'
import {
  firmwareKind,
  presentFirmware,
  readOne,
  toBuild,
  toContainer,
} from './firmware-presenters.ts'
import { makesFirmware, type Calls, type Deps } from './firmware-deps.ts'
import {
  findFirmware,
  insertFirmware,
  isInRollout,
  isOwnModel,
  removeFirmware,
  sumFirmwareBytes,
  takePiece,
} from './firmware.queries.ts'

/** Limit per account, for builds and containers. */
const bytesOfAccount = 20 * 1024 ** 3

/** The version in a file name, in the format that drones report. */
const versionIn = (filename: string, now: Date): string =>
  /\d+(?:\.\d+)+(?:[-+_][0-9A-Za-z.]+)?/
    .exec(filename.replace(/\.[A-Za-z][0-9A-Za-z]*$/, ''))?.[0]
    .slice(0, 32) ?? now.toISOString().replaceAll(/[-:]|\..*/g, '')

const beginFirmware =
  ({ record }: Deps) =>
  (given: FirmwareGiven & { bytes: number }, context: SignedInContext): Promise<Firmware> =>
    record(context, async (trx, now) => {
      const body = {
        firmwareType: 'other' as const,
        flyModelId: null,
        rcid: '',
        note: '',
        ...given,
        firmwareVersion: given.firmwareVersion ?? versionIn(given.filename, now),
      }
      const { caller } = context
      const { accountId } = caller
      if (!makesFirmware(caller)) fail('forbidden')
      if (body.flyModelId !== null && !(await isOwnModel(trx, accountId, body.flyModelId)))
        fail('not_found')
      if ((await sumFirmwareBytes(trx, accountId)) + body.bytes > bytesOfAccount)
        fail('firmware_store_full')
      const id = uuidv7(now.getTime())
      return {
        action: 'firmware.upload',
        object: { type: firmwareKind.type, id, name: body.firmwareVersion },
        details: { filename: body.filename, firmwareType: body.firmwareType, bytes: body.bytes },
        write: async () => {
          const isNew = await insertFirmware(trx, {
            id,
            account_id: accountId,
            file_name: body.filename,
            firmware_type: body.firmwareType,
            build_version: body.firmwareVersion,
            model_id: body.flyModelId,
            rcid: body.rcid,
            note: body.note,
            bytes: body.bytes,
            received_at: now,
            piece_bytes: firmwarePieceBytes,
            key: randomBytes(24).toString('base64url'),
            created_by: caller.userId,
            created_by_name: caller.userName,
            created_at: now,
          })
          if (!isNew) fail('firmware_exists')
        },
        answer: () => readOne(trx, caller, id),
      }
    })

/** A form contains the whole build, which is handled like an upload in pieces. */
export const createFirmware = (deps: Deps): Calls['createFirmware'] => {
  const [begin, append] = [beginFirmware(deps), appendFirmware(deps)]
  const describe = describeFirmware(deps)
  return async ({ file, ...input }, context) => {
    const whole = await file()
    if (whole?.length === 0) return fail('file_empty')
    const bytes = whole?.length ?? input.body.bytes
    if (bytes === undefined) return describe(input.body, context)
    let build = await begin({ ...input.body, bytes }, context)
    while (whole && build.state === 'uploading') {
      const offset = build.receivedBytes
      const piece = whole.subarray(offset, offset + build.pieceBytes)
      const params = { firmwareId: build.firmwareId }
      const asked = { params, query: { offset }, body: undefined, file: async () => piece }
      build = await append(asked, context)
    }
    return build
  }
}

export const appendFirmware =
  ({ store, db, clock, throughGate }: Deps): Calls['appendFirmware'] =>
  async ({ params, query, file }, { caller }) => {
    const row = (await findFirmware(db, caller.scope, params.firmwareId)) ?? fail('not_found')
    const shown = presentFirmware(row, caller)
    if (!shown.can.append) return row.state === 'uploading' ? fail('forbidden') : shown
    if (query.offset !== row.received_bytes) return shown
    const build = toBuild(row)
    const index = row.received_bytes / row.piece_bytes
    const isLast = index === pieceCount(build) - 1
    const length = isLast ? row.bytes - row.received_bytes : row.piece_bytes
    await throughGate(caller.userId, async () => {
      const piece = await file()
      if (piece.length !== length) fail('firmware_piece_wrong')
      await store.put(pieceKey(row.key, index), piece, 'application/octet-stream')
    })
    await takePiece(db, row.id, {
      offset: query.offset,
      length,
      isLast,
      now: new Date(clock.now()),
    })
    return readOne(db, caller, row.id)
  }

export const deleteFirmware =
  ({ store, change }: Deps): Calls['deleteFirmware'] =>
  ({ params }, context) =>
    change(
      context,
      firmwareKind,
      { id: params.firmwareId, to: 'manage', action: 'firmware.delete' },
      async (trx, row) => {
        if (row.state === 'encrypting') fail('firmware_not_ready')
        if (await isInRollout(trx, row.id)) fail('firmware_in_rollout')
        const container = toContainer(row)
        return {
          details: { filename: row.file_name, firmwareType: row.firmware_type },
          write: async () => {
            await removePieces(store, toBuild(row))
            if (container) await removePieces(store, container)
            await removeFirmware(trx, row.id)
          },
          answer: nothing,
        }
      },
    )
