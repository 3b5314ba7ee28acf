// What the newest version changed for users. Replace version, date and entries with each version;
// the texts are in packages/i18n/src/overview/news.json.
import { toPolicyFacts, type SignedInUser } from '@swath/contract/people/access'
import { listScreens } from '@swath/domain/access/policy'
import { hostTheme } from '../../lib/host-theme.ts'
import { isAllowed } from '../../lib/screen-line.ts'
import { screenLines } from '../screens.ts'
import type { PersonAction } from '../person-action.ts'

export type NewsEntry = {
  name: string
  /** Where it is found; null for something that is on every page. */
  to: { path: string } | { action: PersonAction } | null
}

export const newsVersion = '0.3.0'
/** People who were created later know no earlier version: nothing is new to them. */
const releasedAt = Date.UTC(2026, 10, 28)
export const newsEntries: readonly NewsEntry[] = [
  { name: 'search', to: null },
  { name: 'alarms', to: { path: '/bulletin_manage/bulletin-list/alarms' } },
  { name: 'reports', to: { path: '/business_manage/drone-list/flights' } },
  { name: 'theme', to: { action: 'settings' } },
  { name: 'undo', to: { path: '/business_manage/block-list' } },
]

/** The first 48 bits of an id are the time of its creation in ms (RFC 9562, version 7). */
const readCreatedMs = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Without entries of screens that the person may not open. */
export const listNews = (user: SignedInUser): NewsEntry[] => {
  const allowed = listScreens(toPolicyFacts(user), hostTheme())
  return newsEntries.filter(({ to }) => {
    if (to === null || 'action' in to) return true
    const line = screenLines.find(({ path }) => path === to.path)
    return line !== undefined && isAllowed(line, allowed)
  })
}

export const isNewsUnread = (user: SignedInUser): boolean => {
  // Stored in this browser by an older version, without settings.
  const { settings } = user as Partial<SignedInUser>
  const seen = settings?.newsSeen ?? null
  const isUnread = seen === null ? readCreatedMs(user.userId) < releasedAt : seen !== newsVersion
  return isUnread && listNews(user).length > 0
}
