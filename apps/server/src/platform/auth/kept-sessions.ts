// A short-lived cache of sessions, so that not every call queries the database.
import type { HalfStage } from '@swath/contract/kit'
import type { Caller } from '@swath/domain/access/caller'
import type { Services } from '../services.ts'

/**
 * Maximum delay until other processes notice that a session ended; in this process, `accessChanged`
 * clears it at once.
 */
const keptForMs = 5_000
const keptAtMost = 10_000

/** `half`: what the session still needs; null: it is complete. */
export type AuthenticatedSession = { caller: Caller; sessionId: string; half: HalfStage | null }

type Kept<S> = S & { host: string; untilMs: number }

export type KeptSessions<S extends { caller: Caller } = AuthenticatedSession> = {
  find(key: string): Kept<S> | null
  /** Call before the session is read: if access changes in between, the session is not cached. */
  prepare(): (key: string, session: S, host: string, lapsesMs: number) => void
}

export const createKeptSessions = <S extends { caller: Caller } = AuthenticatedSession>({
  clock,
  events,
}: Pick<Services, 'clock' | 'events'>): KeptSessions<S> => {
  const kept = new Map<string, Kept<S>>()
  /** Number of access changes so far. */
  let changes = 0
  events.on('accessChanged', ({ userIds }) => {
    changes++
    for (const [key, { caller }] of kept) if (userIds.includes(caller.userId)) kept.delete(key)
  })
  return {
    find: (key) => {
      const session = kept.get(key)
      return session && session.untilMs > clock.now() ? session : null
    },
    prepare: () => {
      const before = changes
      return (key, session, host, lapsesMs) => {
        if (changes !== before) return
        if (kept.size >= keptAtMost) kept.clear()
        kept.set(key, { ...session, host, untilMs: Math.min(clock.now() + keptForMs, lapsesMs) })
      }
    },
  }
}
