// Whoever warns or locks looks at a balance after the transaction that moved the money.
import type { Db, Tx } from '../../../platform/database/database.ts'
import { tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { balanceChanges } from './balance-changes.ts'
import { findWorthALook } from './follow-balance.queries.ts'

export const tellBalance = (trx: Tx, clientId: number): Promise<void> =>
  enqueueJob(trx, balanceChanges, { clientId }, { key: `balance ${clientId}` })

/**
 * After sealing: of two flights that were charged at the same moment neither sees what the other
 * took, so that what both left is looked at once more.
 */
export const tellSealedBalances = (db: Db, clientIds: readonly number[]): Promise<void> =>
  tx(db, async (trx) => {
    for (const clientId of await findWorthALook(trx, clientIds)) await tellBalance(trx, clientId)
  })
