// Moves the drones and models of one manufacturer to another.
import { callerAbilities } from '@swath/domain/access/caller-abilities'
import { fail } from '../../../platform/errors/fail.ts'
import { keepParties } from './drone-changes.queries.ts'
import {
  findMakers,
  holdingsOfMaker,
  lockMakers,
  moveMaker,
  sameModels,
} from './maker-merge.queries.ts'
import type { Calls, Deps } from './drone-change-deps.ts'

export const previewManufacturerMerge =
  ({ readDb }: Deps): Calls['previewManufacturerMerge'] =>
  async ({ query: { fromZzAccountId, zzAccountId } }, { caller }) => {
    if (!callerAbilities(caller).mergeManufacturers) fail('forbidden')
    const makers = await findMakers(readDb, caller.scope, [fromZzAccountId, zzAccountId])
    if (![fromZzAccountId, zzAccountId].every((id) => makers.some((maker) => maker.id === id)))
      fail('not_found')
    if (fromZzAccountId === zzAccountId)
      fail('invalid_input', {}, [{ path: 'zzAccountId', message: 'sameAccount' }])
    const { drones, models } = await holdingsOfMaker(readDb, fromZzAccountId)
    return {
      droneNum: drones,
      modelNum: models,
      sameModels: (await sameModels(readDb, fromZzAccountId, zzAccountId)).map(({ name }) => name),
    }
  }

export const mergeManufacturer =
  ({ clock, record }: Deps): Calls['mergeManufacturer'] =>
  async ({ body }, context) => {
    const { caller } = context
    if (!callerAbilities(caller).mergeManufacturers) fail('forbidden')
    return record(context, async (trx) => {
      const makers = await lockMakers(trx, caller.scope, [body.fromZzAccountId, body.zzAccountId])
      const from = makers.find(({ id }) => id === body.fromZzAccountId) ?? fail('not_found')
      const to = makers.find(({ id }) => id === body.zzAccountId) ?? fail('not_found')
      if (from.id === to.id)
        fail('invalid_input', {}, [{ path: 'zzAccountId', message: 'sameAccount' }])
      const { drones, models } = await holdingsOfMaker(trx, from.id)
      if (drones !== (body.droneNum ?? drones) || models !== (body.modelNum ?? models))
        fail('conflict')
      await keepParties(
        trx,
        { manufacturerId: from.id },
        { userId: caller.userId, userName: caller.userName, now: new Date(clock.now()) },
      )
      const droneIds = await moveMaker(trx, from.id, to)
      return {
        action: 'account.merge-manufacturer',
        object: { type: 'account', id: from.id, name: from.name },
        details: { into: to.name, droneNum: drones, modelNum: models },
        answer: () => Promise.resolve({ droneNum: drones, modelNum: models }),
        tell: (events) => {
          if (droneIds.length > 0) events.emit('dronesChanged', { droneIds })
        },
      }
    })
  }
