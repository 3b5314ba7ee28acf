import type { Caller } from '@swath/domain/access/caller'
import type { Tx } from '../../../platform/database/database.ts'
import { keepParties, writeDrone } from '../../fleet/public.ts'

/** Effective from this moment; earlier flights stay with the account for which they were flown. */
export const handOver = async (
  trx: Tx,
  { userId, userName }: Pick<Caller, 'userId' | 'userName'>,
  droneId: string,
  { now, ...columns }: { tenant_id: string | null; rental_model?: 1 | 2 | 3 | 5; now: Date },
): Promise<void> => {
  await keepParties(trx, { droneId }, { userId, userName, now })
  await writeDrone(trx, droneId, columns)
}
