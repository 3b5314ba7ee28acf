// The statements that save and load all rows of the program's schemas. They run on one connection:
// COPY is not a query that Kysely knows.
import type pg from 'pg'

export type Table = { schema: string; name: string; columns: string[] }
export type Sequence = { schema: string; name: string; value: string; isCalled: boolean }
type Constraint = { table: string; name: string; definition: string }

const schemas = `('public', 'figure', 'graphile_worker')`
/** Filled by the migrations of Swath and of the queue. */
const ofMigrations = `('public.schema_migration', 'public.schema_repeatable', 'graphile_worker.migrations')`

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${quote(schema)}.${quote(name)}`
const listColumns = ({ columns }: Table): string => columns.map(quote).join(', ')

/** Makes the text of a row the same on every server. */
const settings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off; set local synchronize_seqscans = off;
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8'`

/** All reads until the end of the transaction see one moment. Returns that moment. */
export const beginSnapshot = async (client: pg.ClientBase): Promise<Date> => {
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query(settings)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]!.now
}

export const beginLoad = async (client: pg.ClientBase): Promise<void> => {
  await client.query('begin')
  await client.query(settings)
}

/** Also without any of the program's tables, for example in an empty database. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select schema.nspname as schema, class.relname as name,
      array(select attname::text from pg_attribute where attrelid = class.oid and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class class join pg_namespace schema on schema.oid = class.relnamespace
    where class.relkind in ('r', 'p') and not class.relispartition and schema.nspname in ${schemas}
      and schema.nspname || '.' || class.relname not in ${ofMigrations}
      and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
    order by 1, 2`)
  return rows
}

export const listSequences = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences
     where schemaname in ${schemas} order by 1, 2`,
  )
  const found: Sequence[] = []
  for (const sequence of rows) {
    const read = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${nameOf(sequence)}`,
    )
    found.push({ ...sequence, ...read.rows[0]! })
  }
  return found
}

export const setSequences = async (
  client: pg.ClientBase,
  sequences: readonly Sequence[],
): Promise<void> => {
  for (const sequence of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      nameOf(sequence),
      sequence.value,
      sequence.isCalled,
    ])
}

/** A query instead of the table: older servers do not copy partitioned tables. */
export const copyFrom = (table: Table): string =>
  `copy (select ${listColumns(table)} from ${nameOf(table)}) to stdout`
export const copyTo = (table: Table): string =>
  `copy ${nameOf(table)} (${listColumns(table)}) from stdin`

const foreignKeys = async (client: pg.ClientBase): Promise<Constraint[]> => {
  const { rows } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${schemas}
    order by 1, 2`)
  return rows
}

type Index = { name: string; definition: string }

/** Indexes that no constraint needs; those of partitions come and go with the table's. */
const plainIndexes = async (client: pg.ClientBase): Promise<Index[]> => {
  const { rows } = await client.query<Index>(`
    select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index join pg_class as parent on parent.oid = indrelid
    where parent.relkind in ('r', 'p') and not parent.relispartition
      and parent.relnamespace::regnamespace::text in ${schemas}
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`)
  return rows
}

/** For indexes; the usual value is meant for servers with little memory. */
const sortMemory = '256MB'

/**
 * Empties the tables and runs `load` without triggers, foreign keys and indexes. The keys are then
 * created again, which checks every row. Unlike session_replication_role, this does not need a
 * superuser.
 */
export const withoutChecks = async (
  client: pg.ClientBase,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> => {
  const constraints = await foreignKeys(client)
  const indexes = await plainIndexes(client)
  const setTriggers = async (state: 'enable' | 'disable'): Promise<void> => {
    for (const table of tables)
      await client.query(`alter table ${nameOf(table)} ${state} trigger user`)
  }
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await setTriggers('disable')
  // A table that is emptied in the same transaction is filled in the order of the rows.
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
  await load()
  await setTriggers('enable')
  await client.query(`set local maintenance_work_mem = '${sortMemory}'`)
  // Before the keys, which are checked by them.
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

export const analyze = async (client: pg.ClientBase): Promise<void> => {
  await client.query('analyze')
}
