import type { Command, commandRoutes } from '@swath/contract/commands'
import type { Caller } from '@swath/domain/access/caller'
import { dronePowers } from '@swath/domain/access/drone-powers'
import { goodForMs, type CommandType } from '@swath/domain/command'
import { recordAudit } from '../../platform/audit/audit.ts'
import { changeBy } from '../../platform/audit/caller-change.ts'
import { confirmOwnPassword } from '../../platform/auth/own-password.ts'
import { createThrottle } from '../../platform/auth/throttle.ts'
import { tx, type Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Services } from '../../platform/services.ts'
import {
  cancelWaiting,
  cancelWaitingLocks,
  countOpen,
  findCommand,
  insertCommand,
  lockDroneRow,
  pageOfCommands,
  setLocked,
  type CommandRecord,
} from './commands.queries.ts'

/** More than a person gives in half a minute; a console that runs wild stops here. */
const openAtMost = 20

/** A route is told by its name and length: its points are the drone's business. */
const shownArguments = ({ type, arguments: given }: CommandRecord): Command['arguments'] =>
  type === 'uploadRoute'
    ? { name: given['name'], points: Array.isArray(given['points']) ? given['points'].length : 0 }
    : given

const present = (row: CommandRecord, caller: Caller): Command => ({
  commandId: row.id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  type: row.type as CommandType,
  arguments: shownArguments(row),
  state: row.state,
  reason: row.reason,
  userName: row.user_name,
  createTime: row.created_at.toISOString(),
  goodUntil: row.good_until.toISOString(),
  sentTime: row.sent_at?.toISOString() ?? null,
  endTime: row.ended_at?.toISOString() ?? null,
  can: {
    cancel:
      row.state === 'waiting' &&
      dronePowers(caller, {
        manufacturerId: row.manufacturer_id,
        operatorId: row.operator_id,
        tenantId: row.tenant_id,
      }).command,
  },
})

export const commandHandlers = (services: Services): Handlers<typeof commandRoutes> => {
  const { db, readDb, clock, events } = services
  const throttle = createThrottle(db)

  const read = async (trx: Tx, caller: Caller, droneId: string, id: string): Promise<Command> =>
    present((await findCommand(trx, caller.scope, droneId, id)) ?? fail('not_found'), caller)

  const keep = async (
    trx: Tx,
    caller: Caller,
    droneId: string,
    type: CommandType,
    given: object,
  ): Promise<string> => {
    if ((await countOpen(trx, droneId)) >= openAtMost)
      return fail('too_many_requests', { retryAfterS: 30 })
    const id = uuidv7(clock.now())
    await insertCommand(trx, {
      drone_id: droneId,
      id,
      type,
      arguments: JSON.stringify(given),
      account_id: caller.accountId,
      user_id: caller.userId,
      user_name: caller.userName,
      created_at: new Date(clock.now()),
      good_until: new Date(clock.now() + goodForMs(type)),
    })
    return id
  }

  return {
    listCommands: async ({ query }, { caller }) => {
      const { rows, total } = await pageOfCommands(readDb, caller.scope, query, query)
      return {
        items: rows.map((row) => present(row, caller)),
        total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
      }
    },

    sendCommand: async ({ body: { droneId, command } }, context) => {
      const { caller } = context
      const kept = await tx(db, async (trx) => {
        const drone = (await lockDroneRow(trx, caller.scope, droneId)) ?? fail('not_found')
        if (!dronePowers(caller, drone).command) fail('forbidden')
        if (drone.locked && command.type === 'start') fail('drone_locked')
        const { type, ...given } = command
        const id = await keep(trx, caller, droneId, type, given)
        const answer = await read(trx, caller, droneId, id)
        await recordAudit(
          trx,
          changeBy(
            context,
            clock.now(),
            'command.send',
            { type: 'drone', id: droneId, name: drone.name },
            { command: type, ...answer.arguments },
          ),
        )
        return answer
      })
      events.emit('commandWaiting', { droneId })
      return kept
    },

    cancelCommand: async ({ body: { droneId, commandId } }, context) => {
      const { caller } = context
      const cancelled = await tx(db, async (trx) => {
        const drone = (await lockDroneRow(trx, caller.scope, droneId)) ?? fail('not_found')
        if (!dronePowers(caller, drone).command) fail('forbidden')
        const before =
          (await findCommand(trx, caller.scope, droneId, commandId)) ?? fail('not_found')
        if (!(await cancelWaiting(trx, droneId, commandId, new Date(clock.now()))))
          fail('command_sent')
        const answer = await read(trx, caller, droneId, commandId)
        await recordAudit(
          trx,
          changeBy(
            context,
            clock.now(),
            'command.cancel',
            { type: 'drone', id: droneId, name: drone.name },
            { command: before.type },
          ),
        )
        return answer
      })
      events.emit('commandChanged', { droneId, commandId })
      return cancelled
    },

    lockDrone: async ({ body: { droneId, opr, password } }, context) => {
      const { caller } = context
      await tx(db, async (trx) => {
        const drone = (await lockDroneRow(trx, caller.scope, droneId)) ?? fail('not_found')
        if (!dronePowers(caller, drone).lock) fail('forbidden')
      })
      await confirmOwnPassword(services, throttle, context, password, 'password')
      const kept = await tx(db, async (trx) => {
        const drone = (await lockDroneRow(trx, caller.scope, droneId)) ?? fail('not_found')
        await cancelWaitingLocks(trx, droneId, new Date(clock.now()))
        await setLocked(trx, droneId, opr === 'lock')
        const answer = await read(trx, caller, droneId, await keep(trx, caller, droneId, opr, {}))
        await recordAudit(
          trx,
          changeBy(context, clock.now(), opr === 'lock' ? 'drone.lock' : 'drone.unlock', {
            type: 'drone',
            id: droneId,
            name: drone.name,
          }),
        )
        return answer
      })
      events.emit('dronesChanged', { droneIds: [droneId] })
      events.emit('commandWaiting', { droneId })
      return kept
    },
  }
}
