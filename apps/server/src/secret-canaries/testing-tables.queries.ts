import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Every row of every table as text, those of the job queue too. */
export const readAllTables = async (db: Db): Promise<{ name: string; text: string }[]> => {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db)
  const read: { name: string; text: string }[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select one::text as row from ${sql.table(`${schema}.${name}`)} one`.execute(db)
    read.push({ name, text: rows.map(({ row }) => row).join('\n') })
  }
  return read
}
