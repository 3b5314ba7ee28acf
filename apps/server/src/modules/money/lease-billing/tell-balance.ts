// Triggers checks of balances, for warnings and locks, after the transaction that moved money.
import type { Db, Tx } from '../../../platform/database/database.ts'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { balanceChanges } from './balance-changes.ts'
import { findWorthALook } from './follow-balance.queries.ts'

export const tellBalance = (trx: Tx, clientId: number): Promise<void> =>
  enqueueJob(trx, balanceChanges, { clientId }, { key: `balance ${clientId}` })

/**
 * After sealing: of two flights charged at the same moment neither sees the other's charge, so the
 * sum is checked once more.
 */
export const tellSealedBalances = (db: Db, clientIds: readonly number[]): Promise<void> =>
  tx(db, async (trx) => {
    for (const clientId of await findWorthALook(trx, clientIds)) await tellBalance(trx, clientId)
  })
