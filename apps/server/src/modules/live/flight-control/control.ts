// Control of a drone: the person in control, and the queue of those who request it.
import type { DroneControl, flightControlRoutes } from '@swath/contract/live/flight-control'
import type { Caller } from '@swath/domain/access/caller'
import { droneAbilities } from '@swath/domain/access/drone-abilities'
import {
  keepSteering,
  leaveSteering,
  settleSteering,
  takeSteering,
  type Steerer,
  type Steering,
} from '@swath/domain/steering'
import { createChanges, type RowKind } from '../../../platform/change/change.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import {
  findDroneToSteer,
  lockDroneToSteer,
  readSteering,
  writeSteering,
} from './control.queries.ts'

const toSteerer = ({ userId, userName, accountName }: Caller): Steerer => ({
  userId,
  userName,
  accountName,
})

const present = ({ holder, queue }: Steering, { userId }: Caller): DroneControl => {
  const who = (one: Steerer) => ({
    userId: one.userId,
    userName: one.userName,
    accountName: one.accountName,
    isYou: one.userId === userId,
  })
  return {
    holder: holder && {
      ...who(holder),
      since: new Date(holder.sinceMs).toISOString(),
      lapsesAt: new Date(holder.lapsesMs).toISOString(),
    },
    queue: queue.map((one) => ({ ...who(one), askedAt: new Date(one.askedMs).toISOString() })),
  }
}

/**
 * Gives control of a locked drone row to the sender of a command. Not required for locking a drone,
 * which is for its owner and requires the password.
 * @throws drone_steered
 */
export const requireControl = async (
  trx: Tx,
  caller: Caller,
  droneId: string,
  now: Date,
): Promise<void> => {
  const before = settleSteering(await readSteering(trx, droneId), now.getTime())
  if (before.holder && before.holder.userId !== caller.userId)
    fail('drone_steered', { name: before.holder.userName })
  await writeSteering(trx, droneId, takeSteering(before, toSteerer(caller), now.getTime()))
}

type DroneRow = NonNullable<Awaited<ReturnType<typeof lockDroneToSteer>>>
const kind: RowKind<DroneRow, 'command'> = {
  type: 'drone',
  lock: (trx, { caller }, id) => lockDroneToSteer(trx, caller.scope, id),
  refusal: ({ caller }, drone) => (droneAbilities(caller, drone).command ? null : 'forbidden'),
  identify: (drone) => drone,
}

type Calls = Handlers<typeof flightControlRoutes>
type Served =
  | 'getDroneControl'
  | 'takeDroneControl'
  | 'keepDroneControl'
  | 'handOverDroneControl'
  | 'leaveDroneControl'

/** Compares who has control, but not until when, which changes with every heartbeat. */
const namesOf = ({ holder, queue }: Steering) => ({
  steers: holder?.userName ?? null,
  asks: queue.map(({ userName }) => userName),
})

export const controlHandlers = (services: Services): Pick<Calls, Served> => {
  const { readDb, db, clock } = services
  const { change } = createChanges(services)

  const step =
    (action: string, next: (before: Steering, caller: Caller, nowMs: number) => Steering) =>
    (
      { body: { droneId } }: { body: { droneId: string } },
      context: Parameters<Calls['takeDroneControl']>[1],
    ) =>
      change(context, kind, { id: droneId, to: 'command', action }, async (trx, _drone, now) => {
        const { caller } = context
        const before = settleSteering(await readSteering(trx, droneId), now.getTime())
        const after = next(before, caller, now.getTime())
        return {
          before: namesOf(before),
          after: namesOf(after),
          write: () => writeSteering(trx, droneId, after),
          answer: () => Promise.resolve(present(after, caller)),
          tell: (events) => events.emit('commandChanged', { droneId, commandId: droneId }),
        }
      })

  return {
    getDroneControl: async ({ query: { droneId } }, { caller }) => {
      await findDroneToSteer(readDb, caller.scope, droneId).then(
        (drone) => drone ?? fail('not_found'),
      )
      return present(settleSteering(await readSteering(db, droneId), clock.now()), caller)
    },

    takeDroneControl: step('control.take', (before, caller, nowMs) =>
      takeSteering(before, toSteerer(caller), nowMs),
    ),

    // A heartbeat is not logged.
    keepDroneControl: ({ body: { droneId } }, context) =>
      tx(db, async (trx) => {
        const { caller } = context
        const drone = (await kind.lock(trx, context, droneId)) ?? fail('not_found')
        const refusal = kind.refusal(context, drone, 'command')
        if (refusal) fail(refusal)
        const kept = keepSteering(await readSteering(trx, droneId), caller.userId, clock.now())
        await writeSteering(trx, droneId, kept)
        return present(kept, caller)
      }),

    handOverDroneControl: step('control.hand-over', (before, caller, nowMs) => {
      if (before.holder?.userId !== caller.userId || before.queue.length === 0) fail('conflict')
      return leaveSteering(before, caller.userId, nowMs)
    }),

    leaveDroneControl: step('control.leave', (before, caller, nowMs) =>
      leaveSteering(before, caller.userId, nowMs),
    ),
  }
}
