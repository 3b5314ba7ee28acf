// Verification of a file: uploaded in pieces like a build, checked by a job, and logged.
import { randomBytes } from 'node:crypto'
import {
  firmwareCheckList,
  firmwarePieceBytes,
  type FirmwareCheck,
} from '@swath/contract/gear/firmware-checks'
import type { FirmwareRefusal } from '@swath/domain/firmware-container'
import type { Caller } from '@swath/domain/access/caller'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { pieceCount, pieceKey } from '../../../platform/files/pieces.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { checkFirmwareKind } from './check-firmware.ts'
import {
  checkRows,
  countChecksSince,
  findCheck,
  insertCheck,
  takeCheckPiece,
  type CheckRow,
} from './firmware-checks.queries.ts'
import type { Calls, Deps } from './firmware-deps.ts'
import { findFirmware } from './firmware.queries.ts'

const anHourAtMost = 200
const hourMs = 3_600_000

const presentCheck = (row: CheckRow, caller: Caller): FirmwareCheck => ({
  checkId: row.id,
  filename: row.file_name,
  bytes: row.bytes,
  receivedBytes: row.received_bytes,
  pieceBytes: row.piece_bytes,
  state: row.state,
  reason: row.reason as FirmwareRefusal | null,
  firmwareId: row.firmware_id,
  firmwareType: row.firmware_type,
  firmwareVersion: row.build_version,
  fingerprint: row.fingerprint,
  sha256: row.sha256?.toString('hex') ?? null,
  accountName: row.account_name,
  userName: row.user_name,
  createdAt: row.created_at.toISOString(),
  checkedAt: row.checked_at?.toISOString() ?? null,
  can: { append: row.state === 'uploading' && row.user_id === caller.userId },
})

const readOne = async (from: Db | Tx, caller: Caller, id: string): Promise<FirmwareCheck> =>
  presentCheck((await findCheck(from, caller.scope, id)) ?? fail('not_found'), caller)

export const listFirmwareChecks =
  ({ readDb }: Deps): Calls['listFirmwareChecks'] =>
  async ({ query }, { caller }) => {
    const [page, stats] = await Promise.all([
      checkRows.readPage(readDb, caller.scope, query, (row) => presentCheck(row, caller)),
      checkRows.countStates(readDb, caller.scope, query),
    ])
    return { ...page, stats }
  }

export const exportFirmwareChecks =
  ({ readDb }: Deps): Calls['exportFirmwareChecks'] =>
  async ({ query }, context) =>
    listFile(firmwareCheckList, query, context, {
      rows: checkRows.each(readDb, context.caller.scope, query),
      present: (row) => presentCheck(row, context.caller),
    })

export const getFirmwareCheck =
  ({ db }: Deps): Calls['getFirmwareCheck'] =>
  async ({ params }, { caller }) =>
    readOne(db, caller, params.checkId)

/** The subject of a check: a stored build, or a file to be uploaded. */
const findSubject = async (
  trx: Tx,
  caller: Caller,
  { firmwareId, filename, bytes }: { firmwareId: string | null; filename: string; bytes: number },
) => {
  if (firmwareId === null)
    return {
      filename,
      bytes,
      firmwareId,
      state: 'uploading' as const,
      key: randomBytes(24).toString('base64url'),
    }
  const build = (await findFirmware(trx, caller.scope, firmwareId)) ?? fail('not_found')
  if (build.state !== 'signed' || build.container_bytes === null) return fail('firmware_not_ready')
  return {
    filename: build.file_name,
    bytes: build.container_bytes,
    firmwareId,
    state: 'checking' as const,
    key: null,
  }
}

const beginFirmwareCheck =
  ({ record }: Deps): Calls['verifyFirmware'] =>
  ({ body }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const lately = new Date(now.getTime() - hourMs)
      if ((await countChecksSince(trx, caller.accountId, lately)) >= anHourAtMost)
        fail('too_many_requests', { retryAfterS: 600 })
      const subject = await findSubject(trx, caller, body)
      const id = uuidv7(now.getTime())
      return {
        action: 'firmware.verify',
        object: { type: 'firmware-check', id, name: subject.filename },
        details: { bytes: subject.bytes },
        write: async () => {
          await insertCheck(trx, {
            id,
            account_id: caller.accountId,
            file_name: subject.filename,
            bytes: subject.bytes,
            received_bytes: subject.key === null ? subject.bytes : 0,
            received_at: now,
            piece_bytes: firmwarePieceBytes,
            key: subject.key,
            firmware_id: subject.firmwareId,
            state: subject.state,
            user_id: caller.userId,
            user_name: caller.userName,
            created_at: now,
          })
          if (subject.state === 'checking')
            await enqueueJob(trx, checkFirmwareKind, { checkId: id }, { traceId: context.traceId })
        },
        answer: () => readOne(trx, caller, id),
      }
    })

/** A form contains the whole file, which is handled like an upload in pieces. */
export const verifyFirmware = (deps: Deps): Calls['verifyFirmware'] => {
  const [begin, append] = [beginFirmwareCheck(deps), appendFirmwareCheck(deps)]
  return async ({ file, ...input }, context) => {
    const whole = await file()
    const bytes = whole ? whole.length : input.body.bytes
    if (input.body.firmwareId === null && bytes === 0)
      return fail('invalid_input', {}, [{ path: 'bytes', message: 'required' }])
    let check = await begin({ ...input, body: { ...input.body, bytes }, file }, context)
    while (whole && check.state === 'uploading') {
      const offset = check.receivedBytes
      const piece = whole.subarray(offset, offset + check.pieceBytes)
      const params = { checkId: check.checkId }
      const asked = { params, query: { offset }, body: undefined, file: async () => piece }
      check = await append(asked, context)
    }
    return check
  }
}

export const appendFirmwareCheck =
  ({ store, db, clock, throughGate }: Deps): Calls['appendFirmwareCheck'] =>
  async ({ params, query, file }, { caller, traceId }) => {
    const row = (await findCheck(db, caller.scope, params.checkId)) ?? fail('not_found')
    const shown = presentCheck(row, caller)
    if (!shown.can.append || row.key === null)
      return row.state === 'uploading' ? fail('forbidden') : shown
    if (query.offset !== row.received_bytes) return shown
    const { key, bytes, piece_bytes: pieceBytes, received_bytes: received } = row
    const index = received / pieceBytes
    const isLast = index === pieceCount({ bytes, pieceBytes }) - 1
    const length = isLast ? bytes - received : pieceBytes
    await throughGate(caller.userId, async () => {
      const piece = await file()
      if (piece.length !== length) fail('firmware_piece_wrong')
      await store.put(pieceKey(key, index), piece, 'application/octet-stream')
    })
    await tx(db, async (trx) => {
      const taken = { offset: query.offset, length, isLast, now: new Date(clock.now()) }
      if ((await takeCheckPiece(trx, row.id, taken)) && isLast)
        await enqueueJob(trx, checkFirmwareKind, { checkId: row.id }, { traceId })
    })
    return readOne(db, caller, row.id)
  }
