import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Columns named `key` or `…_key`, as `table.column`. */
export const listKeyColumns = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)key$'`.execute(db)
  return rows.map(({ name }) => name).sort()
}
