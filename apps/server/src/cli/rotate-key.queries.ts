import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { secretKeyPurpose } from '../platform/auth/factory-credential.ts'
import { pushKeyPurpose } from '../modules/alarms/public.ts'
import { sealedFor } from '../modules/gear/public.ts'
import { providerSecretPurpose, totpPurpose } from '../modules/people/public.ts'
import { webhookSecretPurpose } from '../modules/programs/public.ts'

/**
 * A column of secrets under the master key. `key` is the column that identifies the row and the
 * purpose of sealing.
 */
export type SealedColumn = {
  readonly table:
    | 'secret_key'
    | 'firmware_key'
    | 'totp'
    | 'identity_provider'
    | 'push_key'
    | 'webhook'
  readonly column: string
  readonly key: string
  readonly purpose: (key: string) => string
  /** The table belongs to the service and not to accounts. */
  readonly ofService?: true
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'secret_key',
    column: 'key_sealed',
    key: 'vid',
    purpose: (vid) => secretKeyPurpose(Number(vid)),
  },
  { table: 'firmware_key', column: 'secrets_sealed', key: 'fingerprint', purpose: sealedFor },
  { table: 'totp', column: 'secret_sealed', key: 'id', purpose: totpPurpose },
  {
    table: 'identity_provider',
    column: 'secret_sealed',
    key: 'id',
    purpose: providerSecretPurpose,
  },
  { table: 'webhook', column: 'secret_sealed', key: 'id', purpose: webhookSecretPurpose },
  { table: 'webhook', column: 'former_secret_sealed', key: 'id', purpose: webhookSecretPurpose },
  {
    table: 'push_key',
    column: 'private_sealed',
    key: 'is_only',
    purpose: () => pushKeyPurpose,
    ofService: true,
  },
]

export const ofAccounts = sealedColumns.filter(({ ofService }) => !ofService)

export const accountsWithSecrets = async (db: Db): Promise<{ id: string; name: string }[]> => {
  const holders = sql.join(
    ofAccounts.map(({ table }) => sql`select account_id from ${sql.table(table)}`),
    sql` union `,
  )
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from account where id in (${holders}) order by id`.execute(db)
  return rows
}

type SealedRow = { key: string; sealed: Buffer }

const named = ({ table, column, key }: SealedColumn) => ({
  table: sql.table(table),
  column: sql.ref(column),
  key: sql.ref(key),
})

/** All sealed values of a column, without locking. */
export const readSealed = async (db: Db, from: SealedColumn): Promise<SealedRow[]> => {
  const { table, column, key } = named(from)
  const { rows } = await sql<SealedRow>`
    select ${key}::text as key, ${column} as sealed from ${table}
    where ${column} is not null order by ${key}`.execute(db)
  return rows
}

/**
 * Locks the rows of an account, or of the service, until the transaction ends, so that the values
 * cannot be replaced meanwhile.
 */
export const lockSealed = async (
  tx: Tx,
  from: SealedColumn,
  accountId: string | null,
): Promise<SealedRow[]> => {
  const { table, column, key } = named(from)
  const { rows } = await sql<SealedRow>`
    select ${key}::text as key, ${column} as sealed from ${table}
    where ${column} is not null
      and ${accountId === null ? sql`true` : sql`account_id = ${accountId}`} order by ${key} for update`.execute(
    tx,
  )
  return rows
}

export const putSealed = async (
  tx: Tx,
  from: SealedColumn,
  { key: row, sealed }: SealedRow,
): Promise<void> => {
  const { table, column, key } = named(from)
  await sql`update ${table} set ${column} = ${sealed} where ${key}::text = ${row}`.execute(tx)
}
