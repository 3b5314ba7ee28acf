// Rows that the indexes over names find, in any script (migration 0008). The expressions repeat
// those of the indexes; a test of the search over everything compares them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'

const defineIndex = (column: string, others: RawBuilder<string>) => {
  const name = sql<string>`${sql.ref(column)}`
  const terms = sql`(search_terms(${name} || ' ' || ${others}) || search_heads(${name}) || search_heads(${others}))`
  return {
    name,
    /** What else finds the row, for example a serial number. */
    others,
    has: (wanted: RawBuilder<unknown>) => sql<SqlBool>`${terms} @> ${wanted}`,
  }
}

export type NameIndex = ReturnType<typeof defineIndex>

/** By the name under which a query has the table. */
export const nameIndexes = {
  drone: defineIndex('drone.name', sql`drone.id`),
  plot: defineIndex('plot.name', sql`plot.village`),
  app_user: defineIndex(
    'app_user.name',
    sql`(coalesce(app_user.phone, '') || ' ' || coalesce(app_user.email, ''))`,
  ),
  account: defineIndex(
    'account.name',
    sql`(coalesce(account.contact_name, '') || ' ' || coalesce(account.contact_phone, ''))`,
  ),
  task: defineIndex('task.name', sql`''`),
  client: defineIndex('client.name', sql`(client.contact || ' ' || client.phone)`),
} as const
