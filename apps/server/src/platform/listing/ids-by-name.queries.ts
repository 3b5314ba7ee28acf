import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../database/database.ts'
import { containing } from './search.ts'

const name = sql`name`

/** Where a text is looked up: the table, and the columns of which one contains it. */
const places = {
  drone: { table: 'drone', id: 'text', texts: [name] },
  droneOrSerial: { table: 'drone', id: 'text', texts: [name, sql`id`] },
  drone_model: { table: 'drone_model', id: 'uuid', texts: [name] },
  app_user: { table: 'app_user', id: 'uuid', texts: [name] },
  account: { table: 'account', id: 'uuid', texts: [name] },
  plot: { table: 'plot', id: 'uuid', texts: [name] },
  crop: {
    table: 'crop',
    id: 'text',
    texts: [sql`(select string_agg(value, ' ') from jsonb_each_text(names))`],
  },
} as const
export type Named = keyof typeof places

const contains = (place: Named, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    places[place].texts.map((column) => sql`${column} ilike ${containing(text)}`),
    sql` or `,
  )})`

/**
 * Above this number, filtering by single ids does not pay: matches are frequent enough to be found
 * soon in any order.
 */
const atMost = 2_000

/** Ids that match a part of a name. Undefined: no name was given, or too many match. */
export const findIdsByName = async (
  db: Db,
  place: Named,
  name: string | undefined,
): Promise<string[] | undefined> => {
  if (!name) return undefined
  const rows = await db
    .selectFrom(places[place].table)
    .where(contains(place, name))
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
  place: Named,
  name: string,
  found: readonly string[] | undefined,
): RawBuilder<SqlBool> => {
  const { table, id } = places[place]
  const type = sql.raw(id)
  if (!found)
    return sql<SqlBool>`${sql.ref(column)} in (select id from ${sql.table(table)} where ${contains(place, name)})`
  return found.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${found[0]}::${type}`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...found]}::${type}[])`
}
