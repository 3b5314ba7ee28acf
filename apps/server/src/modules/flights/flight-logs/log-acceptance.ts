// Actions on a log that has been read: setting its drone, accepting and deleting it.
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { storeLog } from '../../../gateway/checkpoint/public.ts'
import { nothing } from '../../../platform/change/change.ts'
import { tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { isOrderOpen, readDetail, present, toPreview } from './flight-log-presenters.ts'
import { deleteLog, insertLogSorties, lockLog, updateLog } from './flight-logs.queries.ts'
import { listPilots } from './log-drones.queries.ts'
import { removeLog } from './log-pieces.ts'
import { previewColumns, previewFor, toStoredLog } from './log-reader.ts'
import { runInThread } from './log-threads.ts'
import { type Calls, type Deps, requireDrone, requireLog, orNotReady } from './flight-log-deps.ts'
import { logKind } from './log-kind.ts'

export const chooseFlightLog =
  (deps: Deps): Calls['chooseFlightLog'] =>
  async ({ params, body }, { caller }) => {
    const { db } = deps
    const log = await requireLog(db, caller, params.logId)
    if (!canManageEquipment(caller)) fail('forbidden')
    if (log.status !== 'ready') fail('log_not_ready')
    const drone = await requireDrone(db, caller, body.droneId)
    if (body.oprId !== null && (await listPilots(db, caller, drone, body.oprId)).length === 0)
      fail('not_found')
    const preview =
      log.drone_id === drone.id && log.preview
        ? null
        : await orNotReady(previewFor(deps, log, drone))
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
    return readDetail(deps, await requireLog(db, caller, log.id), caller)
  }

export const readFlightLogAgain =
  ({ db, reader }: Deps): Calls['readFlightLogAgain'] =>
  async ({ params, body }, { caller }) => {
    const log = await requireLog(db, caller, params.logId)
    if (!canManageEquipment(caller)) fail('forbidden')
    await tx(db, async (trx) => {
      const locked = (await lockLog(trx, caller.scope, log.id)) ?? fail('not_found')
      if (locked.status !== 'ready') fail('log_not_ready')
      await updateLog(trx, log.id, {
        status: 'reading',
        reading: JSON.stringify(body),
        reading_since: null,
        attempts: 0,
      })
    })
    reader.read(log.id, caller)
    return present(await requireLog(db, caller, log.id), caller)
  }

export const acceptFlightLog =
  (deps: Deps): Calls['acceptFlightLog'] =>
  async ({ params }, context) => {
    const { db, clock, config, change } = deps
    const { caller } = context
    const log = await requireLog(db, caller, params.logId)
    if (!canManageEquipment(caller)) fail('forbidden')
    if (log.status === 'accepted') return readDetail(deps, log, caller) // pressed twice
    if (log.status !== 'ready') fail('log_not_ready')
    if (isOrderOpen(log)) fail('log_times_open')
    if (log.drone_id === null) return fail('log_without_drone')
    const drone = await requireDrone(db, caller, log.drone_id)
    const { chunks, rejected, flights } = await orNotReady(
      runInThread<'rows'>(
        {
          kind: 'rows',
          log: toStoredLog(log),
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
          knownPoints: toPreview(log)?.knownPoints ?? 0,
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
            accepted_at: new Date(clock.now()),
            accepted_by: caller.userId,
            accepted_by_name: caller.userName,
          })
        },
        answer: nothing,
      }
    })
    return readDetail(deps, await requireLog(db, caller, log.id), caller)
  }

export const deleteFlightLog =
  ({ store, db, change }: Deps): Calls['deleteFlightLog'] =>
  async ({ params }, context) => {
    const { caller } = context
    const seen = await requireLog(db, caller, params.logId)
    if (!present(seen, caller).can.delete) fail('forbidden')
    const asked = { id: params.logId, to: 'change', action: 'flight-log.cancel' } as const
    return change(context, logKind, asked, async (trx, log) => ({
      ...(log.status === 'accepted' ? { action: 'flight-log.delete' } : {}),
      details: { droneId: log.drone_id },
      write: async () => {
        await removeLog(store, toStoredLog(log))
        await deleteLog(trx, log.id)
      },
      answer: nothing,
    }))
  }
