// Changes in the register: each by one person at a time, each in the log with what stood there
// before.
import type { droneRoutes } from '@swath/contract/drones'
import { callerAbilities } from '@swath/domain/access/caller-abilities'
import type { DroneAbilities } from '@swath/domain/access/drone-abilities'
import { createChanges, type Facts } from '../../platform/change/change.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../platform/http/context.ts'
import { fail } from '../../platform/http/fail.ts'
import { regionPath } from '../../platform/regions/region-path.ts'
import type { Services } from '../../platform/services.ts'
import { modelByNumber, readOwnSwathWidth } from '../drone-models/public.ts'
import { findDrone, findOperator, readDrone } from './drones.queries.ts'
import {
  accountName,
  findMakers,
  holdingsOfMaker,
  keepParties,
  lockMakers,
  modelOfMaker,
  moveMaker,
  newOwners,
  regionOfAccount,
  sameModels,
  updateDrone,
  type LockedDrone,
} from './drone-changes.queries.ts'
import { droneKind } from './drone-kind.ts'
import { abilitiesOver, presentDrone } from './present-drone.ts'

type Change = { columns: Parameters<typeof updateDrone>[2]; before: Facts; after: Facts }

type Served =
  | 'updateDrone'
  | 'setSaleType'
  | 'setMakerNumber'
  | 'setDeviceType'
  | 'setActivation'
  | 'updateRental'
  | 'changeOwner'
  | 'getNewOwners'
  | 'previewManufacturerMerge'
  | 'mergeManufacturer'

export const changeHandlers = (services: Services): Pick<Handlers<typeof droneRoutes>, Served> => {
  const { readDb, clock } = services
  const changes = createChanges(services)
  const now = () => new Date(clock.now())

  const change = (
    context: SignedInContext,
    { droneId, version }: { droneId: string; version?: number | undefined },
    ability: keyof DroneAbilities,
    action: string,
    work: (trx: Tx, drone: LockedDrone) => Promise<Change>,
  ) =>
    changes.change(
      context,
      droneKind,
      { id: droneId, version, to: ability, action },
      async (trx, drone) => {
        const { columns, before, after } = await work(trx, drone)
        return {
          before,
          after,
          write: () => updateDrone(trx, drone.id, columns),
          answer: async () =>
            presentDrone(await readDrone(trx, drone.id, now()), context.caller, context.language),
          tell: (events) => events.emit('dronesChanged', { droneIds: [drone.id] }),
        }
      },
    )

  return {
    updateDrone: ({ body }, context) =>
      change(context, body, 'update', 'drone.update', async (trx, drone) => {
        if (body.flyModelId !== drone.model_id) {
          if (!abilitiesOver(context.caller, drone).editAsManufacturer) fail('forbidden')
          const model =
            (await modelOfMaker(trx, body.flyModelId, drone.manufacturer_id)) ?? fail('not_found')
          const numbered = await modelByNumber(trx, context.caller, drone.id)
          if (numbered === 'foreign' || (numbered && numbered.id !== model.id))
            fail('number_of_a_model', { model: numbered === 'foreign' ? '–' : numbered.name })
        }
        const { flyModelId, droneName, regMark, rackNo, buyer } = body
        return {
          columns: {
            model_id: flyModelId,
            name: droneName,
            reg_mark: regMark,
            rack_no: rackNo,
            buyer,
          },
          before: {
            droneName: drone.name,
            flyModelId: drone.model_id,
            regMark: drone.reg_mark,
            rackNo: drone.rack_no,
            buyer: drone.buyer,
          },
          after: { droneName, flyModelId, regMark, rackNo, buyer },
        }
      }),

    setSaleType: ({ params, body: { saleType, version } }, context) =>
      change(context, { ...params, version }, 'update', 'drone.sale-type', async (_trx, drone) => ({
        columns: { sale_type: saleType },
        before: { saleType: drone.sale_type },
        after: { saleType },
      })),

    setMakerNumber: ({ params, body: { zzDroneNum, version } }, context) =>
      change(
        context,
        { ...params, version },
        'editAsManufacturer',
        'drone.maker-number',
        async (_trx, drone) => ({
          columns: { manufacturer_number: zzDroneNum },
          before: { zzDroneNum: drone.manufacturer_number },
          after: { zzDroneNum },
        }),
      ),

    setDeviceType: ({ params, body: { deviceType, sprayWidth, version } }, context) =>
      change(context, { ...params, version }, 'update', 'drone.device-type', async (trx, drone) => {
        const own = await readOwnSwathWidth(trx, drone.model_id, sprayWidth)
        return {
          columns: { device_type: deviceType, spray_width_m: own },
          before: { deviceType: drone.device_type, sprayWidth: drone.spray_width_m },
          after: { deviceType, sprayWidth: own },
        }
      }),

    setActivation: ({ params, body: { activation, version } }, context) =>
      change(
        context,
        { ...params, version },
        'editAsManufacturer',
        'drone.activation',
        async (_trx, drone) => {
          if (drone.activation === 2) fail('drone_activated')
          return {
            columns: {
              activation,
              released_at: activation === 1 ? now() : null,
              released_by: activation === 1 ? context.caller.userName : null,
            },
            before: { activation: drone.activation },
            after: { activation },
          }
        },
      ),

    updateRental: ({ body }, context) =>
      change(context, body, 'update', 'drone.rental', async (_trx, drone) => ({
        columns: { rental_model: body.rentalModel },
        before: { rentalModel: drone.rental_model },
        after: { rentalModel: body.rentalModel },
      })),

    changeOwner: ({ body }, context) =>
      change(context, body, 'update', 'drone.change-owner', async (trx, drone) => {
        const { userId, userName, scope } = context.caller
        if (drone.tenant_id !== null) fail('drone_leased')
        if (body.yyAccountId === drone.operator_id)
          fail('invalid_input', {}, [{ path: 'yyAccountId', message: 'ownerAsBefore' }])
        const owner =
          body.yyAccountId === null
            ? null
            : ((await findOperator(trx, scope, body.yyAccountId)) ?? fail('not_found'))
        await keepParties(trx, { droneId: drone.id }, { userId, userName, now: now() })
        return {
          columns: {
            operator_id: owner?.id ?? null,
            region_code: owner?.region_code ?? (await regionOfAccount(trx, drone.manufacturer_id)),
          },
          before: {
            yyAccountId: drone.operator_id,
            yyAccountName: await accountName(trx, drone.operator_id),
          },
          after: {
            yyAccountId: body.yyAccountId,
            yyAccountName: await accountName(trx, body.yyAccountId),
          },
        }
      }),

    getNewOwners: async ({ params, query }, { caller, language }) => {
      const drone =
        (await findDrone(readDb, caller.scope, params.droneId, now())) ?? fail('not_found')
      if (!abilitiesOver(caller, drone).update) fail('forbidden')
      const owners = await newOwners(readDb, caller.scope, drone.operator_id, query.accountName)
      return {
        items: owners.map(({ id, name, region_code }) => ({
          accountId: id,
          accountName: name,
          region: regionPath(region_code, language),
        })),
      }
    },

    previewManufacturerMerge: async ({ query: { fromZzAccountId, zzAccountId } }, { caller }) => {
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
        sameModels: (await sameModels(readDb, fromZzAccountId, zzAccountId)).map(
          ({ name }) => name,
        ),
      }
    },

    mergeManufacturer: async ({ body }, context) => {
      const { caller } = context
      if (!callerAbilities(caller).mergeManufacturers) fail('forbidden')
      return changes.record(context, async (trx) => {
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
          { userId: caller.userId, userName: caller.userName, now: now() },
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
    },
  }
}
