import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Every column that references the file store, as `table.column`. */
export const namingColumns = [
  'app_log.key',
  'bulletin_file.key',
  'drone_file.store_key',
  'firmware.container_key',
  'firmware.key',
  'firmware_check.key',
  'flight_log.key',
  'geometry_import.key',
  'statistics_export.key',
  'stored_file.key',
  'track_archive.key',
] as const

/** Every key that a row references, of any tenant. */
export const listAllNamedKeys = async (db: Db): Promise<string[]> => {
  const named = namingColumns.map((name) => {
    const [table, column] = name.split('.') as [string, string]
    const key = sql.ref(column)
    return sql`select ${key} as key from ${sql.table(table)} where ${key} is not null`
  })
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Those of these keys that a row references, of any tenant. */
export const listNamedKeys = async (
  db: Db,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const named = namingColumns.map((name) => {
    const [table, column] = name.split('.') as [string, string]
    const key = sql.ref(column)
    return sql`select ${key} as key from ${sql.table(table)} where ${key} = any(${[...keys]}::text[])`
  })
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union all `)}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
