// Drones of a client, and locks on them because of its balance. Used by jobs, so it spans all
// tenants.
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/** Locks the rows of the client and its lessor until the transaction ends. */
export const holdClient = (trx: Tx, clientId: number) =>
  trx
    .selectFrom('rental_client as client')
    .innerJoin('account as lessor', 'lessor.id', 'client.lessor_account_id')
    .where('client.id', '=', clientId)
    .selectAll('client')
    .select('lessor.name as lessor_name')
    .forShare('client')
    .executeTakeFirst()

/** Drones on its own leases, and shared ones that it has now; locks their rows. */
export const dronesOfClient = (trx: Tx, clientId: number) =>
  trx
    .selectFrom('drone')
    .where(
      sql<boolean>`exists (select from lease
        left join shared_use used on used.lease_id = lease.id and used.until_at is null
        where lease.drone_id = drone.id
          and lease.returned_at is null and lease.cancelled_at is null
          and (lease.client_id = ${clientId} or used.client_id = ${clientId}))`,
    )
    .select([
      'drone.id',
      'drone.locked',
      sql<boolean>`exists (select from lease_lock where lease_lock.drone_id = drone.id)`.as(
        'is_kept',
      ),
      sql<boolean>`exists (select from sortie
        where sortie.drone_id = drone.id and sortie.state = 'open')`.as('in_the_air'),
    ])
    .orderBy('drone.id')
    .forUpdate('drone')
    .execute()

export const insertLock = async (
  trx: Tx,
  lock: { droneId: string; clientId: number; now: Date },
): Promise<void> => {
  await trx
    .insertInto('lease_lock')
    .values({ drone_id: lock.droneId, client_id: lock.clientId, locked_at: lock.now })
    .execute()
}

/** Removes the locks. @returns the drones they had locked */
export const takeLocks = async (
  trx: Tx,
  of: { clientId: number } | { droneId: string },
): Promise<string[]> =>
  (
    await trx
      .deleteFrom('lease_lock')
      .where((eb) =>
        'clientId' in of ? eb('client_id', '=', of.clientId) : eb('drone_id', '=', of.droneId),
      )
      .returning('drone_id')
      .execute()
  ).map(({ drone_id: id }) => id)

export const nameOfAccount = async (trx: Tx, accountId: string): Promise<string> =>
  (
    await trx
      .selectFrom('account')
      .where('id', '=', accountId)
      .select('name')
      .executeTakeFirstOrThrow()
  ).name
