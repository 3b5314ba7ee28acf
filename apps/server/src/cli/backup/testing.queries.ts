import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { secretKeyPurpose } from '../../platform/auth/factory-credential.ts'
import { sealerUnder } from '../../platform/config/master-key.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'

const vid = 7

/** Seals a secret of a maker under the master key. Returns the secret. */
export const insertSecret = async (
  db: Db,
  accountId: string,
  masterKey: Buffer,
): Promise<Buffer> => {
  const secret = randomBytes(32)
  await db
    .insertInto('secret_key')
    .values({
      vid,
      account_id: accountId,
      id: uuidv7(Date.now()),
      key_sealed: sealerUnder(masterKey).seal(secret, secretKeyPurpose(vid)),
      fingerprint: 'f'.repeat(16),
      created_by: null,
      created_at: new Date(),
    })
    .execute()
  return secret
}

export const openSecret = async (db: Db, masterKey: Buffer): Promise<Buffer> => {
  const { key_sealed } = await db
    .selectFrom('secret_key')
    .select('key_sealed')
    .where('vid', '=', vid)
    .executeTakeFirstOrThrow()
  return sealerUnder(masterKey).open(key_sealed, secretKeyPurpose(vid))
}

/** Number of rows and a hash of the sorted rows, by table. */
export const hashTables = async (db: Db): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const hashes: Record<string, string> = {}
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(one::text, '' order by one::text)), '') as hash
      from ${sql.table(`${schema}.${name}`)} one`.execute(db)
    hashes[`${schema}.${name}`] = rows[0]!.hash
  }
  return hashes
}

/** The last number of each sequence. */
export const lastNumbers = async (db: Db): Promise<string> =>
  (
    await sql<{ numbers: string }>`
      select string_agg(sequencename || ' ' || coalesce(last_value, 0), ', ' order by sequencename) as numbers
      from pg_sequences where schemaname in ('public', 'figure')`.execute(db)
  ).rows[0]!.numbers

/**
 * Every index and constraint as a statement, in the order of their names. PostgreSQL names those
 * that a partition has from its table.
 */
export const listIndexesAndKeys = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname not like 'pg\\_%'
    union all
    select conrelid::regclass || ' ' || case when conparentid = 0 then conname else '' end || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace::regnamespace::text not like 'pg\\_%'
    order by 1`.execute(db)
  return rows.map(({ line }) => line)
}
