// What the filters of a list ask for, as conditions. Every filter of the contract has one: a list
// that leaves one out does not compile.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../database/database.ts'
import { isNamed, findIdsByName, type Named } from './ids-by-name.queries.ts'
import { containing } from './search.ts'

type Found = readonly string[] | undefined

/** `found`: whom a part of a name may mean, where `lookUpNames` has looked it up. */
export type Condition<Value> = {
  (value: Value, found?: Found): RawBuilder<SqlBool>
  readonly names?: Named
}
export type Conditions<Filters> = {
  readonly [K in keyof Filters]-?: Condition<NonNullable<Filters[K]>>
}
/** What was looked up, by the filter that names it. */
export type FoundNames = Readonly<Record<string, Found>>

/** In scripts without capitals (Chinese, Thai, Korean) and in numbers: `like` takes a third of `ilike`. */
const hasCapitals = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

export const contains =
  (column: string): Condition<string> =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} ${sql.raw(hasCapitals(text) ? 'ilike' : 'like')} ${containing(text)}`
/**
 * For a column with an index of the groups of three letters in its small letters. Words that have
 * none are left to the other indexes: PostgreSQL would read all of this one, and all rows after it.
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
/** Of codes that stand in the query as text and in the table as numbers. */
export const equalsNumber =
  (column: string): Condition<string> =>
  (value) =>
    sql<SqlBool>`${sql.ref(column)} = ${Number(value)}`
export const since =
  (column: string): Condition<string> =>
  (time) =>
    sql<SqlBool>`${sql.ref(column)} >= ${new Date(time)}`
/** The moment included, unless told otherwise. */
export const until =
  (column: string, comparison: '<' | '<=' = '<='): Condition<string> =>
  (time) =>
    sql<SqlBool>`${sql.ref(column)} ${sql.raw(comparison)} ${new Date(time)}`
/** The column names somebody or something whose name contains the text. */
export const named = (column: string, table: Named): Condition<string> =>
  Object.assign((text: string, found?: Found) => isNamed(column, table, text, found), {
    names: table,
  })

type AnyConditions = Readonly<Record<string, Condition<never>>>

/** Filters that are set, by name: an empty text asks for nothing. */
export const listAskedFilters = (conditions: AnyConditions, filters: object): string[] =>
  Object.keys(conditions).filter((name) => {
    const value = (filters as Readonly<Record<string, unknown>>)[name]
    return value !== undefined && value !== ''
  })

/** In the order in which the conditions stand. */
export const conditionsFor = (
  conditions: AnyConditions,
  filters: object,
  found: FoundNames = {},
): RawBuilder<SqlBool>[] =>
  listAskedFilters(conditions, filters).map((name) =>
    conditions[name]!((filters as Readonly<Record<string, never>>)[name]!, found[name]),
  )

/** Looks up whom the names in the filters mean, all at once. */
export const lookUpNames = async (
  db: Db,
  conditions: AnyConditions,
  filters: object,
): Promise<FoundNames> =>
  Object.fromEntries(
    await Promise.all(
      listAskedFilters(conditions, filters).flatMap((name) => {
        const { names } = conditions[name]!
        return names
          ? [
              findIdsByName(db, names, (filters as Readonly<Record<string, string>>)[name]).then(
                (found): [string, Found] => [name, found],
              ),
            ]
          : []
      }),
    ),
  )
