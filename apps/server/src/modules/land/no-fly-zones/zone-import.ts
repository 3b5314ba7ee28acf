// Zones that a file brings in, and how they are taken back.
import type { NoFlyZoneInput } from '@swath/contract/land/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { Tx } from '../../../platform/database/database.ts'
import { deleteZone, lockUntouchedZones } from './no-fly-zones.queries.ts'
import { recordZone } from './zone-changes.ts'

/**
 * Its id. One that counts at once, as one that is drawn does.
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
