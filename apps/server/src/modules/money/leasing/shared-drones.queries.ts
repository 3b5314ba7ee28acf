// Drones that anyone can rent by scanning the code on them. Only people at the drone know the code,
// so these rows are found by it alone.
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

const sharedByToken = (db: Db | Tx, token: string) =>
  db
    .selectFrom('lease')
    .innerJoin('account as lessor', 'lessor.id', 'lease.lessor_account_id')
    .innerJoin('drone', 'drone.id', 'lease.drone_id')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .where('lease.share_token', '=', token)
    .where('lease.returned_at', 'is', null)
    .where('lease.cancelled_at', 'is', null)
    .selectAll('lease')
    .select([
      'lessor.name as lessor_name',
      'drone.name as drone_name',
      'drone.locked',
      'model.name as model_name',
      sql<boolean>`exists (select from sortie
        where sortie.drone_id = lease.drone_id and sortie.state = 'open')`.as('in_the_air'),
    ])
export type SharedRow = NonNullable<Awaited<ReturnType<typeof findShared>>>

export const findShared = (db: Db | Tx, token: string) =>
  sharedByToken(db, token).executeTakeFirst()

/** Locks it until the transaction ends, which serializes concurrent takeovers. */
export const lockShared = (trx: Tx, token: string) =>
  sharedByToken(trx, token).forUpdate('lease').executeTakeFirst()

/** The current user. */
export const openUse = (db: Db | Tx, leaseId: number) =>
  db
    .selectFrom('shared_use as used')
    .innerJoin('rental_client as client', 'client.id', 'used.client_id')
    .where('used.lease_id', '=', leaseId)
    .where('used.until_at', 'is', null)
    .select(['used.id', 'used.client_id', 'used.from_at', 'client.tenant_account_id'])
    .executeTakeFirst()

/** The account's record as a client of the lessor. */
export const clientOf = (db: Db | Tx, lessorAccountId: string, tenantAccountId: string) =>
  db
    .selectFrom('rental_client')
    .where('lessor_account_id', '=', lessorAccountId)
    .where('tenant_account_id', '=', tenantAccountId)
    .select(['id', 'name', 'locks_when_empty', 'grace_minor', 'currency'])
    .executeTakeFirst()

export const insertUse = async (
  trx: Tx,
  use: { leaseId: number; clientId: number; userId: string; userName: string; at: Date },
): Promise<void> => {
  await trx
    .insertInto('shared_use')
    .values({
      lease_id: use.leaseId,
      client_id: use.clientId,
      user_id: use.userId,
      user_name: use.userName,
      from_at: use.at,
    })
    .execute()
}

/** The client's flights with it since a moment, and their charges. */
export const flightsSince = (db: Db, leaseId: number, clientId: number, from: Date) =>
  db
    .selectFrom('lease_work_record')
    .where('lease_id', '=', leaseId)
    .where('client_id', '=', clientId)
    .where('start_at', '>=', from)
    .where('state', '<>', 'taken_back')
    .select(['start_at', 'end_at', 'covered_m2', 'duration_s', 'currency', 'amount_minor'])
    .orderBy('start_at', 'desc')
    .limit(50)
    .execute()
