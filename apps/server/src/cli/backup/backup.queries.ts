import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Name and hash of the generated SQL that the database has. */
export const appliedRepeatables = async (
  db: Db,
  hasTables: boolean,
): Promise<[name: string, sha256: string][]> =>
  hasTables
    ? (
        await sql<{ name: string; sha256: string }>`
          select name, sha256 from schema_repeatable`.execute(db)
      ).rows.map(({ name, sha256 }) => [name, sha256])
    : []

/** The account that runs the service; null in an empty database. */
export const findRootAccount = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('account').select('id').where('parent_id', 'is', null).executeTakeFirst())
    ?.id ?? null

/** Tables, also of other programs, but not those of extensions. */
export const countTables = async (db: Db): Promise<number> =>
  (
    await sql<{ tables: number }>`
      select count(*)::int as tables from pg_class class
      where relkind in ('r', 'p') and relnamespace::regnamespace::text
        not in ('pg_catalog', 'information_schema', 'pg_toast')
        and not exists (select from pg_depend where objid = class.oid and deptype = 'e')`.execute(
      db,
    )
  ).rows[0]!.tables
