// Stored contracts, and their signatures.
import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'

type Reader = Pick<Caller, 'scope'>

/** Contracts of either side. */
const contractsFor = (db: Db | Tx, { scope }: Reader) =>
  db
    .selectFrom('lease_contract as contract')
    .innerJoin('rental_client as client', 'client.id', 'contract.client_id')
    .innerJoin('account as lessor', 'lessor.id', 'contract.lessor_account_id')
    .leftJoin('account as tenant', 'tenant.id', 'client.tenant_account_id')
    .where(
      sql<SqlBool>`(${inScope(scope, { owner: 'contract.lessor_account_id' })}
        or ${inScope(scope, { owner: 'client.tenant_account_id' })})`,
    )
    .selectAll('contract')
    .select([
      'client.name as client_name',
      'client.tenant_account_id',
      'lessor.name as lessor_name',
      'tenant.name as tenant_name',
    ])
export type ContractRow = NonNullable<Awaited<ReturnType<typeof findContract>>>

export const findContract = (db: Db | Tx, reader: Reader, id: string) =>
  contractsFor(db, reader).where('contract.id', '=', id).executeTakeFirst()

/** Locks the contract until the transaction ends, which serializes signatures and withdrawals. */
export const lockContract = (trx: Tx, reader: Reader, id: string) =>
  contractsFor(trx, reader).where('contract.id', '=', id).forUpdate('contract').executeTakeFirst()

export const listContracts = (db: Db, reader: Reader, clientId: string | undefined) =>
  contractsFor(db, reader)
    .where((eb) =>
      clientId === undefined ? eb.val(true) : eb('contract.client_id', '=', Number(clientId)),
    )
    .orderBy('contract.created_at', 'desc')
    .orderBy('contract.id', 'desc')
    .limit(200)
    .execute()

/** @returns false if a contract is already waiting for signatures */
export const insertContract = async (
  trx: Tx,
  contract: Insertable<Database['lease_contract']>,
): Promise<boolean> =>
  (
    await trx
      .insertInto('lease_contract')
      .values(contract)
      .onConflict((conflict) =>
        conflict
          .column('client_id')
          .where('withdrawn_at', 'is', null)
          .where((eb) =>
            eb.or([eb('lessor_signed_at', 'is', null), eb('tenant_signed_at', 'is', null)]),
          )
          .doNothing(),
      )
      .returning('id')
      .execute()
  ).length === 1

export const writeContract = async (
  trx: Tx,
  id: string,
  change: Omit<
    Updateable<Database['lease_contract']>,
    'id' | 'version' | 'document' | 'document_hash'
  >,
): Promise<void> => {
  await trx
    .updateTable('lease_contract')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** A party's details for a contract. */
export const findParty = (trx: Tx, accountId: string) =>
  trx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['name', 'contact_name', 'contact_address', 'credit_code', 'time_zone'])
    .executeTakeFirstOrThrow()
