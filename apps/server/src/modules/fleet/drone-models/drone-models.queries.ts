import { sql, type Insertable, type Updateable } from 'kysely'
import { droneModelList } from '@swath/contract/fleet/drone-models'
import type { FiltersOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { writeUnique } from '../../../platform/database/write-unique.ts'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import { contains, equals } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'

/**
 * A maker's own models and, for everyone, the models of the drones that they can see, with the work
 * of these drones.
 */
const modelsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('drone_model')
    .innerJoin('account as maker', 'maker.id', 'drone_model.manufacturer_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('drone')
          .leftJoin('drone_total', 'drone_total.drone_id', 'drone.id')
          .where(inScope(scope, droneScope))
          .groupBy('drone.model_id')
          .select([
            'drone.model_id',
            sql<number>`count(*)::int`.as('drones'),
            sql<number>`coalesce(sum(drone_total.covered_m2), 0)`.as('covered_m2'),
            sql<number>`coalesce(sum(drone_total.sortie_count), 0)::int8`.as('sorties'),
          ])
          .as('held'),
      (join) => join.onRef('held.model_id', '=', 'drone_model.id'),
    )
    .where((eb) =>
      eb.or([
        inScope(scope, { manufacturer: 'drone_model.manufacturer_id' }),
        eb('held.model_id', 'is not', null),
      ]),
    )

/** Whether a range of serial numbers contains the drone's: same length, compared in ASCII order. */
const holdsDrone = sql<boolean>`length(drone.id) = length(drone_model_range.first_id)
  and drone.id collate "C" between drone_model_range.first_id and drone_model_range.last_id`

const presented = (query: ReturnType<typeof modelsFor>) =>
  query.select([
    'drone_model.id',
    'drone_model.name',
    'drone_model.manufacturer_id',
    'maker.name as manufacturer_name',
    'drone_model.shape',
    'drone_model.power',
    'drone_model.tank_l',
    'drone_model.swath_width_m',
    'drone_model.picture_url',
    'drone_model.created_at',
    'drone_model.updated_at',
    'drone_model.version',
    'held.drones',
    'held.covered_m2',
    'held.sorties',
    sql<
      { id: string; firstId: string; lastId: string; drones: number }[]
    >`coalesce((select json_agg(json_build_object(
    'id', drone_model_range.id, 'firstId', first_id, 'lastId', last_id,
    'drones', (select count(*) from drone
      where drone.manufacturer_id = drone_model.manufacturer_id and ${holdsDrone}))
    order by length(first_id), first_id)
    from drone_model_range where drone_model_range.model_id = drone_model.id), '[]'::json)`.as(
      'ranges',
    ),
  ])
export type ModelRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

export const modelRows = defineList(droneModelList, {
  from: modelsFor,
  select: presented,
  conditions: {
    modelName: contains('drone_model.name'),
    zzAccountName: contains('maker.name'),
    zzAccountId: equals('drone_model.manufacturer_id'),
    shape: equals('drone_model.shape'),
    power: equals('drone_model.power'),
  },
  orders: {
    modelName: sql`drone_model.name`,
    zzAccountName: sql`maker.name`,
    tankL: sql`drone_model.tank_l`,
    sprayWidth: sql`drone_model.swath_width_m`,
    droneNum: sql`coalesce(held.drones, 0)`,
    workArea: sql`coalesce(held.covered_m2, 0)`,
    createdAt: sql`drone_model.created_at`,
  },
  ties: [{ by: sql`drone_model.name`, direction: 'asc' }, { by: sql`drone_model.id` }],
})

export const modelSums = (db: Db, scope: Scope, filters: FiltersOf<typeof droneModelList>) =>
  modelRows
    .matching(db, scope, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('models'),
      sql<number>`count(distinct drone_model.manufacturer_id)`.as('makers'),
      sql<number>`coalesce(sum(held.drones), 0)::int8`.as('drones'),
      sql<number>`coalesce(sum(held.covered_m2), 0)`.as('covered_m2'),
    ])
    .executeTakeFirstOrThrow()

