// Refunds of a recharge to its client, as far as the client still has the money.
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

/** The smallest units that may go back. The client's money is held until the transaction ends. */
export const refundableOf = async (trx: Tx, row: Held): Promise<number> => {
  await holdClient(trx, row.client_id)
  const left = row.state === 'paid' ? row.amount_minor - row.refunded_minor : 0
  return Math.min(left, await balanceOf(trx, prepaidOf(row)))
}

type Refund = { causeId: string; amountMinor: number; at: Date; byName: string; reason: string }

/** At most the amount of `refundableOf`: it no longer belongs to the client. */
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
