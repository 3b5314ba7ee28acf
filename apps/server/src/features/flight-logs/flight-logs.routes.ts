import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { logBytes, logPieceBytes, type flightLogRoutes } from '@swath/contract/flight-logs'
import type { Caller } from '@swath/domain/access/caller'
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { storeLog } from '../../gateway/checkpoint/public.ts'
import { createChanges, nothing, type RowKind } from '../../platform/change/change.ts'
import { tx, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openFileStore } from '../../platform/files/open-file-store.ts'
import { createReceivingGate } from '../../platform/files/receiving-gate.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import { detailOf, present, previewOf } from './flight-log-answers.ts'
import {
  countLogs,
  deleteLog,
  findInterrupted,
  findLog,
  findLogDrone,
  insertLog,
  insertLogSorties,
  lockLog,
  logRows,
  pilotsOf,
  takePiece,
  updateLog,
  type LogDrone,
  type LogRecord,
} from './flight-logs.queries.ts'
import { pieceCount, pieceKey, piecesOf, removePieces } from './log-pieces.ts'
import {
  createLogReader,
  mayImportFor,
  previewColumns,
  previewFor,
  storedLogOf,
} from './log-reader.ts'
import { runInThread, Unreadable } from './log-threads.ts'

/** Of one account that are not accepted yet: their number, and what they weigh. */
const waitingAtMost = 100
const waitingBytesAtMost = 4 * 1024 * 1024 * 1024
const anHourAtMost = 300
const hourMs = 3_600_000

/** What reading says of a file that cannot be worked on, as an answer. */
const orNotReady = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Unreadable) return fail('log_not_ready')
    throw error
  }
}

type LockedLog = NonNullable<Awaited<ReturnType<typeof lockLog>>>

const logKind: RowKind<LockedLog, 'change'> = {
  type: 'flight-log',
  lock: (trx, { caller }, id) => lockLog(trx, caller.scope, id),
  refusal: ({ caller }) => (canManageEquipment(caller) ? null : 'forbidden'),
  nameOf: ({ id, file_name: name }) => ({ id, name }),
}

