// A large display returns to the statistics screen when idle (specification, sections 2 and 9).
import type { SignedInUser } from '@swath/contract/people/access'
import type { Screen } from '@swath/domain/access/screens'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Platform accounts that have the statistics screen, in an edition and on a host that includes it.
 */
export const mayUseBigScreen = (user: SignedInUser, available: readonly Screen[]): boolean =>
  user.accountType === 'platform' && available.includes('stat-screen')

const idleMs = 300_000
/** The mouse moves hundreds of times a second; it is looked at once. */
const sampleMs = 1000

/**
 * Goes to `path` after five minutes without a move of the mouse or any other input; null: never.
 */
export const useIdleMove = (path: string | null): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (path === null) return undefined
    let last = Date.now()
    let sampled = last
    const moved = (): void => {
      const now = Date.now()
      if (now - sampled >= sampleMs) last = sampled = now
    }
    // Typing and scrolling count as activity too, even when the mouse does not move.
    const acted = (): void => {
      last = Date.now()
    }
    const others = ['keydown', 'pointerdown', 'wheel'] as const
    window.addEventListener('mousemove', moved, { passive: true })
    for (const kind of others)
      window.addEventListener(kind, acted, { passive: true, capture: true })
    const timer = setInterval(() => {
      if (Date.now() - last < idleMs) return
      last = Date.now()
      if (window.location.pathname !== path) void navigate(path)
    }, sampleMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('mousemove', moved)
      for (const kind of others) window.removeEventListener(kind, acted, { capture: true })
    }
  }, [path, navigate])
}
