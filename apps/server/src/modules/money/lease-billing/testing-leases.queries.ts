// A lessor, a tenant and a leased drone, for tests of charges.
import type { Db } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Insertable } from 'kysely'

export const insertClient = async (
  db: Db,
  given: Partial<Insertable<Database['rental_client']>> & { lessor_account_id: string },
): Promise<number> => {
  const isActivated = given.tenant_account_id != null
  const { id } = await db
    .insertInto('rental_client')
    .values({
      name: 'Client',
      currency: 'CNY',
      mu_unit_price_minor: 1_000,
      hour_unit_price_minor: 30_000,
      tenant_account_id: null,
      state: isActivated ? 2 : 0,
      warn_below_minor: null,
      code_hash: null,
      activated_at: isActivated ? new Date('2026-01-01T00:00:00Z') : null,
      created_at: new Date('2026-01-01T00:00:00Z'),
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertLease = async (
  db: Db,
  given: Partial<Insertable<Database['lease']>> &
    Pick<
      Insertable<Database['lease']>,
      'lessor_account_id' | 'client_id' | 'drone_id' | 'starts_at'
    >,
): Promise<number> => {
  const { id } = await db
    .insertInto('lease')
    .values({
      contract_id: null,
      rental_model: 3,
      charge_by: 'mu',
      currency: 'CNY',
      mu_unit_price_minor: 1_000,
      hour_unit_price_minor: 30_000,
      share_token: null,
      returned_at: null,
      cancelled_at: null,
      created_by: 'Zhao',
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const writeLeaseRow = async (
  db: Db,
  id: number,
  set: Partial<Pick<Insertable<Database['lease']>, 'returned_at' | 'cancelled_at' | 'client_id'>>,
): Promise<void> => {
  await db.updateTable('lease').set(set).where('id', '=', id).execute()
}

/** Simulates the result of a recomputation of a flight. */
export const changeRecord = async (
  db: Db,
  sortieId: string,
  set: { covered_m2?: number; duration_s?: number },
): Promise<void> => {
  await db.updateTable('work_record').set(set).where('sortie_id', '=', sortieId).execute()
}
export const deleteRecord = async (db: Db, sortieId: string): Promise<void> => {
  await db.deleteFrom('work_record').where('sortie_id', '=', sortieId).execute()
}
