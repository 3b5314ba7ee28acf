// Changes in the register: serialized per drone, and logged with the previous values.
import { toActivation } from '@swath/contract/gear/activation-codes'
import { createChanges } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { modelByNumber } from '../drone-models/number-ranges.ts'
import { readOwnSwathWidth } from '../drone-models/drone-models.queries.ts'
import { changeDrone } from './change-drone.ts'
import { modelOfMaker } from './drone-changes.queries.ts'
import type { Calls, Deps } from './drone-change-deps.ts'
import { changeOwner, getNewOwners } from './drone-owner.ts'
import { mergeManufacturer, previewManufacturerMerge } from './maker-merge.ts'
import { abilitiesOver } from './present-drone.ts'

const updateDrone =
  (deps: Deps): Calls['updateDrone'] =>
  ({ body }, context) =>
    changeDrone(deps, context, body, 'update', 'drone.update', async (trx, drone) => {
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
    })

const setSaleType =
  (deps: Deps): Calls['setSaleType'] =>
  ({ params, body: { saleType, version } }, context) =>
    changeDrone(
      deps,
      context,
      { ...params, version },
      'update',
      'drone.sale-type',
      async (_trx, drone) => ({
        columns: { sale_type: saleType },
        before: { saleType: drone.sale_type },
        after: { saleType },
      }),
    )

const setMakerNumber =
  (deps: Deps): Calls['setMakerNumber'] =>
  ({ params, body: { zzDroneNum, version } }, context) =>
    changeDrone(
      deps,
      context,
      { ...params, version },
      'editAsManufacturer',
      'drone.maker-number',
      async (_trx, drone) => ({
        columns: { manufacturer_number: zzDroneNum },
        before: { zzDroneNum: drone.manufacturer_number },
        after: { zzDroneNum },
      }),
    )

const setDeviceType =
  (deps: Deps): Calls['setDeviceType'] =>
  ({ params, body: { deviceType, sprayWidth, version } }, context) =>
    changeDrone(
      deps,
      context,
      { ...params, version },
      'update',
      'drone.device-type',
      async (trx, drone) => {
        const own = await readOwnSwathWidth(trx, drone.model_id, sprayWidth)
        return {
          columns: { device_type: deviceType, spray_width_m: own },
          before: { deviceType: drone.device_type, sprayWidth: drone.spray_width_m },
          after: { deviceType, sprayWidth: own },
        }
      },
    )

const setActivation =
  ({ clock, change }: Deps): Calls['setActivation'] =>
  ({ params, body: { activation, version } }, context) =>
    changeDrone(
      { clock, change },
      context,
      { ...params, version },
      'editAsManufacturer',
      'drone.activation',
      async (_trx, drone) => {
        if (toActivation(drone.activation) === 'activated') fail('drone_activated')
        const isReleased = toActivation(activation) === 'unactivated'
        return {
          columns: {
            activation,
            released_at: isReleased ? new Date(clock.now()) : null,
            released_by: isReleased ? context.caller.userName : null,
          },
          before: { activation: drone.activation },
          after: { activation },
        }
      },
    )

const updateRental =
  (deps: Deps): Calls['updateRental'] =>
  ({ body }, context) =>
    changeDrone(deps, context, body, 'update', 'drone.rental', async (_trx, drone) => ({
      columns: { rental_model: body.rentalModel },
      before: { rentalModel: drone.rental_model },
      after: { rentalModel: body.rentalModel },
    }))

export const changeHandlers = (services: Services) => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    updateDrone: updateDrone(deps),
    setSaleType: setSaleType(deps),
    setMakerNumber: setMakerNumber(deps),
    setDeviceType: setDeviceType(deps),
    setActivation: setActivation(deps),
    updateRental: updateRental(deps),
    changeOwner: changeOwner(deps),
    getNewOwners: getNewOwners(deps),
    previewManufacturerMerge: previewManufacturerMerge(deps),
    mergeManufacturer: mergeManufacturer(deps),
  }
}
