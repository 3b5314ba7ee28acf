import type { DroneAbilities } from '@swath/domain/access/drone-abilities'
import type { RowKind } from '../../../platform/change/change.ts'
import { lockDrone, type LockedDrone } from './drone-changes.queries.ts'
import { abilitiesOver } from './present-drone.ts'

/** A drone in the register. */
export const droneKind: RowKind<LockedDrone, keyof DroneAbilities> = {
  type: 'drone',
  lock: (trx, { caller }, id) => lockDrone(trx, caller.scope, id),
  refusal: ({ caller }, drone, ability) =>
    abilitiesOver(caller, drone)[ability] ? null : 'forbidden',
  identify: (drone) => drone,
  readVersion: (drone) => drone.version,
}
