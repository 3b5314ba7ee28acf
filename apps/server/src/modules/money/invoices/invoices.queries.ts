import { sql } from 'kysely'
import { invoiceList, invoiceStates } from '@swath/contract/money/invoices'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { named, since, until } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

/** An invoice can be read by the buyer, accounts above it, and the seller. */
type Reader = Pick<Caller, 'scope' | 'accountId'>

const invoicesFor = (db: Db | Tx, { scope, accountId }: Reader) =>
  db
    .selectFrom('invoice')
    .where(
      sql<boolean>`(${inScope(scope, { owner: 'invoice.account_id' })} or invoice.seller_id = ${accountId}::uuid)`,
    )

const orderNum = sql<number>`(select count(*) from invoice_line
  where invoice_line.invoice_id = invoice.id)::int`

const presented = (rows: ReturnType<typeof invoicesFor>) =>
  rows
    .innerJoin('account', 'account.id', 'invoice.account_id')
    .innerJoin('account as seller_account', 'seller_account.id', 'invoice.seller_id')
    .selectAll('invoice')
    .select([
      'account.name as account_name',
      'seller_account.name as seller_name',
      orderNum.as('order_num'),
    ])
export type InvoiceRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const invoiceRows = defineList(invoiceList, {
  from: invoicesFor,
  select: presented,
  conditions: {
    number: (text) =>
      sql<boolean>`(invoice.number ilike ${containing(text)} or invoice.invoice_number ilike ${containing(text)})`,
    busiName: (text) => sql<boolean>`invoice.buyer->>'busiName' ilike ${containing(text)}`,
    accountName: named('invoice.account_id', 'account'),
    state: (state) =>
      state === 'all' ? sql<boolean>`true` : sql<boolean>`invoice.state = ${state}`,
    startTime: since('invoice.applied_at'),
    endTime: until('invoice.applied_at', '<'),
  },
  orders: { amountMinor: sql`invoice.amount_minor`, appliedAt: sql`invoice.applied_at` },
  ties: [{ by: sql`invoice.id` }],
  countBy: { filter: 'state', states: invoiceStates, state: sql`invoice.state` },
})

export const findInvoice = (db: Db | Tx, reader: Reader, id: string) =>
  presented(invoicesFor(db, reader).where('invoice.id', '=', id)).executeTakeFirst()

/** Locks the invoice until the transaction ends. */
export const lockInvoice = (trx: Tx, reader: Reader, id: string) =>
  presented(invoicesFor(trx, reader).where('invoice.id', '=', id))
    .forUpdate('invoice')
    .executeTakeFirst()

export const linesOf = (db: Db | Tx, invoiceId: string) =>
  db
    .selectFrom('invoice_line')
    .innerJoin('service_order', 'service_order.id', 'invoice_line.order_id')
    .innerJoin('drone', 'drone.id', 'service_order.drone_id')
    .where('invoice_line.invoice_id', '=', invoiceId)
    .select([
      'service_order.id',
      'service_order.number',
      'service_order.order_type',
      'service_order.drone_id',
      'service_order.year',
      'service_order.amount_minor',
      'drone.name as drone_name',
    ])
    .orderBy('service_order.order_type')
    .orderBy('service_order.year')
    .orderBy('service_order.drone_id')
    .execute()

export const insertInvoice = async (
  trx: Tx,
  invoice: {
    id: string
    number: string
    accountId: string
    sellerId: string
    buyer: object
    amountMinor: number
    currency: string
    at: Date
    userId: string
    userName: string
  },
  orderIds: readonly string[],
): Promise<void> => {
  await trx
    .insertInto('invoice')
    .values({
      id: invoice.id,
      number: invoice.number,
      account_id: invoice.accountId,
      seller_id: invoice.sellerId,
      buyer: JSON.stringify(invoice.buyer),
      seller: null,
      amount_minor: invoice.amountMinor,
      currency: invoice.currency,
      invoice_number: null,
      applied_at: invoice.at,
      applied_by: invoice.userId,
      applied_by_name: invoice.userName,
      decided_at: null,
      decided_by: null,
    })
    .execute()
  await trx
    .insertInto('invoice_line')
    .values(orderIds.map((orderId) => ({ invoice_id: invoice.id, order_id: orderId })))
    .execute()
}

type Decided = { id: string; at: Date; userId: string }

/** @returns false if the seller has used the number for another invoice */
export const issueInvoice = async (
  trx: Tx,
  { id, at, userId, invoiceNo, seller }: Decided & { invoiceNo: string; seller: object | null },
): Promise<boolean> => {
  const taken = await trx
    .selectFrom('invoice')
    .innerJoin('invoice as other', (join) =>
      join
        .onRef('other.seller_id', '=', 'invoice.seller_id')
        .on('other.invoice_number', '=', invoiceNo),
    )
    .where('invoice.id', '=', id)
    .select('other.id')
    .executeTakeFirst()
  if (taken) return false
  await trx
    .updateTable('invoice')
    .set({
      state: 'issued',
      invoice_number: invoiceNo,
      seller: seller && JSON.stringify(seller),
      decided_at: at,
      decided_by: userId,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  return true
}

/** Releases the orders, so that they can be invoiced again. */
export const rejectInvoice = async (
  trx: Tx,
  { id, at, userId, reason }: Decided & { reason: string },
): Promise<void> => {
  await trx
    .updateTable('invoice')
    .set({
      state: 'rejected',
      reason,
      decided_at: at,
      decided_by: userId,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('invoice_line')
    .set({ stands: false })
    .where('invoice_id', '=', id)
    .execute()
}

export const findInformation = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('invoice_information')
    .where('account_id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
export type InformationRow = NonNullable<Awaited<ReturnType<typeof findInformation>>>

export const lockInformation = (trx: Tx, accountId: string) =>
  trx
    .selectFrom('invoice_information')
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const putInformation = async (
  trx: Tx,
  accountId: string,
  fields: Omit<InformationRow, 'account_id' | 'updated_at' | 'version'>,
  at: Date,
): Promise<void> => {
  await trx
    .insertInto('invoice_information')
    .values({ account_id: accountId, ...fields, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ ...fields, updated_at: at, version: sql`invoice_information.version + 1` }),
    )
    .execute()
}

/** Number of requested invoices that the seller has not decided. */
export const countApplied = async (db: Db, sellerId: string): Promise<number> =>
  (
    await db
      .selectFrom('invoice')
      .where('seller_id', '=', sellerId)
      .where('state', '=', 'applied')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count
