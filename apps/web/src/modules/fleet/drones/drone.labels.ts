import { droneList } from '@swath/contract/fleet/drone-list'
import type { DroneDetail } from '@swath/contract/fleet/drones'

// Labels for the API's codes; typed so that none is missing.

const { columns } = droneList
export const activationLabels = columns.activation.labels
export const deviceTypeLabels = columns.deviceType.labels
export const saleTypeLabels = columns.saleType.labels
export const rentalModelLabels = columns.rentalModel.labels

export const shapeLabels: Readonly<Record<DroneDetail['model']['shape'], string>> = {
  single: 'terms:singleAxisHelicopter',
  dual: 'drones:shapeDual',
  three: 'drones:shapeThree',
  four: 'drones:shapeFour',
  six: 'drones:shapeSix',
  eight: 'drones:shapeEight',
  other: 'drones:shapeOther',
}
export const powerLabels: Readonly<Record<DroneDetail['model']['power'], string>> = {
  electric: 'drones:powerElectric',
  oil: 'drones:powerOil',
  hybrid: 'drones:powerHybrid',
}

/** Labels for the gateway's reasons for quarantine. */
const reasonLabels: Readonly<Record<string, string>> = {
  not_a_number: 'drones:reasonNotANumber',
  out_of_range: 'drones:reasonOutOfRange',
  swapped_coordinates: 'drones:reasonSwapped',
  null_island: 'drones:reasonNullIsland',
  clock_unset: 'drones:reasonClockUnset',
  clock_future: 'drones:reasonClockFuture',
  too_old: 'drones:reasonTooOld',
  impossible_jump: 'drones:reasonJump',
  malformed: 'drones:reasonMalformed',
  too_large: 'drones:reasonTooLarge',
  flooding: 'drones:reasonFlooding',
  foreign_topic: 'drones:reasonForeignTopic',
  unknown_topic: 'drones:reasonUnknownTopic',
  retained: 'drones:reasonRetained',
  identity_conflict: 'drones:reasonIdentity',
  not_storable: 'drones:reasonNotStorable',
  not_a_point: 'drones:reasonMalformed',
  not_an_event: 'drones:reasonMalformed',
  not_a_state: 'drones:reasonMalformed',
  unknown_version: 'drones:reasonUnknownVersion',
  too_many_points: 'drones:reasonTooLarge',
}
export const reasonWord = (reason: string): string => reasonLabels[reason] ?? 'drones:reasonOther'
