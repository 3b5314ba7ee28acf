// The rows of a plain list in their table. Fields are selected under their own names, so that
// conditions and orders can use field names.
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { FiltersOf, List, SortOf } from '@swath/contract/list'
import {
  commonOrOwn,
  nameIn,
  sameInAllLanguages,
  type Reader,
} from '../access/common-rows.queries.ts'
import type { Facts } from '../change/change.ts'
import type { Names } from '../database/column-types.ts'
import type { Database } from '../database/schema.ts'
import type { Db, Tx } from '../database/database.ts'
import type { Conditions } from '../listing/conditions.queries.ts'
import { defineList } from '../listing/list.queries.ts'

/** A column with the row's name in each language. */
type NamesColumn<Column> = { readonly inEachLanguage: Column }
type ColumnOf<Row, Value> = {
  [C in keyof Row & string]: Row[C] extends Value
    ? C
    : Row[C] extends Names
      ? NamesColumn<C>
      : never
}[keyof Row & string]

export type PlainTable<L extends List, T extends keyof Database, Fields> = {
  /** Has the columns `id`, `account_id` and `version` in addition to those of the fields. */
  table: T
  columns: { readonly [F in keyof Fields]: ColumnOf<Selectable<Database[T]>, Fields[F]> }
  conditions: Conditions<FiltersOf<L>>
}
/** `foremost`: ids of rows that come before the requested order. */
type ListReader = Reader & { foremost?: readonly string[] }

export type PlainRow = {
  id: string
  /** Null if all accounts share the row. */
  account_id: string | null
  version: number
}

export const definePlainRows = <L extends List, T extends keyof Database, Fields extends Facts>(
  list: L,
  { table, columns, conditions }: PlainTable<L, T, Fields>,
) => {
  const fields = Object.entries<string | NamesColumn<string>>(columns)
  const columnNames = fields.map(([, column]) =>
    sql.ref(typeof column === 'string' ? column : column.inEachLanguage),
  )
  const toValues = (entered: Fields) =>
    fields.map(([field, column]) =>
      typeof column === 'string' ? entered[field] : sameInAllLanguages(String(entered[field])),
    )

  const from = (db: Db | Tx, reader: Reader) => {
    const selected = fields.map(
      ([field, column]) =>
        sql`${typeof column === 'string' ? sql.ref(column) : nameIn(reader, column.inEachLanguage)} as ${sql.id(field)}`,
    )
    const rows = sql<PlainRow>`(
      select id, account_id, version, ${sql.join(selected)} from ${sql.table(table)}
      where ${commonOrOwn(reader, 'account_id')})`
    return db.selectFrom(rows.as('row'))
  }
  const one = (trx: Tx, reader: Reader, id: string) =>
    from(trx, reader).where('row.id', '=', id).selectAll('row')

  return {
    ...defineList(list, {
      from: (db, reader: ListReader) => from(db, reader),
      first: ({ foremost }) =>
        foremost ? sql`array_position(${[...foremost]}::text[], id::text)` : null,
      select: (rows) => rows.selectAll('row'),
      conditions,
      orders: Object.fromEntries(list.sorts.map((name) => [name, sql.ref(name)])) as Record<
        SortOf<L>,
        RawBuilder<unknown>
      >,
      ties: [{ by: sql`id` }],
    }),

    /** Picks the fields from a row or a request. */
    toFields: (row: object): Fields =>
      Object.fromEntries(fields.map(([field]) => [field, (row as Facts)[field]])) as Fields,

    find: (trx: Tx, reader: Reader, id: string) => one(trx, reader, id).executeTakeFirst(),

    /** Locks the row until the transaction ends. */
    lock: (trx: Tx, reader: Reader, id: string) =>
      one(trx, reader, id).forUpdate().executeTakeFirst(),

    insert: (db: Db | Tx, accountId: string, id: string, entered: Fields) =>
      sql`insert into ${sql.table(table)} (id, account_id, ${sql.join(columnNames)})
        values (${id}, ${accountId}, ${sql.join(toValues(entered))})`.execute(db),

    update: (trx: Tx, id: string, entered: Fields) => {
      const values = toValues(entered)
      const changed = columnNames.map((column, index) => sql`${column} = ${values[index]}`)
      return sql`update ${sql.table(table)} set ${sql.join(changed)}, version = version + 1
        where id = ${id}`.execute(trx)
    },

    /** @returns false if another row references it */
    remove: async (trx: Tx, id: string): Promise<boolean> => {
      try {
        await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx)
        return true
      } catch (error) {
        if ((error as { code?: string }).code === '23503') return false
        throw error
      }
    },
  }
}
