// Shared by the calls about files of drones: presentation of a file, and the right to store one.
import type { DroneFile } from '@swath/contract/fleet/drone-files'
import type { droneRoutes } from '@swath/contract/fleet/drones'
import type { Caller } from '@swath/domain/access/caller'
import type { Throttle } from '../../../platform/auth/throttle.ts'
import type { Changes } from '../../../platform/change/change.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { droneOfFlight, type DroneFileRow } from './drone-files.queries.ts'
import { findDrone } from './drones.queries.ts'
import { abilitiesOver } from './present-drone.ts'

export type Deps = Services & Changes & { store: FileStore; throttle: Throttle }
export type Calls = Handlers<typeof droneRoutes>

const buildUrl = (row: Pick<DroneFileRow, 'drone_id' | 'id'>): string =>
  `/api/oper/droneFiles/${row.drone_id}/${row.id}`

export const present = (row: DroneFileRow, mayDelete: boolean): DroneFile => ({
  fileId: row.id,
  droneId: row.drone_id,
  sortieId: row.sortie_id,
  fileName: row.name,
  mediaType: row.media_type as DroneFile['mediaType'],
  bytes: row.bytes,
  url: buildUrl(row),
  userName: row.user_name,
  createTime: row.created_at.toISOString(),
  can: { delete: mayDelete },
})

/** The owner at the time of a flight can see it, even if the drone has been sold since. */
export const checkMayKeep = async (
  { readDb, clock }: Pick<Deps, 'readDb' | 'clock'>,
  caller: Caller,
  droneId: string | undefined,
  sortieId: string,
): Promise<{ droneId: string; keeps: boolean }> => {
  const flown = (await droneOfFlight(readDb, caller.scope, droneId, sortieId)) ?? fail('not_found')
  const drone = await findDrone(readDb, caller.scope, flown, new Date(clock.now()))
  return { droneId: flown, keeps: drone !== undefined && abilitiesOver(caller, drone).update }
}

export const mayKeep = async (
  { readDb, clock }: Pick<Deps, 'readDb' | 'clock'>,
  caller: Caller,
  droneId: string,
): Promise<boolean> =>
  abilitiesOver(
    caller,
    (await findDrone(readDb, caller.scope, droneId, new Date(clock.now()))) ?? fail('not_found'),
  ).update
