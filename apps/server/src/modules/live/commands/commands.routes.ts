import type { Command, commandRoutes } from '@swath/contract/live/commands'
import type { Caller } from '@swath/domain/access/caller'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import { goodForMs, type CommandType } from '@swath/domain/command'
import { orderTypes } from '@swath/domain/service-terms'
import { confirmOwnPassword } from '../../../platform/auth/own-password.ts'
import { createThrottle, type Throttle } from '../../../platform/auth/throttle.ts'
import { createChanges, type Changes, type RowKind } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { pagingOf } from '../../../platform/listing/page.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Services } from '../../../platform/services.ts'
import { cancelWaitingLocks, insertCommand, setLocked } from '../../../gateway/commands/public.ts'
import { requireService } from '../../money/public.ts'
import { requireControl } from '../flight-control/control.ts'
import { checkRoute } from './route-check.ts'
import {
  cancelWaiting,
  countOpen,
  findCommand,
  lockDroneRow,
  pageOfCommands,
  type CommandRecord,
} from './commands.queries.ts'

/** More than a person sends in half a minute; stops consoles with a bug. */
const openAtMost = 20

/** A route is logged by name and length: only the drone needs its points. */
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
      droneAbilities(caller, {
        manufacturerId: row.manufacturer_id,
        operatorId: row.operator_id,
        tenantId: row.tenant_id,
      }).command,
  },
})

type LockedDrone = NonNullable<Awaited<ReturnType<typeof lockDroneRow>>>

const droneKind: RowKind<LockedDrone, 'command' | 'lock'> = {
  type: 'drone',
  lock: (trx, { caller }, id) => lockDroneRow(trx, caller.scope, id),
  refusal: ({ caller }, drone, ability) =>
    droneAbilities(caller, drone)[ability] ? null : 'forbidden',
  identify: (drone) => drone,
}

type Deps = Services & Changes & { throttle: Throttle }
type Calls = Handlers<typeof commandRoutes>

const read = async (trx: Tx, caller: Caller, droneId: string, id: string): Promise<Command> =>
  present((await findCommand(trx, caller.scope, droneId, id)) ?? fail('not_found'), caller)

const keep = async (
  clock: Clock,
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

const listCommands =
  ({ readDb }: Deps): Calls['listCommands'] =>
  async ({ query }, { caller }) => {
    const { rows, total } = await pageOfCommands(readDb, caller.scope, query, query)
    return { items: rows.map((row) => present(row, caller)), total, ...pagingOf(query) }
  }

const sendCommand =
  ({ db, clock, change }: Deps): Calls['sendCommand'] =>
  async ({ body: { droneId, command } }, context) => {
    const { caller } = context
    const entered =
      command.type === 'uploadRoute' ? await checkRoute(db, command, clock.now(), context) : []
    const asked = { id: droneId, to: 'command', action: 'command.send' } as const
    return change(context, droneKind, asked, async (trx, drone, now) => {
      await requireControl(trx, caller, droneId, now)
      if (drone.locked && command.type === 'start') fail('drone_locked')
      // Only these start new work. Commands that stop a drone or bring it down are never refused.
      if (command.type === 'start' || command.type === 'uploadRoute')
        await requireService(trx, droneId, orderTypes.platform, new Date(clock.now()))
      // The consent is between people; the drone gets only the route.
      const { type, hasConsent: _consent, ...given } = { hasConsent: false, ...command }
      const id = await keep(clock, trx, caller, droneId, type, given)
      const kept = await read(trx, caller, droneId, id)
      return {
        details: {
          command: type,
          ...kept.arguments,
          ...(entered.length > 0 ? { zonesWithConsent: entered } : {}),
        },
        answer: () => Promise.resolve(kept),
        tell: (events) => events.emit('commandWaiting', { droneId }),
      }
    })
  }

const cancelCommand =
  ({ change }: Deps): Calls['cancelCommand'] =>
  ({ body: { droneId, commandId } }, context) => {
    const { caller } = context
    const asked = { id: droneId, to: 'command', action: 'command.cancel' } as const
    return change(context, droneKind, asked, async (trx, _drone, now) => {
      const before = (await findCommand(trx, caller.scope, droneId, commandId)) ?? fail('not_found')
      await requireControl(trx, caller, droneId, now)
      return {
        details: { command: before.type },
        write: async () => {
          if (!(await cancelWaiting(trx, droneId, commandId, now))) fail('command_sent')
        },
        answer: () => read(trx, caller, droneId, commandId),
        tell: (events) => events.emit('commandChanged', { droneId, commandId }),
      }
    })
  }

const lockDrone =
  (deps: Deps): Calls['lockDrone'] =>
  async ({ body: { droneId, opr, password } }, context) => {
    const { db, clock, change, throttle } = deps
    const { caller } = context
    // The right is checked first, so that callers without it are not asked for a password.
    await tx(db, async (trx) => {
      const drone = (await droneKind.lock(trx, context, droneId)) ?? fail('not_found')
      const refusal = droneKind.refusal(context, drone, 'lock')
      if (refusal) fail(refusal)
    })
    await confirmOwnPassword(deps, throttle, context, password, {
      path: 'password',
      action: opr === 'lock' ? 'password.refuse-lock' : 'password.refuse-unlock',
    })
    const asked = {
      id: droneId,
      to: 'lock',
      action: opr === 'lock' ? 'drone.lock' : 'drone.unlock',
    } as const
    return change(context, droneKind, asked, async (trx, _drone, now) => ({
      write: async () => {
        await cancelWaitingLocks(trx, droneId, now)
        await setLocked(trx, droneId, opr === 'lock')
      },
      answer: async () =>
        read(trx, caller, droneId, await keep(clock, trx, caller, droneId, opr, {})),
      tell: (events) => {
        events.emit('dronesChanged', { droneIds: [droneId] })
        events.emit('commandWaiting', { droneId })
      },
    }))
  }

export const commandHandlers = (services: Services): Calls => {
  const deps: Deps = {
    ...services,
    ...createChanges(services),
    throttle: createThrottle(services.db),
  }
  return {
    listCommands: listCommands(deps),
    sendCommand: sendCommand(deps),
    cancelCommand: cancelCommand(deps),
    lockDrone: lockDrone(deps),
  }
}
