import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'

const makers = (db: Db | Tx, scope: Scope, ids: readonly string[]) =>
  db
    .selectFrom('account')
    .where('id', 'in', [...ids])
    .where('type', '=', 'manufacturer')
    .where(inScope(scope, { owner: 'account.id' }))
    .select(['id', 'name', 'region_code'])

export const findMakers = (db: Db, scope: Scope, ids: readonly string[]) =>
  makers(db, scope, ids).execute()
/** In the order of their ids, so that two merges cannot deadlock. */
export const lockMakers = (trx: Tx, scope: Scope, ids: readonly string[]) =>
  makers(trx, scope, ids).orderBy('id').forUpdate().execute()

export const holdingsOfMaker = async (
  db: Db | Tx,
  manufacturerId: string,
): Promise<{ drones: number; models: number }> => ({
  drones: (
    await db
      .selectFrom('drone')
      .where('manufacturer_id', '=', manufacturerId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count,
  models: (
    await db
      .selectFrom('drone_model')
      .where('manufacturer_id', '=', manufacturerId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count,
})

/** Pairs of models of two makers that have the same name. */
export const sameModels = (db: Db | Tx, fromId: string, toId: string) =>
  db
    .selectFrom('drone_model as going')
    .innerJoin('drone_model as staying', 'staying.name', 'going.name')
    .where('going.manufacturer_id', '=', fromId)
    .where('staying.manufacturer_id', '=', toId)
    .select(['going.id', 'staying.id as into', 'going.name'])
    .orderBy('going.name')
    .execute()

/** Moves drones, models with their number ranges, and vendor numbers. @returns the drones */
export const moveMaker = async (
  trx: Tx,
  fromId: string,
  to: { id: string; region_code: string },
): Promise<string[]> => {
  for (const { id, into } of await sameModels(trx, fromId, to.id)) {
    await trx.updateTable('drone').set({ model_id: into }).where('model_id', '=', id).execute()
    await trx
      .updateTable('drone_model_range')
      .set({ model_id: into })
      .where('model_id', '=', id)
      .execute()
    await trx.deleteFrom('drone_model').where('id', '=', id).execute()
  }
  await trx
    .updateTable('drone_model')
    .set({ manufacturer_id: to.id })
    .where('manufacturer_id', '=', fromId)
    .execute()
  await trx
    .updateTable('secret_key')
    .set({ account_id: to.id })
    .where('account_id', '=', fromId)
    .execute()
  const moved = await trx
    .updateTable('drone')
    .set({
      manufacturer_id: to.id,
      version: sql<number>`version + 1`,
      region_code: sql<string>`case
        when operator_id is null then ${to.region_code}
        else region_code end`,
    })
    .where('manufacturer_id', '=', fromId)
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}
