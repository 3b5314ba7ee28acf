// Refunds of a recharge to its client, limited by the client's balance.
import type { Tx } from '../../../platform/database/database.ts'
import { balanceOf } from '../ledger/balances.queries.ts'
import { postEntry } from '../ledger/post.ts'
import { clientAccount, houseAccount } from './bill-flights.ts'
import { holdClient } from './bill-readers.queries.ts'
import { writeRecharge, type RechargeRow } from './recharges.queries.ts'
import { tellBalance } from './tell-balance.ts'

/** The locked row. */
type Held = Pick<
  RechargeRow,
  'id' | 'number' | 'lessor_id' | 'client_id' | 'currency' | 'amount_minor' | 'refunded_minor'
> & { state: RechargeRow['state'] }

const prepaidOf = ({ lessor_id: lessorId, client_id: clientId, currency }: Held) =>
  clientAccount({ lessorId, clientId, currency }, 'prepaid')

/**
 * The refundable amount in the smallest unit. Locks the client's money until the transaction ends.
 */
export const refundableOf = async (trx: Tx, row: Held): Promise<number> => {
  await holdClient(trx, row.client_id)
  const left = row.state === 'paid' ? row.amount_minor - row.refunded_minor : 0
  return Math.min(left, await balanceOf(trx, prepaidOf(row)))
}

type Refund = { causeId: string; amountMinor: number; at: Date; byName: string; reason: string }

/** Books a refund of at most `refundableOf`, which is no longer the client's money. */
export const bookRefund = async (
  trx: Tx,
  row: Held,
  { causeId, amountMinor, at, byName, reason }: Refund,
): Promise<void> => {
  const cash = houseAccount(row.lessor_id, row.currency, 'cash')
  await postEntry(
    trx,
    {
      cause: { kind: 'refund', id: causeId },
      at,
      lines: [
        { account: prepaidOf(row), amountMinor: -amountMinor },
        { account: cash, amountMinor },
      ],
      about: { rechargeId: row.id, rechargeNo: row.number },
      note: reason,
      byName,
    },
    at,
  )
  await writeRecharge(trx, row.id, { refunded_minor: row.refunded_minor + amountMinor })
  await tellBalance(trx, row.client_id)
}
