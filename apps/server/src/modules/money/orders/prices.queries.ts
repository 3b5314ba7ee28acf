import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { OrderType } from '@swath/domain/service-terms'
import type { Db, Tx } from '../../../platform/database/database.ts'

export const listPrices = (db: Db | Tx) =>
  db.selectFrom('service_price').selectAll().orderBy('order_type').orderBy('currency').execute()

export const findPrice = (db: Db | Tx, orderType: OrderType, currency: Currency) =>
  db
    .selectFrom('service_price')
    .where('order_type', '=', orderType)
    .where('currency', '=', currency)
    .selectAll()
    .executeTakeFirst()

/** Locks the price until the transaction ends. */
export const lockPrice = (trx: Tx, orderType: OrderType, currency: Currency) =>
  trx
    .selectFrom('service_price')
    .where('order_type', '=', orderType)
    .where('currency', '=', currency)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const putPrice = async (
  trx: Tx,
  price: {
    orderType: OrderType
    currency: Currency
    amountMinor: number
    sellerId: string
    at: Date
  },
): Promise<void> => {
  const changed = {
    amount_minor: price.amountMinor,
    seller_id: price.sellerId,
    updated_at: price.at,
  }
  await trx
    .insertInto('service_price')
    .values({ order_type: price.orderType, currency: price.currency, ...changed })
    .onConflict((conflict) =>
      conflict
        .columns(['order_type', 'currency'])
        .doUpdateSet({ ...changed, version: sql`service_price.version + 1` }),
    )
    .execute()
}

export const removePrice = async (
  trx: Tx,
  orderType: OrderType,
  currency: Currency,
): Promise<void> => {
  await trx
    .deleteFrom('service_price')
    .where('order_type', '=', orderType)
    .where('currency', '=', currency)
    .execute()
}
