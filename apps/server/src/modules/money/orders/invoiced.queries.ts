// Orders for invoices.
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** Locks paid orders of the account that are on no invoice, until the transaction ends. */
export const lockInvoiced = (trx: Tx, accountId: string, ids: readonly string[]) =>
  trx
    .selectFrom('service_order')
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .select(['id', 'number', 'state', 'invoice_id', 'seller_id', 'currency', 'amount_minor'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Null: removes it from its invoice. */
export const noteInvoice = async (
  trx: Tx,
  orders: { ids: readonly string[] } | { invoiceId: string },
  invoiceId: string | null,
): Promise<void> => {
  await trx
    .updateTable('service_order')
    .set({ invoice_id: invoiceId, version: sql`version + 1` })
    .where((eb) =>
      'ids' in orders
        ? eb('id', '=', sql<string>`any(${[...orders.ids]}::uuid[])`)
        : eb('invoice_id', '=', orders.invoiceId),
    )
    .execute()
}