export const findModel = (db: Db | Tx, scope: Scope, id: string): Promise<ModelRow | undefined> =>
  presented(modelsFor(db, scope).where('drone_model.id', '=', id)).executeTakeFirst()

/**
 * Locked until the transaction ends, in the order of their ids, so that concurrent callers cannot
 * deadlock.
 */
export const lockModels = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('drone_model')
    .where('id', 'in', [...ids])
    .select(['id', 'name', 'manufacturer_id', 'swath_width_m', 'picture_url'])
    .orderBy('id')
    .forUpdate()
    .execute()

/** Locks a model that is about to be assigned to a new drone; false: it is deleted. */
export const keepModel = async (trx: Tx, id: string): Promise<boolean> =>
  (await trx
    .selectFrom('drone_model')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/**
 * The swath width to store for a drone: null if it equals the model's, so that the drone keeps
 * following its model.
 */
export const readOwnSwathWidth = async (
  trx: Tx,
  modelId: string,
  swathWidthM: number,
): Promise<number | null> => {
  const model = await trx
    .selectFrom('drone_model')
    .where('id', '=', modelId)
    .select('swath_width_m')
    .executeTakeFirst()
  return model?.swath_width_m === swathWidthM ? null : swathWidthM
}

/** @returns false if the maker has another model of this name */
export const insertModel = (trx: Tx, model: Insertable<Database['drone_model']>) =>
  writeUnique(trx.insertInto('drone_model').values(model).execute())

export const updateModel = (trx: Tx, id: string, change: Updateable<Database['drone_model']>) =>
  writeUnique(
    trx
      .updateTable('drone_model')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute(),
  )

/** Drones of a model: all, or only those without their own swath width. */
export const dronesOfModel = async (
  trx: Tx,
  modelId: string,
  which: 'all' | 'following',
): Promise<string[]> => {
  const drones = trx.selectFrom('drone').where('model_id', '=', modelId).select('id').orderBy('id')
  return (
    await (which === 'all' ? drones : drones.where('spray_width_m', 'is', null)).execute()
  ).map(({ id }) => id)
}

/** Number of drones of all accounts that would be left without a model. */
export const countModelDrones = async (trx: Tx, modelId: string): Promise<number> =>
  (
    await trx
      .selectFrom('drone')
      .where('model_id', '=', modelId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** @returns false if something still references the model */
export const deleteModel = async (trx: Tx, id: string): Promise<boolean> => {
  try {
    await trx.deleteFrom('drone_model').where('id', '=', id).execute()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23503') return false
    throw error
  }
}

/**
 * Moves drones and ranges of one model to another. The register version of each drone is increased,
 * so that people who read it before get a conflict.
 */
export const moveToModel = async (
  trx: Tx,
  fromId: string,
  toId: string,
): Promise<{ droneIds: string[]; ranges: number }> => {
  const drones = await trx
    .updateTable('drone')
    .set({ model_id: toId, version: sql`version + 1` })
    .where('model_id', '=', fromId)
    .returning('id')
    .execute()
  const ranges = await trx
    .updateTable('drone_model_range')
    .set({ model_id: toId })
    .where('model_id', '=', fromId)
    .returning('id')
    .execute()
  return { droneIds: drones.map(({ id }) => id), ranges: ranges.length }
}

const makers = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('account')
    .where('type', '=', 'manufacturer')
    .where('check_status', '=', 2)
    .where('enabled', '=', true)
    .where(inScope(scope, { manufacturer: 'account.id' }))
    .select(['id', 'name'])

/** Manufacturers within the caller's scope; none for a government, which has no makers below it. */
export const makersFor = (db: Db, scope: Scope) =>
  makers(db, scope).orderBy('name').orderBy('id').limit(1000).execute()
export const findMaker = (db: Db | Tx, scope: Scope, id: string) =>
  makers(db, scope).where('id', '=', id).executeTakeFirst()
