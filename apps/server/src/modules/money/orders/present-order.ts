import type { Order } from '@swath/contract/money/orders'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import { isInSight } from '../../../platform/access/in-sight.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { findOrder, type OrderRow } from './orders.queries.ts'

export type Ability = keyof Order['can']

/** Buyers pay and request invoices, sellers refund; both can cancel unpaid orders. */
export const orderAbilities = (
  { rights, accountId, scope }: Pick<Caller, 'rights' | 'accountId' | 'scope'>,
  {
    state,
    account_id,
    seller_id,
    invoice_id,
  }: Pick<OrderRow, 'state' | 'account_id' | 'seller_id' | 'invoice_id'>,
): Order['can'] => {
  const isOwn = account_id === accountId
  const buys = rights.includes('equipment.manage')
  const sells = rights.includes('account.manage')
  return {
    pay: state === 'unpaid' && isOwn && buys,
    cancel: state === 'unpaid' && (isOwn || scope.kind === 'all') && buys,
    refund: state === 'paid' && seller_id === accountId && sells,
    invoice: state === 'paid' && invoice_id === null && isOwn && sells,
  }
}

export const presentOrder = (row: OrderRow, caller: Caller): Order => ({
  orderId: row.id,
  orderSn: row.number,
  orderType: row.order_type,
  droneId: row.drone_id,
  droneName: row.drone_name,
  year: row.year,
  amountMinor: row.amount_minor,
  currency: row.currency as Currency,
  state: row.state,
  accountId: row.account_id,
  accountName: row.account_name,
  userName: isInSight(caller, row.account_id) ? row.created_by_name : null,
  paymentId: row.payment_id,
  provider: row.provider,
  ticketId: row.invoice_id,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  version: row.version,
  can: orderAbilities(caller, row),
})

/** @throws not_found */
export const readOrder = async (db: Db | Tx, caller: Caller, id: string): Promise<Order> =>
  presentOrder((await findOrder(db, caller.scope, id)) ?? fail('not_found'), caller)
