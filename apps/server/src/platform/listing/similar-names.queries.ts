// Rows with similar names, where no row of a list contains the text of its search box.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isCloseTo, listIntactParts, normalizeSearchText } from '@swath/domain/search-text'
import type { NameIndex } from './name-index.queries.ts'

/** Instead of the text: the ids of the rows whose names are similar. */
export type SimilarAsked = { similarIds?: readonly string[] | undefined }
type Asked = SimilarAsked & { search?: unknown }

/** How a list finds rows by similar names. */
export type SimilarNames = {
  readonly index: NameIndex
  /** The column that identifies a row, with its type. */
  readonly id: string
  readonly type: 'uuid' | 'text' | 'bigint'
}

export type NamedRow = { id: string; name: string }
/** Reads rows that match the condition and all filters of the list except its search box. */
export type FindNamed = (condition: RawBuilder<SqlBool>, limit: number) => Promise<NamedRow[]>

/** Of each part that may be intact; more rows contain it only if it is common. */
const candidatesAtMost = 1_000

export const hasSimilarId =
  ({ id, type }: SimilarNames) =>
  (ids: readonly string[]): RawBuilder<SqlBool> =>
    sql<SqlBool>`${sql.ref(id)} = any(${[...ids]}::${sql.raw(type)}[])`

const findSimilarIds = async (
  { index }: SimilarNames,
  search: string,
  find: FindNamed,
): Promise<string[]> => {
  const text = normalizeSearchText(search)
  const found = await Promise.all(
    listIntactParts(text).map((part) =>
      find(index.has(sql`search_terms(${part}::text)`), candidatesAtMost),
    ),
  )
  const similar = found.flat().filter(({ name }) => isCloseTo(text, name))
  return [...new Set(similar.map(({ id }) => id))]
}

/** The query for rows with similar names; null: there are none, or no text was searched. */
const askSimilar = async <Query extends Asked>(
  names: SimilarNames,
  query: Query,
  find: FindNamed,
): Promise<Query | null> => {
  if (typeof query.search !== 'string' || query.search === '') return null
  const similarIds = await findSimilarIds(names, query.search, find)
  return similarIds.length === 0 ? null : { ...query, search: undefined, similarIds }
}

/**
 * Reads a page of a list; if nothing contains the text, the rows with similar names instead, and
 * says so. A text that is found costs nothing more.
 */
export const readOrSimilar = async <Query extends Asked, Answer extends { total: number }>(
  names: SimilarNames,
  query: Query,
  find: FindNamed,
  read: (query: Query) => Promise<Answer>,
): Promise<Answer & { similarNames?: true }> => {
  const answer = await read(query)
  const similar = answer.total > 0 ? null : await askSimilar(names, query, find)
  return similar ? { ...(await read(similar)), similarNames: true } : answer
}

/** Reads all rows for a file: the same as the pages show. */
export const eachOrSimilar = async function* <Query extends Asked, Row>(
  names: SimilarNames,
  query: Query,
  find: FindNamed,
  each: (query: Query) => AsyncIterable<Row>,
): AsyncGenerator<Row> {
  let isFound = false
  for await (const row of each(query)) {
    isFound = true
    yield row
  }
  const similar = isFound ? null : await askSimilar(names, query, find)
  if (similar) yield* each(similar)
}
