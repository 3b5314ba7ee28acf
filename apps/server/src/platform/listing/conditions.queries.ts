// Filters of a list as SQL conditions. Every filter of the contract has one; a missing one is a
// type error.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../database/database.ts'
import { isNamed, findIdsByName, type Named } from './ids-by-name.queries.ts'
import { containing } from './search.ts'

/** Ids by place that a part of a name matches, where `lookUpNames` has looked it up. */
type Found = { readonly [T in Named]?: readonly string[] | undefined }

export type Condition<Value> = {
  (value: Value, found?: Found): RawBuilder<SqlBool>
  /** Where the text is looked up. */
  readonly names?: readonly Named[]
}
/** `search` follows from the filters that it combines, unless a list has its own. */
export type Conditions<Filters> = {
  readonly [K in keyof Filters as Exclude<K, 'search'>]-?: Condition<NonNullable<Filters[K]>>
} & { readonly search?: Condition<string> }
/** Matches that were looked up, by filter. */
export type FoundNames = Readonly<Record<string, Found | undefined>>

/**
 * For numbers and scripts without upper case (Chinese, Thai, Korean), `like` takes a third of the
 * time of `ilike`.
 */
const hasCapitals = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

export const contains =
  (column: string): Condition<string> =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} ${sql.raw(hasCapitals(text) ? 'ilike' : 'like')} ${containing(text)}`
export const anyOf = (...conditions: readonly Condition<string>[]): Condition<string> =>
  Object.assign(
    (text: string, found?: Found) =>
      sql<SqlBool>`(${sql.join(
        conditions.map((condition) => condition(text, found)),
        sql` or `,
      )})`,
    { names: [...new Set(conditions.flatMap(({ names = [] }) => names))] },
  )
/** In one of the columns or another. */
export const containsInAny = (...columns: readonly string[]): Condition<string> =>
  anyOf(...columns.map(contains))
/**
 * For a column with a trigram index of its lower-case text. Texts too short for a trigram use other
 * indexes, because PostgreSQL would otherwise read all of this one and then all rows.
 */
export const containsByLetters =
  (column: string): Condition<string> =>
  (text) =>
    /[a-z0-9]{3}/i.test(text)
      ? sql<SqlBool>`lower(${sql.ref(column)}) like lower(${containing(text)})`
      : contains(column)(text)
export const equals =
  (column: string): Condition<string | number | boolean> =>
  (value) =>
    sql<SqlBool>`${sql.ref(column)} = ${value}`
/** For codes that are text in the query but numbers in the table. */
export const equalsNumber =
  (column: string): Condition<string> =>
  (value) =>
    sql<SqlBool>`${sql.ref(column)} = ${Number(value)}`
export const since =
  (column: string): Condition<string> =>
  (time) =>
    sql<SqlBool>`${sql.ref(column)} >= ${new Date(time)}`
/** Includes the moment itself, unless `comparison` is `<`. */
export const until =
  (column: string, comparison: '<' | '<=' = '<='): Condition<string> =>
  (time) =>
    sql<SqlBool>`${sql.ref(column)} ${sql.raw(comparison)} ${new Date(time)}`
/** The column references a row whose name contains the text. */
export const named = (column: string, place: Named): Condition<string> =>
  Object.assign((text: string, found?: Found) => isNamed(column, place, text, found?.[place]), {
    names: [place],
  })

type AnyConditions = Readonly<Record<string, Condition<never>>>

/** Names of the filters that are set; an empty text counts as not set. */
export const listAskedFilters = (conditions: AnyConditions, filters: object): string[] =>
  Object.keys(conditions).filter((name) => {
    const value = (filters as Readonly<Record<string, unknown>>)[name]
    return value !== undefined && value !== ''
  })

/** In the order of the conditions. */
export const conditionsFor = (
  conditions: AnyConditions,
  filters: object,
  found: FoundNames = {},
): RawBuilder<SqlBool>[] =>
  listAskedFilters(conditions, filters).map((name) =>
    conditions[name]!((filters as Readonly<Record<string, never>>)[name]!, found[name]),
  )

/** Looks up the ids that names in the filters match, all at once. */
export const lookUpNames = async (
  db: Db,
  conditions: AnyConditions,
  filters: object,
): Promise<FoundNames> =>
  Object.fromEntries(
    await Promise.all(
      listAskedFilters(conditions, filters).map(async (name): Promise<[string, Found]> => {
        const text = (filters as Readonly<Record<string, string>>)[name]
        const tables = conditions[name]!.names ?? []
        const found = await Promise.all(
          tables.map(async (table) => [table, await findIdsByName(db, table, text)] as const),
        )
        return [name, Object.fromEntries(found)]
      }),
    ),
  )
