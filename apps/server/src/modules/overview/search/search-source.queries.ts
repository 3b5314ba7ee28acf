// Finds rows of one kind by a typed text, with the index over their names.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SearchKind } from '@swath/contract/overview/search'
import type { Caller } from '@swath/domain/access/caller'
import type { CallPolicy } from '@swath/domain/access/policy'
import { isSearchable, listIntactParts, listSearchWords } from '@swath/domain/search-text'
import type { Db } from '../../../platform/database/database.ts'
import type { NameIndex } from '../../../platform/listing/name-index.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

export type Candidate = {
  id: string
  droneId: string | null
  name: string
  /** What else finds the row, for example a serial number. */
  others: string
  number: number | null
  detail: string | null
  startAt: Date | null
}

export type SearchSource = {
  readonly kind: SearchKind
  readonly policy: CallPolicy
  /**
   * Rows that contain every word of the text. Among very many, those with the same name and those
   * that begin with the text are there.
   */
  readonly find: (db: Db, caller: Caller, text: string) => Promise<Candidate[]>
  /** Rows that contain an intact part of a mistyped text. */
  readonly findSimilar: (db: Db, caller: Caller, text: string) => Promise<Candidate[]>
}

type Shape = {
  kind: SearchKind
  policy: CallPolicy
  from: RawBuilder<unknown>
  /** Rows that exist for the caller. */
  visible: (db: Db, caller: Caller) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>>
  id: string
  index: NameIndex
  /** Whether the other texts may find a row for this caller. */
  findsByOthers?: (caller: Caller) => boolean
  detail: RawBuilder<string | null>
}

/** Enough to choose from: more rows match only if the text is short. */
const atMost = { same: 6, start: 60, within: 200, similar: 1_000 }

const both = (one: RawBuilder<SqlBool>, other: RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${one} and ${other}`

/** Creates the source of one kind of rows that the index finds. */
export const defineSource = (shape: Shape): SearchSource => {
  const { kind, policy, from, findsByOthers = () => true } = shape
  const { name, others, has } = shape.index
  const contained = (text: string) => {
    const words = listSearchWords(text)
    return both(
      has(
        sql`(${sql.join(
          words.map((word) => sql`search_terms(${word}::text)`),
          sql` || `,
        )})`,
      ),
      sql<SqlBool>`lower(normalize(${name} || ' ' || ${others}, NFKC)) like all(${words.map(containing)})`,
    )
  }

  const read = async (
    db: Db,
    caller: Caller,
    conditions: readonly (readonly [RawBuilder<SqlBool>, number])[],
  ): Promise<Candidate[]> => {
    const visible = await shape.visible(db, caller)
    const shown = findsByOthers(caller) ? others : sql<string>`''`
    const queries = conditions.map(
      ([condition, limit]) =>
        sql`(select ${sql.ref(shape.id)}::text as id, null::text as "droneId", ${name} as name,
          ${shown} as others, null::integer as number, ${shape.detail} as detail,
          null::timestamptz as "startAt"
        from ${from} where ${visible} and ${condition} limit ${limit})`,
    )
    return (await sql<Candidate>`${sql.join(queries, sql` union all `)}`.execute(db)).rows
  }

  return {
    kind,
    policy,
    find: async (db, caller, text) => {
      if (!isSearchable(text)) return []
      const inAll = contained(text)
      const start = Array.from(text).slice(0, 3).join('')
      return read(db, caller, [
        [has(sql`array['=' || ${text}::text]`), atMost.same],
        [both(has(sql`array['^' || ${start}::text]`), inAll), atMost.start],
        [inAll, atMost.within],
      ])
    },
    findSimilar: async (db, caller, text) => {
      const parts = listIntactParts(text)
      return parts.length === 0
        ? []
        : read(
            db,
            caller,
            parts.map((part) => [has(sql`search_terms(${part}::text)`), atMost.similar] as const),
          )
    },
  }
}
