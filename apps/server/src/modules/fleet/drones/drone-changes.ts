// Changes in the register: one person at a time for each drone, each logged with the previous
// values.
import { toActivation } from '@swath/contract/gear/activation-codes'
import { createChanges } from '../../../platform/change/change.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { modelByNumber } from '../drone-models/number-ranges.ts'
import { readOwnSwathWidth } from '../drone-models/drone-models.queries.ts'
import { changeDrone } from './change-drone.ts'
import { modelOfMaker } from './drone-changes.queries.ts'
import type { Calls, Needs } from './drone-change-needs.ts'
import { changeOwner, getNewOwners } from './drone-owner.ts'
import { mergeManufacturer, previewManufacturerMerge } from './maker-merge.ts'
import { abilitiesOver } from './present-drone.ts'

const updateDrone =
  (needs: Needs): Calls['updateDrone'] =>
  ({ body }, context) =>
    changeDrone(needs, context, body, 'update', 'drone.update', async (trx, drone) => {
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
  (needs: Needs): Calls['setSaleType'] =>
  ({ params, body: { saleType, version } }, context) =>
    changeDrone(
      needs,
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
  (needs: Needs): Calls['setMakerNumber'] =>
  ({ params, body: { zzDroneNum, version } }, context) =>
    changeDrone(
      needs,
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
  (needs: Needs): Calls['setDeviceType'] =>
  ({ params, body: { deviceType, sprayWidth, version } }, context) =>
    changeDrone(
      needs,
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
  ({ clock, change }: Needs): Calls['setActivation'] =>
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
  (needs: Needs): Calls['updateRental'] =>
  ({ body }, context) =>
    changeDrone(needs, context, body, 'update', 'drone.rental', async (_trx, drone) => ({
      columns: { rental_model: body.rentalModel },
      before: { rentalModel: drone.rental_model },
      after: { rentalModel: body.rentalModel },
    }))

export const changeHandlers = (services: Services) => {
  const needs: Needs = { ...services, ...createChanges(services) }
  return {
    updateDrone: updateDrone(needs),
    setSaleType: setSaleType(needs),
    setMakerNumber: setMakerNumber(needs),
    setDeviceType: setDeviceType(needs),
    setActivation: setActivation(needs),
    updateRental: updateRental(needs),
    changeOwner: changeOwner(needs),
    getNewOwners: getNewOwners(needs),
    previewManufacturerMerge: previewManufacturerMerge(needs),
    mergeManufacturer: mergeManufacturer(needs),
  }
}
