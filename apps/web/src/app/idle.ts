// A large display returns to the statistics screen when idle (specification, sections 2 and 9).
import type { SignedInUser } from '@swath/contract/people/access'
import type { Screen } from '@swath/domain/access/screens'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * For accounts of the platform that have the statistics screen, if the edition and the host include
 * it.
 */
export const mayUseBigScreen = (user: SignedInUser, available: readonly Screen[]): boolean =>
  user.accountType === 'platform' && available.includes('stat-screen')

const idleMs = 300_000
/** Mouse moves are sampled at this interval, because there are hundreds a second. */
const sampleMs = 1000

/** Navigates to `path` after five minutes without mouse moves or other input; null: never. */
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
    // Typing and scrolling count as activity too.
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
