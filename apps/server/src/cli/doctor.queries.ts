import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export const serverVersion = async (db: Db): Promise<{ number: number; text: string }> => {
  const { rows } = await sql<{ number: number; text: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as text`.execute(
    db,
  )
  return rows[0]!
}

export const applied = async (db: Db): Promise<string[]> => {
  const {
    rows: [there],
  } = await sql<{
    table: string | null
  }>`select to_regclass('schema_migration')::text as table`.execute(db)
  if (!there?.table) return []
  return (
    await sql<{ name: string }>`select name from schema_migration order by number`.execute(db)
  ).rows.map(({ name }) => name)
}
