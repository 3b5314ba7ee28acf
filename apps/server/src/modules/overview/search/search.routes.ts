// Search over everything: the sources that the caller may use, and the best matches of each.
import {
  searchResultsAtMost,
  type SearchResult,
  type searchRoutes,
} from '@swath/contract/overview/search'
import type { Caller } from '@swath/domain/access/caller'
import { mayCall } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import {
  isCloseTo,
  normalizeSearchText,
  rankMatch,
  searchRanks,
  type SearchRank,
} from '@swath/domain/search-text'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { searchSources } from './search-sources.queries.ts'
import type { Candidate, SearchSource } from './search-source.queries.ts'

type Parts = { screensFor: (caller: Caller, host: string) => Promise<readonly Screen[]> }
type Ranked = { kind: SearchSource['kind']; row: Candidate; rank: SearchRank }

const byRank = (a: Ranked, b: Ranked): number =>
  searchRanks.indexOf(a.rank) - searchRanks.indexOf(b.rank) ||
  // newer flights first, then shorter names
  (b.row.startAt?.getTime() ?? 0) - (a.row.startAt?.getTime() ?? 0) ||
  a.row.name.length - b.row.name.length ||
  (a.row.name < b.row.name ? -1 : 1)

/** The best of one kind; the same row may be found in several ways. */
const pickBest = (
  { kind }: SearchSource,
  rows: readonly Candidate[],
  toRank: (row: Candidate) => SearchRank | null,
): Ranked[] => {
  const once = new Map(rows.map((row) => [row.id, row]))
  return [...once.values()]
    .flatMap((row) => {
      const rank = toRank(row)
      return rank === null ? [] : [{ kind, row, rank }]
    })
    .toSorted(byRank)
    .slice(0, searchResultsAtMost)
}

const present = ({ kind, row, rank }: Ranked): SearchResult => ({
  kind,
  id: row.id,
  droneId: row.droneId,
  name: row.name,
  number: row.number,
  detail: row.detail || null,
  startTime: row.startAt?.toISOString() ?? null,
  rank,
})

/** The best matches of each source; rows with similar names only if no row contains the text. */
export const findMatches = async (
  db: Db,
  caller: Caller,
  sources: readonly SearchSource[],
  text: string,
): Promise<Ranked[]> => {
  const found = await Promise.all(
    sources.map(async (source) => {
      const rows = await source.find(db, caller, text)
      return pickBest(source, rows, (row) =>
        source.kind === 'flight' ? 'others' : rankMatch(text, row),
      )
    }),
  )
  if (found.some((ranked) => ranked.length > 0)) return found.flat()
  const similar = await Promise.all(
    sources.map(async (source) => {
      const rows = await source.findSimilar(db, caller, text)
      return pickBest(source, rows, ({ name }) => (isCloseTo(text, name) ? 'close' : null))
    }),
  )
  return similar.flat()
}

export const searchHandlers = (
  { readDb }: Pick<Services, 'readDb'>,
  { screensFor }: Parts,
): Handlers<typeof searchRoutes> => ({
  searchAll: async ({ query }, { caller, host }) => {
    const text = normalizeSearchText(query.text)
    const screens = await screensFor(caller, host)
    const sources = searchSources.filter(({ policy }) => mayCall(policy, caller, screens) === 'yes')
    const found = await findMatches(readDb, caller, sources, text)
    return { items: found.toSorted(byRank).map(present) }
  },
})
