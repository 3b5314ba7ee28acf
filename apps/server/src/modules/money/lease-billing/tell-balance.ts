// Triggers checks of balances for warnings and locks, after the transaction that moved the money.
import type { Db, Tx } from '../../../platform/database/database.ts'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { balanceChanges } from './balance-changes.ts'
import { findWorthALook } from './follow-balance.queries.ts'

export const tellBalance = (trx: Tx, clientId: number): Promise<void> =>
  enqueueJob(trx, balanceChanges, { clientId }, { key: `balance ${clientId}` })

/**
 * Called after sealing. Two flights charged at the same moment do not see each other's charges, so
 * the total is checked once more.
 */
export const tellSealedBalances = (db: Db, clientIds: readonly number[]): Promise<void> =>
  tx(db, async (trx) => {
    for (const clientId of await findWorthALook(trx, clientIds)) await tellBalance(trx, clientId)
  })
