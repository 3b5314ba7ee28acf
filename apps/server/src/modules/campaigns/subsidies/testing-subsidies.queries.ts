// Rows that tests of subsidies insert directly, bypassing the product.
import type { Db } from '../../../platform/database/database.ts'
import type { TestDrone } from '../../flights/flights/testing-rows.queries.ts'

const suspicionId = '01890000-0000-7000-8000-0000000000aa'

/** Inserts an open suspicion about a flight. */
export const suspect = async (
  db: Db,
  drone: TestDrone,
  sortieId: string,
  {
    state,
    regionCode,
    at,
  }: { state: 'open' | 'false_claim' | 'in_order'; regionCode: string; at: Date },
): Promise<void> => {
  await db.deleteFrom('claim_suspicion').where('drone_id', '=', drone.id).execute()
  await db
    .insertInto('claim_suspicion')
    .values({
      id: suspicionId,
      drone_id: drone.id,
      sortie_id: sortieId,
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: regionCode,
      cause: 'pump_off',
      at,
      lng: 120,
      lat: 30,
      state,
      decided_at: state === 'open' ? null : at,
    })
    .execute()
}

/** Ends the objection period. */
export const endObjectionTime = async (db: Db, subsidyId: string, now: number): Promise<void> => {
  await db
    .updateTable('subsidy')
    .where('id', '=', Number(subsidyId))
    .set({ objection_until: new Date(now - 1_000) })
    .execute()
}

/** Codes of all counties of China in the region table. */
export const listCounties = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('region')
      .select('code')
      .where('level', '=', 3)
      .where('code', 'like', '156%')
      .orderBy('code')
      .execute()
  ).map(({ code }) => code)