export const flightLogHandlers = (
  services: Services,
  store: FileStore = openFileStore(services.config),
): Handlers<typeof flightLogRoutes> => {
  const { db, clock, config } = services
  const { record, change } = createChanges(services)
  const reader = createLogReader(services)
  const throughGate = createReceivingGate({ all: 32, ofOne: 4 })
  const now = () => new Date(clock.now())

  const found = async (caller: Caller, logId: string): Promise<LogRecord> =>
    (await findLog(db, caller.scope, logId)) ?? fail('not_found')
  const droneFor = async (caller: Caller, droneId: string): Promise<LogDrone> => {
    const drone = (await findLogDrone(db, caller.scope, droneId)) ?? fail('not_found')
    return mayImportFor(caller, drone) ? drone : fail('forbidden')
  }

  const refuseTooMany = async (trx: Tx, { accountId }: Caller, bytes: number): Promise<void> => {
    const since = new Date(clock.now() - hourMs)
    const { waiting, waitingBytes, lately } = await countLogs(trx, accountId, since)
    if (waiting >= waitingAtMost || waitingBytes + bytes > waitingBytesAtMost)
      fail('logs_waiting', { count: waitingAtMost })
    if (lately >= anHourAtMost) fail('too_many_requests', { retryAfterS: 600 })
  }

  return {
    listFlightLogs: async ({ query }, { caller }) => {
      const [rows, total] = await Promise.all([
        logRows.page(db, caller.scope, query, query),
        logRows.count(db, caller.scope, query),
      ])
      return {
        items: rows.map((row) => present(row, caller)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
      }
    },

    createFlightLog: async ({ body }, context) => {
      const { caller } = context
      const drone =
        body.droneId === null
          ? null
          : ((await findLogDrone(db, caller.scope, body.droneId)) ?? fail('not_found'))
      if (!canManageEquipment(caller) || (drone && !mayImportFor(caller, drone))) fail('forbidden')
      if (body.bytes > logBytes) fail('log_too_large', { mib: logBytes / 1024 / 1024 })
      const interrupted = await findInterrupted(db, caller, body)
      if (interrupted) return present(await found(caller, interrupted.id), caller)
      const id = uuidv7(clock.now())
      await record(context, async (trx) => ({
        action: 'flight-log.upload',
        object: { type: logKind.type, id, name: body.fileName },
        details: { bytes: body.bytes },
        write: async () => {
          await refuseTooMany(trx, caller, body.bytes)
          await insertLog(trx, {
            id,
            account_id: caller.accountId,
            created_by: caller.userId,
            created_by_name: caller.userName,
            created_at: now(),
            received_at: now(),
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
      return present(await found(caller, id), caller)
    },

    appendFlightLog: async ({ params, query, file }, { caller }) => {
      const log = await found(caller, params.logId)
      if (!present(log, caller).can.append)
        return log.status === 'uploading' ? fail('forbidden') : present(log, caller)
      // Somebody who goes on from where nothing was interrupted learns where it was.
      if (query.offset !== log.received_bytes) return present(log, caller)
      const index = log.received_bytes / log.piece_bytes
      const whole = index === pieceCount(storedLogOf(log)) - 1
      const length = whole ? log.bytes - log.received_bytes : log.piece_bytes
      await throughGate(caller.userId, async () => {
        const piece = await file()
        if (piece.length !== length) fail('log_piece_wrong', { bytes: length })
        await store.put(pieceKey(log.key, index), piece, 'application/octet-stream')
      })
      if (
        (await takePiece(db, log.id, { offset: query.offset, length, whole, now: now() })) &&
        whole
      )
        reader.read(log.id, caller)
      return present(await found(caller, log.id), caller)
    },

    getFlightLog: async ({ params }, { caller }) =>
      detailOf(services, await found(caller, params.logId), caller),

    getFlightLogTracks: async ({ params }, { caller }) => {
      const log = await found(caller, params.logId)
      if (log.status !== 'ready' && log.status !== 'accepted') fail('log_not_ready')
      return {
        tracks: await orNotReady(
          runInThread<'tracks'>(
            {
              kind: 'tracks',
              log: storedLogOf(log),
              nowMs: clock.now(),
              droneId: log.drone_id ?? 'LOG',
            },
            config,
            caller.userId,
          ),
        ),
      }
    },

    getFlightLogPilots: async ({ query }, { caller }) => {
      const drone = (await findLogDrone(db, caller.scope, query.droneId)) ?? fail('not_found')
      return {
        items: (await pilotsOf(db, caller, drone)).map(({ id, name, user_type: type }) => ({
          userId: id,
          userName: name,
          isPilot: type === 2,
        })),
      }
    },

    chooseFlightLog: async ({ params, body }, { caller }) => {
      const log = await found(caller, params.logId)
      if (!canManageEquipment(caller)) fail('forbidden')
      if (log.status !== 'ready') fail('log_not_ready')
      const drone = await droneFor(caller, body.droneId)
      if (body.oprId !== null && (await pilotsOf(db, caller, drone, body.oprId)).length === 0)
        fail('not_found')
      const preview =
        log.drone_id === drone.id && log.preview
          ? null
          : await orNotReady(previewFor(services, log, drone))
      await tx(db, async (trx) => {
        const locked = (await lockLog(trx, caller.scope, log.id)) ?? fail('not_found')
        if (locked.status !== 'ready') fail('log_not_ready')
        await updateLog(trx, log.id, {
          pilot_id: body.oprId,
          ...(preview ? previewColumns(preview) : {}),
          ...(locked.drone_id === drone.id
            ? {}
            : { drone_id: drone.id, proposed_by: 'person' as const }),
        })
      })
      return detailOf(services, await found(caller, log.id), caller)
    },

    acceptFlightLog: async ({ params }, context) => {
      const { caller } = context
      const log = await found(caller, params.logId)
      if (!canManageEquipment(caller)) fail('forbidden')
      if (log.status === 'accepted') return detailOf(services, log, caller) // pressed twice
      if (log.status !== 'ready') fail('log_not_ready')
      if (log.drone_id === null) return fail('log_without_drone')
      const drone = await droneFor(caller, log.drone_id)
      const { chunks, rejected, flights } = await orNotReady(
        runInThread<'rows'>(
          {
            kind: 'rows',
            log: storedLogOf(log),
            nowMs: clock.now(),
            droneId: drone.id,
            defaultSwathWidthM: drone.swath_width_m,
          },
          config,
          caller.userId,
        ),
      )
      if (flights.length === 0) fail('log_without_flight')
      const asked = { id: log.id, to: 'change', action: 'flight-log.accept' } as const
      await change(context, logKind, asked, async (trx, locked) => {
        const isAccepted = locked.status === 'accepted'
        if (!isAccepted && (locked.status !== 'ready' || locked.drone_id !== drone.id))
          fail('log_not_ready')
        return {
          changes: !isAccepted,
          details: {
            droneId: drone.id,
            pilotId: locked.pilot_id,
            sorties: flights.length,
            points: log.point_count,
            knownPoints: previewOf(log)?.knownPoints ?? 0,
            sha256: log.sha256?.toString('hex') ?? null,
          },
          write: async () => {
            await insertLogSorties(
              trx,
              { droneId: drone.id, logId: log.id, pilotId: locked.pilot_id },
              flights.map((flight) => ({ id: uuidv7(clock.now()), ...flight })),
            )
            await storeLog(
              trx,
              drone.id,
              chunks.map((chunk) => ({ ...chunk, columns: Buffer.from(chunk.columns) })),
              rejected,
              clock.now(),
            )
            await updateLog(trx, log.id, {
              status: 'accepted',
              accepted_at: now(),
              accepted_by: caller.userId,
              accepted_by_name: caller.userName,
            })
          },
          answer: nothing,
        }
      })
      return detailOf(services, await found(caller, log.id), caller)
    },

    downloadFlightLog: async ({ params }, { caller, setHeader }) => {
      const log = await found(caller, params.logId)
      if (log.received_bytes < log.bytes) fail('log_not_ready')
      const plain = log.file_name.replace(/[^\w.-]+/g, '_')
      setHeader(
        'content-disposition',
        `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(log.file_name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`,
      )
      setHeader('content-length', String(log.bytes))
      setHeader('content-security-policy', "sandbox; default-src 'none'")
      return Readable.from(piecesOf(store, storedLogOf(log)), { objectMode: false })
    },

    deleteFlightLog: async ({ params }, context) => {
      const { caller } = context
      const seen = await found(caller, params.logId)
      if (!present(seen, caller).can.delete) fail('forbidden')
      const asked = { id: params.logId, to: 'change', action: 'flight-log.cancel' } as const
      return change(context, logKind, asked, async (trx, log) => ({
        ...(log.status === 'accepted' ? { action: 'flight-log.delete' } : {}),
        details: { droneId: log.drone_id },
        write: async () => {
          await removePieces(store, storedLogOf(log))
          await deleteLog(trx, log.id)
        },
        answer: nothing,
      }))
    },
  }
}
