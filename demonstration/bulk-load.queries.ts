// Rows by the ten thousand, as pg_restore writes them: what the database does for each row is done
// once for all of them. Half of the database's time at the first start.
import { sql } from 'kysely'
import type { Tx } from '@swath/server/platform/database/database'
import type { Database } from '@swath/server/platform/database/schema'
import type { Row } from './demonstration.queries.ts'

type Step = { remove: string; restore: string }

/** In the order of removal. Keys stay, because other tables refer to them. */
const listSteps = async (tx: Tx, tables: readonly (keyof Database)[]): Promise<Step[]> => {
  const { rows } = await sql<Step>`
    with loaded as (select name::regclass as id from unnest(${[...tables]}::text[]) as name)
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as restore
    from pg_constraint where conrelid in (select id from loaded) and contype = 'f'
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid in (select id from loaded)
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
    from pg_trigger where tgrelid in (select id from loaded) and not tgisinternal
      and tgtype & 1 = 1 -- for each row`.execute(tx)
  return rows
}

/**
 * Runs `write` while these tables have no references, no indexes except keys, and no triggers for
 * each row: `write` also sets the columns that those triggers would set.
 */
export const loadInBulk = async (
  tx: Tx,
  tables: readonly (keyof Database)[],
  write: () => Promise<void>,
): Promise<void> => {
  const steps = await listSteps(tx, tables)
  for (const { remove } of steps) await sql.raw(remove).execute(tx)
  await write()
  // Indexes first: a reference is checked by them.
  for (const { restore } of steps.reverse()) await sql.raw(restore).execute(tx)
}

const toElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`
}

/**
 * Inserts rows as one array for each column: half of the time of JSON, which repeats the names of
 * the columns in each row. Not for columns that are arrays. All rows must have the columns of the
 * first one.
 */
export const insertInBulk = async (
  tx: Tx,
  table: keyof Database,
  rows: readonly Row[],
): Promise<void> => {
  const first = rows[0]
  if (first === undefined) return
  const names = Object.keys(first)
  const { rows: columns } = await sql<{ name: string; type: string; delimiter: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type, typdelim as delimiter
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = ${table}::regclass and attname = any (${names})`.execute(tx)
  const arrays = columns.map(({ name, type, delimiter }) => {
    const elements = rows.map((row) => toElement(row[name])).join(delimiter)
    return sql`${`{${elements}}`}::${sql.raw(type)}[]`
  })
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})`.execute(tx)
}
