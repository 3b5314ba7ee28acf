// Serial numbers that belong to a model.
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

type Numbers = { firstId: string; lastId: string }

/**
 * Serializes adding ranges, so that of two that overlap the second sees the first. Reads are not
 * blocked.
 */
export const alone = async (trx: Tx): Promise<void> => {
  await sql`lock table drone_model_range in share row exclusive mode`.execute(trx)
}

/** Ranges of any account that share numbers with this one. */
export const overlapping = (trx: Tx, { firstId, lastId }: Numbers) =>
  trx
    .selectFrom('drone_model_range')
    .innerJoin('drone_model', 'drone_model.id', 'drone_model_range.model_id')
    .where(
      sql<boolean>`length(first_id) = length(${firstId}::text)
        and first_id <= ${lastId}
        and last_id >= ${firstId}`,
    )
    .select([
      'drone_model_range.first_id',
      'drone_model_range.last_id',
      'drone_model.name',
      'drone_model.manufacturer_id',
    ])
    .orderBy('first_id')
    .limit(10)
    .execute()

/** Registered drones of other makers within the numbers. */
export const countStrangers = async (
  trx: Tx,
  { firstId, lastId }: Numbers,
  manufacturerId: string,
): Promise<number> =>
  (
    await trx
      .selectFrom('drone')
      .where('manufacturer_id', '<>', manufacturerId)
      .where(
        sql<boolean>`length(id) = length(${firstId}::text)
          and id collate "C" between ${firstId} and ${lastId}`,
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const insertRange = async (
  trx: Tx,
  range: Insertable<Database['drone_model_range']>,
): Promise<void> => {
  await trx.insertInto('drone_model_range').values(range).execute()
}

export const deleteRange = (
  trx: Tx,
  modelId: string,
  id: string,
): Promise<{ first_id: string; last_id: string } | undefined> =>
  trx
    .deleteFrom('drone_model_range')
    .where('id', '=', id)
    .where('model_id', '=', modelId)
    .returning(['first_id', 'last_id'])
    .executeTakeFirst()

/**
 * The model whose range contains a serial number, of any account: serial numbers are globally
 * unique.
 */
export const modelOfNumber = (db: Db | Tx, droneId: string) =>
  db
    .selectFrom('drone_model_range')
    .innerJoin('drone_model', 'drone_model.id', 'drone_model_range.model_id')
    .innerJoin('account', 'account.id', 'drone_model.manufacturer_id')
    .where(
      sql<boolean>`length(first_id) = length(${droneId}::text)
        and first_id <= ${droneId}
        and last_id >= ${droneId}`,
    )
    .select([
      'drone_model.id',
      'drone_model.name',
      'drone_model.manufacturer_id',
      'account.name as manufacturer_name',
    ])
    .limit(1)
    .executeTakeFirst()

/** The same for many numbers at once. */
export const modelsOfNumbers = async (db: Db | Tx, droneIds: readonly string[]) =>
  (
    await sql<{
      droneId: string
      id: string
      name: string
      manufacturer_id: string
      manufacturer_name: string
    }>`
  select asked.id as "droneId", drone_model.id, drone_model.name, drone_model.manufacturer_id,
    account.name as manufacturer_name
  from unnest(${droneIds}::text[]) as asked (id)
  join drone_model_range on length(first_id) = length(asked.id)
    and asked.id collate "C" between first_id and last_id
  join drone_model on drone_model.id = drone_model_range.model_id
  join account on account.id = drone_model.manufacturer_id`.execute(db)
  ).rows
