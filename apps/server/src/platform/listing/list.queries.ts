// A list that PostgreSQL filters and sorts: one page, the number of rows, or all rows for a file.
import {
  sql,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { listSearched } from '@swath/contract/fields'
import type { FiltersOf, List, SortOf } from '@swath/contract/list'
import type { Db, Tx } from '../database/database.ts'
import {
  anyOf,
  conditionsFor,
  lookUpNames,
  type Condition,
  type Conditions,
  type FoundNames,
} from './conditions.queries.ts'
import { inParts } from './in-parts.ts'
import { parseSort } from './search.ts'
import {
  eachOrSimilar,
  hasSimilarId,
  readOrSimilar,
  type FindNamed,
  type NamedRow,
  type SimilarAsked,
  type SimilarNames,
} from './similar-names.queries.ts'
import { pagingOf, toOffset, type PageQuery } from './page.ts'
import { countEach } from './state-counts.queries.ts'

type Order = RawBuilder<unknown>
type Tie = { by: Order; direction?: 'asc' | 'desc' }
type Orders<L extends List> = Readonly<Record<SortOf<L>, Order>>

/** The rows of a list are counted by these states; all filters except the one by state apply. */
type CountBy<L extends List, Whose, State> = {
  filter: keyof FiltersOf<L>
  states: readonly State[]
  state: Expression<unknown> | ((whose: Whose) => Expression<unknown>)
}

type Stream<Row> = {
  by: readonly string[]
  last: (row: Row) => readonly unknown[]
  direction?: 'asc' | 'desc'
  atOnce?: number
}

type Source<
  L extends List,
  Whose,
  D,
  T extends keyof D,
  Shown,
  S extends keyof Shown,
  Row,
  State extends string,
> = {
  /** The rows that exist for a scope (or another kind of owner), before any filter. */
  from: (db: Db | Tx, whose: Whose) => SelectQueryBuilder<D, T, object>
  /** Columns of the presented rows. */
  select: (
    rows: SelectQueryBuilder<D, T, object>,
    whose: Whose,
  ) => SelectQueryBuilder<Shown, S, Row>
  conditions: Conditions<FiltersOf<L>> | ((whose: Whose) => Conditions<FiltersOf<L>>)
  orders: Orders<L> | ((whose: Whose) => Orders<L>)
  /**
   * For a long list, the uuid column that identifies its rows: the page's rows are found first, and
   * other columns are read only for them. Otherwise they would be read for all skipped rows too.
   */
  key?: string
  /** Sorts before the requested order; null for none. */
  first?: (whose: Whose) => Order | null
  /** Sorts after the requested order, so that the order is always unambiguous. */
  ties: readonly Tie[]
  /**
   * A long list is exported in the order of these columns, descending by default, in parts that
   * each start after the last row of the previous one. Absent: the list is short and is exported in
   * the requested order.
   */
  stream?: Stream<Row>
  /** For a list whose rows an index finds by similar names, if no row has the searched text. */
  similar?: SimilarNames | undefined
  countBy?: CountBy<L, Whose, State>
}

/** The requested order, between `first` and the ties. */
const sortRows = <L extends List, D, T extends keyof D, R>(
  list: L,
  { orders, ties }: { orders: Orders<L>; ties: readonly Tie[] },
  rows: SelectQueryBuilder<D, T, R>,
  before: Order | null | undefined,
  asked: string | undefined,
): SelectQueryBuilder<D, T, R> => {
  const { field, descending } = parseSort<SortOf<L>>(
    asked as SortOf<L> | undefined,
    list.defaultSort as SortOf<L>,
  )
  const direction = descending ? 'desc' : 'asc'
  return ties.reduce(
    (sortedRows, { by, direction: own }) => sortedRows.orderBy(by, own ?? direction),
    (before ? rows.orderBy(before) : rows).orderBy(orders[field], (order) =>
      (descending ? order.desc() : order.asc()).nullsLast(),
    ),
  )
}

/** The condition of the list's search box: any of the filters that it combines. */
const searchOf = (
  { filters }: List,
  conditions: Readonly<Record<string, unknown>>,
): { search?: Condition<string> } => {
  const combined = listSearched(filters['search'])
  return combined.length === 0
    ? {}
    : { search: anyOf(...combined.map((name) => conditions[name] as Condition<string>)) }
}

const countRows = async <D, T extends keyof D>(
  db: Db,
  rows: SelectQueryBuilder<D, T, object>,
): Promise<number> => {
  const { count: all } = await db
    .selectFrom(rows.select(sql`1`.as('one')).as('rows'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return all
}

/** Reads a page as the response of a call, if nothing else provides the number of rows. */
const createPageReader =
  <Whose, Query, Row>(
    page: (db: Db, whose: Whose, query: Query, wanted: PageQuery) => Promise<Row[]>,
    count: (db: Db, whose: Whose, query: Query) => Promise<number>,
  ) =>
  async <Asked extends Query & PageQuery, Shown>(
    db: Db,
    whose: Whose,
    query: Asked,
    present: (row: Row) => Shown,
  ) => {
    const [rows, total] = await Promise.all([
      page(db, whose, query, query),
      count(db, whose, query),
    ])
    return { items: rows.map((row) => present(row)), total, ...pagingOf(query) }
  }

type Filtered<L extends List> = FiltersOf<L> & SimilarAsked & { found?: FoundNames }

/** The rows that match the filters, for pages, sums and files alike. */
const matchRows = <L extends List, Whose, D, T extends keyof D>(
  list: L,
  {
    from,
    conditions,
    similar,
  }: Pick<Source<L, Whose, D, T, unknown, never, object, never>, 'from' | 'conditions' | 'similar'>,
) => {
  const conditionsOf = (whose: Whose) => {
    const own = typeof conditions === 'function' ? conditions(whose) : conditions
    return {
      ...searchOf(list, own),
      ...own,
      ...(similar ? { similarIds: hasSimilarId(similar) } : {}),
    }
  }

  /** Looks up the names in the filters first, so that PostgreSQL plans for what they match. */
  const withNames = async <Asked extends Filtered<L>>(
    db: Db,
    whose: Whose,
    query: Asked,
  ): Promise<Asked> => ({ ...query, found: await lookUpNames(db, conditionsOf(whose), query) })

  const matching = (db: Db | Tx, whose: Whose, filters: Filtered<L>) =>
    conditionsFor(conditionsOf(whose), filters, filters.found).reduce(
      (rows, condition) => rows.where(condition),
      from(db, whose),
    )

  /** Rows of the other filters, to compare their names. */
  const find =
    (db: Db, whose: Whose, query: Filtered<L>) =>
    (condition: RawBuilder<SqlBool>, limit: number): Promise<NamedRow[]> =>
      matching(db, whose, { ...query, search: undefined })
        .where(condition)
        .select([
          sql<string>`${sql.ref(similar!.id)}::text`.as('id'),
          similar!.index.name.as('name'),
        ])
        .limit(limit)
        .execute() as unknown as Promise<NamedRow[]>

  return { matching, withNames, find }
}

/** All rows in the order of a stream. */
const readInParts = async function* <D, T extends keyof D, Row>(
  { by, last: toKey, direction = 'desc', atOnce = 500 }: Stream<Row>,
  all: SelectQueryBuilder<D, T, Row>,
): AsyncGenerator<Row> {
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  const columns = sql.join(by.map((column) => sql.ref(column)))
  const parts = inParts<Row>(atOnce, async (last) => {
    const part = by.reduce(
      (rows, column) => rows.orderBy(sql.ref(column), direction),
      all.limit(atOnce),
    )
    return (
      last ? part.where(sql<boolean>`(${columns}) ${beyond} (${sql.join([...toKey(last)])})`) : part
    ).execute() as Promise<Row[]>
  })
  for await (const rows of parts) yield* rows
}

const createStateCounter =
  <L extends List, Whose, D, T extends keyof D, State extends string>(
    matching: (db: Db | Tx, whose: Whose, filters: Filtered<L>) => SelectQueryBuilder<D, T, object>,
    countBy: CountBy<L, Whose, State> | undefined,
  ) =>
  (db: Db | Tx, whose: Whose, filters: Filtered<L>): Promise<Record<State, number>> => {
    if (!countBy) throw new Error('The list declares no states')
    const { filter, states, state } = countBy
    return matching(db, whose, { ...filters, [filter]: undefined })
      .select(countEach(states, typeof state === 'function' ? state(whose) : state))
      .executeTakeFirstOrThrow() as Promise<Record<State, number>>
  }

/**
 * Reads answers and files: rows with similar names, if the list has an index over names and no row
 * has the searched text.
 */
const createReaders = <Whose, Query extends SimilarAsked & { search?: unknown }, Row>(
  similar: SimilarNames | undefined,
  find: (db: Db, whose: Whose, query: Query) => FindNamed,
  eachFound: (db: Db, whose: Whose, query: Query) => AsyncGenerator<Row>,
) => ({
  each: (db: Db, whose: Whose, query: Query): AsyncGenerator<Row> =>
    similar
      ? eachOrSimilar(similar, query, find(db, whose, query), (asked) =>
          eachFound(db, whose, asked),
        )
      : eachFound(db, whose, query),

  answer: <Asked extends Query, Answer extends { total: number }>(
    db: Db,
    whose: Whose,
    query: Asked,
    read: (query: Asked) => Promise<Answer>,
  ): Promise<Answer & { similarNames?: true }> =>
    similar ? readOrSimilar(similar, query, find(db, whose, query), read) : read(query),
})

export const defineList = <
  L extends List,
  Whose,
  D,
  T extends keyof D,
  Shown,
  S extends keyof Shown,
  Row extends object,
  State extends string = never,
>(
  list: L,
  {
    from,
    select,
    conditions,
    first,
    orders,
    key,
    ties,
    stream,
    similar,
    countBy,
  }: Source<L, Whose, D, T, Shown, S, Row, State>,
) => {
  type Query = Filtered<L> & { sortParam?: string | undefined; order?: string | undefined }

  const { matching, withNames, find } = matchRows(list, { from, conditions, similar })

  const inOrder = <D2, T2 extends keyof D2, R>(
    rows: SelectQueryBuilder<D2, T2, R>,
    whose: Whose,
    query: Query,
  ) =>
    sortRows(
      list,
      { orders: typeof orders === 'function' ? orders(whose) : orders, ties },
      rows,
      first?.(whose),
      query[list.sortName],
    )

  const sorted = (db: Db, whose: Whose, query: Query): SelectQueryBuilder<Shown, S, Row> =>
    inOrder(select(matching(db, whose, query), whose), whose, query)

  const page = (db: Db, whose: Whose, query: Query, wanted: PageQuery): Promise<Row[]> => {
    const { limit, offset } = toOffset(wanted)
    if (key === undefined)
      return sorted(db, whose, query).limit(limit).offset(offset).execute() as Promise<Row[]>
    const column = sql.ref(key)
    const keys = inOrder(matching(db, whose, query).select(column.as('key')), whose, query)
      .limit(limit)
      .offset(offset)
    const rows = from(db, whose).where(sql<boolean>`${column} = any(array(${keys}))`)
    return inOrder(select(rows, whose), whose, query).execute() as Promise<Row[]>
  }

  const count = (db: Db, whose: Whose, filters: Filtered<L>): Promise<number> =>
    countRows(db, matching(db, whose, filters))

  const eachFound = async function* (db: Db, whose: Whose, query: Query): AsyncGenerator<Row> {
    if (!stream) {
      yield* (await sorted(db, whose, query).execute()) as Row[]
      return
    }
    yield* readInParts(stream, select(matching(db, whose, query), whose))
  }

  const read = createReaders(similar, find, eachFound)
  return {
    matching,
    withNames,
    page,
    count,
    countStates: createStateCounter(matching, countBy),
    readPage: createPageReader(page, count),
    ...read,
  }
}
