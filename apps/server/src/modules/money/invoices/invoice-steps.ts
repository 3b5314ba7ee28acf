// Invoices are requested by the buyer, and issued or rejected by the seller.
import type {
  Invoice,
  InvoiceDetail,
  InvoiceParty,
  invoiceRoutes,
} from '@swath/contract/money/invoices'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import { isInSight } from '../../../platform/access/in-sight.ts'
import type { Changes, RowKind } from '../../../platform/change/change.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { lockInvoiced, noteInvoice } from '../orders/invoiced.queries.ts'
import { buildNumber } from '../payments/numbers.ts'
import { toParty } from './invoice-information.ts'
import {
  findInformation,
  findInvoice,
  insertInvoice,
  issueInvoice,
  linesOf,
  lockInvoice,
  rejectInvoice,
  type InvoiceRow,
} from './invoices.queries.ts'

type Calls = Handlers<typeof invoiceRoutes>
type Deps = Services & Changes

const mayDecide = (
  { rights, accountId }: Pick<Caller, 'rights' | 'accountId'>,
  { state, seller_id }: Pick<InvoiceRow, 'state' | 'seller_id'>,
): boolean => state === 'applied' && seller_id === accountId && rights.includes('account.manage')

const toBuyer = ({ buyer }: Pick<InvoiceRow, 'buyer'>): InvoiceParty => buyer as InvoiceParty

export const presentInvoice = (row: InvoiceRow, caller: Caller): Invoice => ({
  ticketId: row.id,
  ticketNo: row.number,
  invoiceNo: row.invoice_number,
  state: row.state,
  ticketType: toBuyer(row).ticketType,
  busiName: toBuyer(row).busiName,
  accountId: row.account_id,
  accountName: row.account_name,
  orderNum: row.order_num,
  amountMinor: row.amount_minor,
  currency: row.currency as Currency,
  reason: row.reason,
  appliedAt: row.applied_at.toISOString(),
  userName: isInSight(caller, row.account_id) ? row.applied_by_name : null,
  decidedAt: row.decided_at?.toISOString() ?? null,
  version: row.version,
  can: { decide: mayDecide(caller, row) },
})

/** @throws not_found */
export const readInvoice = async (
  db: Db | Tx,
  caller: Caller,
  id: string,
): Promise<InvoiceDetail> => {
  const row = (await findInvoice(db, caller, id)) ?? fail('not_found')
  const lines = await linesOf(db, id)
  const seller = await findInformation(db, row.seller_id)
  return {
    ...presentInvoice(row, caller),
    buyer: toBuyer(row),
    sellerName: row.seller_name,
    seller: (row.seller as InvoiceParty | null) ?? (seller ? toParty(seller) : null),
    lines: lines.map((line) => ({
      orderId: line.id,
      orderSn: line.number,
      orderType: line.order_type,
      droneId: line.drone_id,
      droneName: line.drone_name,
      year: line.year,
      amountMinor: line.amount_minor,
    })),
  }
}

export const applyInvoice =
  ({ clock, record }: Deps): Calls['applyInvoice'] =>
  ({ body: { orderIds } }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const wanted = [...new Set(orderIds)]
      const orders = await lockInvoiced(trx, caller.accountId, wanted)
      if (orders.length < wanted.length) fail('not_found')
      if (orders.some(({ state, invoice_id }) => state !== 'paid' || invoice_id !== null))
        fail('order_not_to_invoice')
      const first = orders[0]!
      if (
        orders.some((one) => one.currency !== first.currency || one.seller_id !== first.seller_id)
      )
        fail('orders_not_alike')
      const buyer = (await findInformation(trx, caller.accountId)) ?? fail('invoice_info_missing')
      const id = uuidv7(clock.now())
      const number = buildNumber('SI', clock.now())
      return {
        action: 'invoice.apply',
        object: { type: 'invoice', id, name: number },
        details: { orders: orders.map((order) => order.number) },
        write: async () => {
          await insertInvoice(
            trx,
            {
              id,
              number,
              accountId: caller.accountId,
              sellerId: first.seller_id,
              buyer: toParty(buyer),
              amountMinor: orders.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
              currency: first.currency,
              at: now,
              userId: caller.userId,
              userName: caller.userName,
            },
            wanted,
          )
          await noteInvoice(trx, { ids: wanted }, id)
        },
        answer: () => readInvoice(trx, caller, id),
      }
    })

const invoiceKind: RowKind<InvoiceRow, 'decide'> = {
  type: 'invoice',
  lock: (trx, { caller }, id) => lockInvoice(trx, caller, id),
  refusal: ({ caller }, row) => {
    if (mayDecide(caller, row)) return null
    return mayDecide(caller, { ...row, state: 'applied' }) ? 'conflict' : 'forbidden'
  },
  identify: ({ id, number }) => ({ id, name: number }),
  readVersion: ({ version }) => version,
  // The result is logged for the buyer.
  pickLogAccount: ({ account_id }) => account_id,
}

export const setInvoiceStatus =
  ({ change }: Deps): Calls['setInvoiceStatus'] =>
  ({ params: { ticketId: id }, body: { status, invoiceNo, text, version } }, context) =>
    change(
      context,
      invoiceKind,
      {
        id,
        version,
        to: 'decide',
        action: status === 'issued' ? 'invoice.issue' : 'invoice.reject',
      },
      async (trx, invoice, at) => {
        const { userId } = context.caller
        const issue = async (): Promise<void> => {
          const seller = await findInformation(trx, invoice.seller_id)
          const party = seller ? toParty(seller) : null
          if (!(await issueInvoice(trx, { id, at, userId, invoiceNo, seller: party })))
            fail('invoice_no_taken')
        }
        const reject = async (): Promise<void> => {
          await rejectInvoice(trx, { id, at, userId, reason: text })
          await noteInvoice(trx, { invoiceId: id }, null)
        }
        return {
          details: status === 'issued' ? { invoiceNo } : { text },
          write: status === 'issued' ? issue : reject,
          answer: () => readInvoice(trx, context.caller, id),
        }
      },
    )
