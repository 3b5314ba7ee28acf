import { currentUser } from '../../lib/session.ts'
import { stored } from '../../lib/stored.ts'
import type { SearchEntry } from './search-entries.ts'

const recentAtMost = 6

type Kept = { userId: string; entries: readonly SearchEntry[] }

const isEntry = (value: unknown): value is SearchEntry => {
  if (typeof value !== 'object' || value === null) return false
  const { key, kind, title, to } = value as Partial<Record<keyof SearchEntry, unknown>>
  return [key, kind, title].every((one) => typeof one === 'string') && typeof to === 'object'
}

/**
 * What the person chose last, in this browser, until they sign out. Another person on the same
 * browser has none.
 */
const recent = stored<Kept | null>('recentlyFound', (kept) => {
  const { userId, entries } = (kept ?? {}) as Partial<Kept>
  return typeof userId === 'string' && Array.isArray(entries) && entries.every(isEntry)
    ? { userId, entries }
    : null
})

export const listRecentEntries = (): readonly SearchEntry[] => {
  const kept = recent.get()
  return kept?.userId === currentUser()?.userId ? (kept?.entries ?? []) : []
}

export const forgetRecentEntries = (): void => recent.clear()

export const keepRecentEntry = (entry: SearchEntry): void => {
  const userId = currentUser()?.userId
  if (userId === undefined) return
  const others = listRecentEntries().filter(({ key }) => key !== entry.key)
  recent.set({ userId, entries: [entry, ...others].slice(0, recentAtMost) })
}
