// Uploads a log, piece by piece.
import { randomBytes } from 'node:crypto'
import { logBytes, logPieceBytes } from '@swath/contract/flights/flight-logs'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { present } from './flight-log-presenters.ts'
import { countLogs, findInterrupted, insertLog, takePiece } from './flight-logs.queries.ts'
import { findLogDrone } from './log-drones.queries.ts'
import { pieceCount, pieceKey } from '../../../platform/files/pieces.ts'
import { mayImportFor, toStoredLog } from './log-reader.ts'
import { type Calls, type Deps, requireLog } from './flight-log-deps.ts'
import { logKind } from './log-kind.ts'

/** Limits per account for logs that are not accepted yet: their number and their size. */
const waitingAtMost = 100
const waitingBytesAtMost = 4 * 1024 * 1024 * 1024
const anHourAtMost = 300
const hourMs = 3_600_000

const refuseTooMany = async (
  clock: Clock,
  trx: Tx,
  { accountId }: Caller,
  bytes: number,
): Promise<void> => {
  const since = new Date(clock.now() - hourMs)
  const { waiting, waitingBytes, lately } = await countLogs(trx, accountId, since)
  if (waiting >= waitingAtMost || waitingBytes + bytes > waitingBytesAtMost)
    fail('logs_waiting', { count: waitingAtMost })
  if (lately >= anHourAtMost) fail('too_many_requests', { retryAfterS: 600 })
}

export const createFlightLog =
  ({ db, clock, record }: Deps): Calls['createFlightLog'] =>
  async ({ body }, context) => {
    const { caller } = context
    const drone =
      body.droneId === null
        ? null
        : ((await findLogDrone(db, caller.scope, body.droneId)) ?? fail('not_found'))
    if (!canManageEquipment(caller) || (drone && !mayImportFor(caller, drone))) fail('forbidden')
    if (body.bytes > logBytes) fail('log_too_large', { mib: logBytes / 1024 / 1024 })
    const interrupted = await findInterrupted(db, caller, body)
    if (interrupted) return present(await requireLog(db, caller, interrupted.id), caller)
    const id = uuidv7(clock.now())
    await record(context, async (trx) => ({
      action: 'flight-log.upload',
      object: { type: logKind.type, id, name: body.fileName },
      details: { bytes: body.bytes },
      write: async () => {
        await refuseTooMany(clock, trx, caller, body.bytes)
        await insertLog(trx, {
          id,
          account_id: caller.accountId,
          created_by: caller.userId,
          created_by_name: caller.userName,
          created_at: new Date(clock.now()),
          received_at: new Date(clock.now()),
          file_name: body.fileName,
          bytes: body.bytes,
          modified_ms: body.modifiedMs,
          key: randomBytes(24).toString('base64url'),
          piece_bytes: logPieceBytes,
          drone_id: drone?.id ?? null,
          proposed_by: drone ? 'person' : null,
          pilot_id: caller.scope.own ? caller.userId : null,
        })
      },
      answer: nothing,
    }))
    return present(await requireLog(db, caller, id), caller)
  }

export const appendFlightLog =
  ({ store, db, clock, reader, throughGate }: Deps): Calls['appendFlightLog'] =>
  async ({ params, query, file }, { caller }) => {
    const log = await requireLog(db, caller, params.logId)
    if (!present(log, caller).can.append)
      return log.status === 'uploading' ? fail('forbidden') : present(log, caller)
    // A client with a wrong offset gets the right one and resumes there.
    if (query.offset !== log.received_bytes) return present(log, caller)
    const index = log.received_bytes / log.piece_bytes
    const whole = index === pieceCount(toStoredLog(log)) - 1
    const length = whole ? log.bytes - log.received_bytes : log.piece_bytes
    await throughGate(caller.userId, async () => {
      const piece = await file()
      if (piece.length !== length) fail('log_piece_wrong', { bytes: length })
      await store.put(pieceKey(log.key, index), piece, 'application/octet-stream')
    })
    if (
      (await takePiece(db, log.id, {
        offset: query.offset,
        length,
        whole,
        now: new Date(clock.now()),
      })) &&
      whole
    )
      reader.read(log.id, caller)
    return present(await requireLog(db, caller, log.id), caller)
  }
