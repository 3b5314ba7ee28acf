import { sql } from 'kysely'
import type { OrderType } from '@swath/domain/service-terms'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'

/** Inserts a paid service that the buyer sold itself. */
export const insertPaidOrder = async (
  db: Db,
  given: { droneId: string; accountId: string; orderType: OrderType; year: number },
): Promise<void> => {
  const id = uuidv7(Date.now())
  const at = new Date(Date.UTC(given.year, 0, 15))
  await db
    .insertInto('service_order')
    .values({
      id,
      number: `SO-${id}`,
      order_type: given.orderType,
      drone_id: given.droneId,
      year: given.year,
      account_id: given.accountId,
      seller_id: given.accountId,
      amount_minor: 5_000,
      currency: 'CNY',
      state: 'paid',
      payment_id: null,
      invoice_id: null,
      created_at: at,
      created_by: null,
      created_by_name: 'Zhao',
      paid_at: at,
    })
    .execute()
}

/** Counts a buyer's orders, payments and invoices that the reader can see. */
export const countMoneyRows = async (
  tx: Tx,
  buyerId: string,
): Promise<Record<'orders' | 'payments' | 'invoices' | 'lines' | 'information', number>> =>
  (
    await sql<Awaited<ReturnType<typeof countMoneyRows>>>`select
      (select count(*)::int from service_order where account_id = ${buyerId}) as orders,
      (select count(*)::int from payment where payer_id = ${buyerId}) as payments,
      (select count(*)::int from invoice where account_id = ${buyerId}) as invoices,
      (select count(*)::int from invoice_line join invoice on invoice.id = invoice_id
        where account_id = ${buyerId}) as lines,
      (select count(*)::int from invoice_information where account_id = ${buyerId}) as information`.execute(
      tx,
    )
  ).rows[0]!
