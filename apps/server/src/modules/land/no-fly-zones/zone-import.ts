// Creates zones from a file, and undoes that.
import type { NoFlyZoneInput } from '@swath/contract/land/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { Tx } from '../../../platform/database/database.ts'
import { deleteZone, lockUntouchedZones } from './no-fly-zones.queries.ts'
import { recordZone } from './zone-changes.ts'

/**
 * Creates a zone that is in force at once, as a drawn one is.
 * @returns its id
 * @throws ServiceError before anything is written
 */
export const recordImportedZone = (
  trx: Tx,
  caller: Caller,
  zone: NoFlyZoneInput,
  now: Date,
): Promise<string> => recordZone(trx, caller, zone, now)

/** Deletes those that no one has changed since. */
export const takeBackZones = async (
  trx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ keptIds: string[] }> => {
  const zones = await lockUntouchedZones(trx, ids)
  for (const { id, isUntouched } of zones) if (isUntouched) await deleteZone(trx, id, now)
  return { keptIds: zones.filter(({ isUntouched }) => !isUntouched).map(({ id }) => id) }
}
