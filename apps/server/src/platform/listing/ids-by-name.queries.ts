import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../database/database.ts'
import { containing } from './search.ts'

export type Named = 'drone' | 'drone_model' | 'app_user' | 'account'

/**
 * Above this number, filtering by single ids does not pay: matches are frequent enough to be found
 * soon in any order.
 */
const atMost = 2_000

/** Ids that match a part of a name. Undefined: no name was given, or too many match. */
export const findIdsByName = async (
  db: Db,
  table: Named,
  name: string | undefined,
): Promise<string[] | undefined> => {
  if (!name) return undefined
  const rows = await db
    .selectFrom(table)
    .where('name', 'ilike', containing(name))
    .select('id')
    .limit(atMost + 1)
    .execute()
  return rows.length > atMost ? undefined : rows.map(({ id }) => id)
}

/**
 * Whether the column references one of the rows named so. With ids that were looked up before,
 * PostgreSQL plans for these values, and for a single id it reads an index in order.
 */
export const isNamed = (
  column: string,
  table: Named,
  name: string,
  found: readonly string[] | undefined,
): RawBuilder<SqlBool> => {
  const type = sql.raw(table === 'drone' ? 'text' : 'uuid')
  if (!found)
    return sql<SqlBool>`${sql.ref(column)} in (select id from ${sql.table(table)} where name ilike ${containing(name)})`
  return found.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${found[0]}::${type}`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...found]}::${type}[])`
}
