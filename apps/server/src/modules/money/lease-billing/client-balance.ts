import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { balancesOfClients } from '../ledger/balances.queries.ts'

/** A client's prepaid, unused money by currency; negative if it owes. */
export const balanceOfClient = async (
  db: Db | Tx,
  clientId: number,
): Promise<{ currency: Currency; balanceMinor: number }[]> =>
  (await balancesOfClients(db, [clientId]))
    .filter(({ purpose }) => purpose === 'prepaid')
    .map(({ currency, balance }) => ({ currency, balanceMinor: balance }))
