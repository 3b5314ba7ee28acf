// Base prices of lessors, valid for periods of days.
import { sql, type Insertable, type SqlBool } from 'kysely'
import { basicPriceList } from '@swath/contract/money/basic-prices'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { contains, equals, equalsNumber } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

type Reader = Pick<Caller, 'scope'>
type Asked = Reader & { now: Date }

const pricesFor = (db: Db | Tx, { scope }: Asked) =>
  db
    .selectFrom('basic_price as price')
    .innerJoin('account as lessor', 'lessor.id', 'price.lessor_account_id')
    .leftJoin('drone_model as model', 'model.id', 'price.model_id')
    .where(inScope(scope, { owner: 'price.lessor_account_id' }))

/** Days are in the lessor's time zone. */
const stateOn = (now: Date) => sql<'coming' | 'inForce' | 'past'>`case
  when price.valid_from > (${now}::timestamptz at time zone lessor.time_zone)::date then 'coming'
  when price.valid_until < (${now}::timestamptz at time zone lessor.time_zone)::date then 'past'
  else 'inForce' end`

const presented = (rows: ReturnType<typeof pricesFor>, { now }: Asked) =>
  rows
    .selectAll('price')
    .select(['lessor.name as lessor_name', 'model.name as model_name', stateOn(now).as('state')])
export type BasicPriceRow = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const basicPriceRows = defineList(basicPriceList, {
  from: pricesFor,
  select: presented,
  conditions: ({ now }) => ({
    rentalModel: equalsNumber('price.rental_model'),
    modelName: contains('model.name'),
    currency: equals('price.currency'),
    state: (wanted) => sql<SqlBool>`${stateOn(now)} = ${wanted}`,
  }),
  orders: {
    rentalModel: sql`price.rental_model`,
    modelName: sql`model.name`,
    validFrom: sql`price.valid_from`,
  },
  ties: [{ by: sql`price.rental_model` }, { by: sql`price.id` }],
})

export const findBasicPrice = (db: Db | Tx, asked: Asked, id: string) =>
  presented(pricesFor(db, asked).where('price.id', '=', id), asked).executeTakeFirst()

/** Locks the price until the transaction ends. */
export const lockBasicPrice = (trx: Tx, asked: Asked, id: string) =>
  presented(pricesFor(trx, asked).where('price.id', '=', id), asked)
    .forUpdate('price')
    .executeTakeFirst()

type Fields = Omit<Insertable<Database['basic_price']>, 'id' | 'lessor_account_id' | 'version'>

export const insertBasicPrice = (
  trx: Tx,
  price: Fields & { id: string; lessor_account_id: string },
) => trx.insertInto('basic_price').values(price).execute()

export const updateBasicPrice = (trx: Tx, id: string, fields: Fields) =>
  trx
    .updateTable('basic_price')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteBasicPrice = (trx: Tx, id: string) =>
  trx.deleteFrom('basic_price').where('id', '=', id).execute()

/**
 * Whether another price for the same drone model, rental model and currency is valid on one of the
 * days.
 */
export const isPriced = async (
  trx: Tx,
  id: string,
  lessorAccountId: string,
  fields: Pick<Fields, 'model_id' | 'rental_model' | 'currency' | 'valid_from' | 'valid_until'>,
): Promise<boolean> =>
  (await trx
    .selectFrom('basic_price')
    .where('lessor_account_id', '=', lessorAccountId)
    .where('id', '<>', id)
    .where('rental_model', '=', fields.rental_model)
    .where('currency', '=', fields.currency)
    .where(
      sql<SqlBool>`model_id is not distinct from ${fields.model_id}::uuid
        and daterange(valid_from, valid_until, '[]')
          && daterange(${fields.valid_from}::date, ${fields.valid_until}::date, '[]')`,
    )
    .select('id')
    .executeTakeFirst()) !== undefined

/** Models of drones that the account owns or makes. */
const modelsOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('drone_model as model').where(
    sql<SqlBool>`(model.manufacturer_id = ${accountId}::uuid or exists (
      select from drone where drone.model_id = model.id
        and drone.operator_id = ${accountId}::uuid))`,
  )
export const isOwnModel = async (db: Db, accountId: string, modelId: string): Promise<boolean> =>
  (await modelsOf(db, accountId)
    .where('model.id', '=', modelId)
    .select('model.id')
    .executeTakeFirst()) !== undefined
export const ownModels = (db: Db, accountId: string) =>
  modelsOf(db, accountId)
    .select(['model.id', 'model.name'])
    .orderBy('model.name')
    .orderBy('model.id')
    .limit(500)
    .execute()

/** The account's prices that are valid today. */
export const basicPricesInForce = (db: Db, { accountId }: Pick<Caller, 'accountId'>, now: Date) =>
  db
    .selectFrom('basic_price as price')
    .innerJoin('account as lessor', 'lessor.id', 'price.lessor_account_id')
    .where('price.lessor_account_id', '=', accountId)
    .where(sql<SqlBool>`${stateOn(now)} = 'inForce'`)
    .selectAll('price')
    .orderBy('price.valid_from', 'desc')
    .execute()
