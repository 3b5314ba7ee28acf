import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Tables that refused calls may write to, or that no call writes to; and logs of requests. */
const besides = [
  'audit_log',
  'audit_head',
  'throttle',
  'captcha',
  'region',
  'migration',
  'outbox_message',
  'verification_code',
  'sweep_written',
]

/**
 * Records from now on which tables a statement has written to, even if no row changed: reading all
 * tables after each call would take longer than the calls.
 */
export const watchTables = async (db: Db): Promise<void> => {
  await sql`create unlogged table sweep_written (name text not null)`.execute(db)
  await sql`create function sweep_note() returns trigger language plpgsql as $$
    begin insert into sweep_written values (tg_relid::regclass::text); return null; end $$`.execute(
    db,
  )
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all(${besides}::text[])`.execute(db)
  for (const { name } of rows)
    await sql`create trigger sweep_note after insert or update or delete or truncate
      on ${sql.table(name)} for each statement execute function sweep_note()`.execute(db)
}

/** Tables written to since the last call. */
export const takeWritten = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`delete from sweep_written returning name`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}

/** The content of all tables as one text. */
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
