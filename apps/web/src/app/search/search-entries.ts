// What the search over everything offers: pages and actions, which the console knows, and rows,
// which the server finds.
import { toPolicyFacts, type SignedInUser } from '@swath/contract/people/access'
import type { SearchKind, SearchResult } from '@swath/contract/overview/search'
import { listScreens } from '@swath/domain/access/policy'
import type { Screen } from '@swath/domain/access/screens'
import {
  normalizeSearchText,
  rankMatch,
  searchRanks,
  type SearchRank,
} from '@swath/domain/search-text'
import type { TFunction } from 'i18next'
import { hostTheme } from '../../lib/host-theme.ts'
import { monitorLink } from '../../lib/monitor-link.ts'
import { isAllowed, titleFor } from '../../lib/screen-line.ts'
import { pathOfScreen, screenLines } from '../screens.ts'
import type { PersonAction } from '../person-action.ts'

export type SearchEntry = {
  key: string
  kind: SearchKind | 'screen' | 'action'
  title: string
  detail: string | null
  /** Of a flight. */
  startTime: string | null
  to: { path: string } | { action: PersonAction }
}
type Ranked = SearchEntry & { rank: SearchRank }

const actions = {
  'profile': 'terms:editProfile',
  'security': 'second-factor:title',
  'sessions': 'terms:signedInDevices',
  'settings': 'app:settings',
  'help': 'ui:help',
  'news': 'ui:news',
  'sign-out': 'terms:signOut',
} as const satisfies Record<PersonAction, string>

type Translate = TFunction

/** The pages that the person may open without choosing a row first, and the person's actions. */
export const listOwnEntries = (user: SignedInUser, t: Translate): SearchEntry[] => {
  const allowed = listScreens(toPolicyFacts(user), hostTheme())
  const pages = screenLines.filter((line) => !line.path.includes(':') && isAllowed(line, allowed))
  const own = pages.map((line): SearchEntry => ({
    key: line.path,
    kind: 'screen',
    title: t(titleFor(line, user.accountType)),
    detail: null,
    startTime: null,
    to: { path: line.path },
  }))
  const acts = Object.entries(actions).map(([action, title]): SearchEntry => ({
    key: action,
    kind: 'action',
    title: t(title),
    detail: null,
    startTime: null,
    to: { action: action as PersonAction },
  }))
  return [...own, ...acts]
}

/** Lists that open the details of a row, the preferred first. */
const listsOf = {
  drone: ['drone-list'],
  plot: ['block-list'],
  person: ['member-list'],
  account: ['account-list', 'sub-company-list'],
  task: ['unified-task-list'],
  client: ['client-list'],
} as const satisfies Record<Exclude<SearchKind, 'flight'>, readonly Screen[]>

/** The page that shows a row, among the screens that the person has. */
const pathTo = ({ kind, id, droneId }: SearchResult, allowed: readonly Screen[]): string => {
  const encoded = encodeURIComponent(id)
  if (kind === 'flight')
    return `${pathOfScreen('drone-list')!}/${encodeURIComponent(droneId!)}/history?tracks=${encoded}&sortie=${encoded}`
  const list = listsOf[kind].find((screen) => allowed.includes(screen))
  return list ? `${pathOfScreen(list)!}?open=${encoded}` : monitorLink({ droneId: id })
}

const toEntry = (result: SearchResult, user: SignedInUser, t: Translate): Ranked => ({
  key: `${result.kind} ${result.id}`,
  kind: result.kind,
  title:
    result.number === null
      ? result.name
      : t('search:flight', { name: result.name, number: result.number }),
  detail: result.detail,
  startTime: result.startTime,
  to: { path: pathTo(result, listScreens(toPolicyFacts(user), hostTheme())) },
  rank: result.rank,
})

/** All matches, best first; pages before rows that match equally well. */
export const mergeMatches = (
  typed: string,
  own: readonly SearchEntry[],
  found: readonly SearchResult[],
  user: SignedInUser,
  t: Translate,
): SearchEntry[] => {
  const text = normalizeSearchText(typed)
  const pages = own.flatMap((entry): Ranked[] => {
    const rank = text === '' ? null : rankMatch(text, { name: entry.title, others: '' })
    return rank === null ? [] : [{ ...entry, rank }]
  })
  return [...pages, ...found.map((result) => toEntry(result, user, t))].toSorted(
    (a, b) => searchRanks.indexOf(a.rank) - searchRanks.indexOf(b.rank),
  )
}
