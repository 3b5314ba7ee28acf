// A list whose rows PostgreSQL finds by itself: the page, what narrows it, and all of it for a
// file.
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { FiltersOf, List, SortOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { Db, Tx } from '../database/database.ts'
import { conditionsFor, type Conditions } from './conditions.queries.ts'
import { sortOf } from './search.ts'
import { offsetOf, type PageQuery } from './page.ts'

type Order = RawBuilder<unknown>

type Source<L extends List, D, T extends keyof D, Shown, S extends keyof Shown, Row> = {
  /** The rows that exist for the scope, before any filter. */
  from: (db: Db | Tx, scope: Scope) => SelectQueryBuilder<D, T, object>
  /** What is shown of them. */
  select: (rows: SelectQueryBuilder<D, T, object>) => SelectQueryBuilder<Shown, S, Row>
  conditions: Conditions<FiltersOf<L>>
  orders: Readonly<Record<SortOf<L>, Order>>
  /** After the order that was asked for, so that no two rows stand in any order. */
  then: readonly { by: Order; direction?: 'asc' | 'desc' }[]
  /**
   * A long list leaves in the descending order of these columns, a part at a time, each part from
   * the last row of the one before; absent: the list is short and leaves as it is sorted.
   */
  stream?: { by: readonly string[]; last: (row: Row) => readonly unknown[]; atOnce?: number }
}

export const defineList = <
  L extends List,
  D,
  T extends keyof D,
  Shown,
  S extends keyof Shown,
  Row extends object,
>(
  list: L,
  { from, select, conditions, orders, then, stream }: Source<L, D, T, Shown, S, Row>,
) => {
  type Query = FiltersOf<L> & { sortParam?: string | undefined; order?: string | undefined }

  const matching = (
    db: Db | Tx,
    scope: Scope,
    filters: FiltersOf<L>,
  ): SelectQueryBuilder<D, T, object> =>
    conditionsFor(conditions, filters).reduce(
      (rows, condition) => rows.where(condition),
      from(db, scope),
    )

  const sorted = (db: Db, scope: Scope, query: Query): SelectQueryBuilder<Shown, S, Row> => {
    const { field, descending } = sortOf<SortOf<L>>(
      query[list.sortName] as SortOf<L> | undefined,
      list.defaultSort as SortOf<L>,
    )
    const direction = descending ? 'desc' : 'asc'
    return then.reduce(
      (rows, { by, direction: own }) => rows.orderBy(by, own ?? direction),
      select(matching(db, scope, query)).orderBy(orders[field], (order) =>
        (descending ? order.desc() : order.asc()).nullsLast(),
      ),
    )
  }

  const page = (db: Db, scope: Scope, query: Query, wanted: PageQuery): Promise<Row[]> => {
    const { limit, offset } = offsetOf(wanted)
    return sorted(db, scope, query).limit(limit).offset(offset).execute() as Promise<Row[]>
  }

  const count = async (db: Db, scope: Scope, filters: FiltersOf<L>): Promise<number> => {
    const rows = matching(db, scope, filters).select(sql`1`.as('one'))
    const { count: all } = await db
      .selectFrom(rows.as('rows'))
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return all
  }

  const each = async function* (db: Db, scope: Scope, query: Query): AsyncGenerator<Row> {
    if (!stream) {
      yield* (await sorted(db, scope, query).execute()) as Row[]
      return
    }
    const { by, last: keyOf, atOnce = 500 } = stream
    const columns = sql.join(by.map((column) => sql.ref(column)))
    let last: Row | undefined
    for (;;) {
      const part = by.reduce(
        (rows, column) => rows.orderBy(sql.ref(column), 'desc'),
        select(matching(db, scope, query)).limit(atOnce),
      )
      const rows = (await (
        last ? part.where(sql<boolean>`(${columns}) < (${sql.join([...keyOf(last)])})`) : part
      ).execute()) as Row[]
      yield* rows
      last = rows.at(-1)
      if (rows.length < atOnce) return
    }
  }

  return { matching, page, count, each }
}
