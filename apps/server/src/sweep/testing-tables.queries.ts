import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Written by calls that are refused as well, or by none; and what tells who asked for what. */
const besides = [
  'audit_log',
  'audit_head',
  'throttle',
  'captcha',
  'region',
  'migration',
  'outbox_message',
  'verification_code',
]

/** Everything that the tables hold, as one text. */
export const readTables = async (db: Db): Promise<string> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${besides}) order by relname`.execute(db)
  const { rows } = await sql<{ text: string }>`${sql.join(
    tables.map(
      ({ name }) =>
        sql`select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${sql.table(name)} t`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows.map(({ text }) => text).join('\n')
}
