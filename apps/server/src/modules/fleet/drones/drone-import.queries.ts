import { sql } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { operatorsToOwn } from './drone-changes.queries.ts'

/** Which of these serial numbers are taken, and whether the caller can see their drones. */
export const takenIds = async (
  db: Db | Tx,
  scope: Scope,
  droneIds: readonly string[],
): Promise<Map<string, 'own' | 'foreign'>> => {
  const taken = db
    .selectFrom('drone')
    .where(sql<boolean>`id = any(${droneIds})`)
    .select('id')
  const [all, own] = await Promise.all([
    taken.execute(),
    taken.where(inScope(scope, droneScope)).execute(),
  ])
  return new Map([
    ...all.map(({ id }) => [id, 'foreign'] as const),
    ...own.map(({ id }) => [id, 'own'] as const),
  ])
}

const lowered = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase())

/** Models with these names that the caller may choose, as for a single drone. */
export const modelsNamed = (db: Db | Tx, scope: Scope, names: readonly string[]) =>
  db
    .selectFrom('drone_model')
    .innerJoin('account', 'account.id', 'drone_model.manufacturer_id')
    .where(sql<boolean>`lower(drone_model.name) = any(${lowered(names)})`)
    .where((eb) =>
      eb.or([
        inScope(scope, { manufacturer: 'drone_model.manufacturer_id' }),
        sql<boolean>`exists (select from drone
          where drone.model_id = drone_model.id and ${inScope(scope, droneScope)})`,
      ]),
    )
    .select([
      'drone_model.id',
      'drone_model.name',
      'drone_model.manufacturer_id',
      'account.name as manufacturer_name',
    ])
    .limit(20_000)
    .execute()

/** Operators with these names to whom the caller may transfer a drone. */
export const operatorsNamed = (db: Db | Tx, scope: Scope, names: readonly string[]) =>
  operatorsToOwn(db, scope)
    .where(sql<boolean>`lower(name) = any(${lowered(names)})`)
    .select(['id', 'name', 'region_code'])
    .limit(20_000)
    .execute()

export type NewDrone = {
  id: string
  name: string
  modelId: string
  manufacturerId: string
  operatorId: string | null
  regionCode: string
  makerNumber: string | null
  regMark: string | null
  rackNo: string | null
  buyer: string | null
  deviceType: 'sprayer' | 'spreader' | 'mapper'
  saleType: 1 | 2 | 3
  swathWidthM: number | null
}

/** @returns how many were inserted: fewer than given if a number was taken meanwhile */
export const insertDrones = async (
  trx: Tx,
  drones: readonly NewDrone[],
  now: Date,
): Promise<number> => {
  let inserted = 0
  for (let i = 0; i < drones.length; i += 1000) {
    const rows = await trx
      .insertInto('drone')
      .values(
        drones
          .slice(i, i + 1000)
          .map((drone) => ({
            id: drone.id,
            name: drone.name,
            model_id: drone.modelId,
            manufacturer_id: drone.manufacturerId,
            operator_id: drone.operatorId,
            region_code: drone.regionCode,
            manufacturer_number: drone.makerNumber,
            reg_mark: drone.regMark,
            rack_no: drone.rackNo,
            buyer: drone.buyer,
            device_type: drone.deviceType,
            sale_type: drone.saleType,
            ...(drone.swathWidthM === null ? {} : { spray_width_m: drone.swathWidthM }),
            created_at: now,
          })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    inserted += rows.length
  }
  return inserted
}
