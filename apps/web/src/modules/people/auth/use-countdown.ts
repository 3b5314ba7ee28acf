import { useEffect, useState } from 'react'

/**
 * Seconds that are left of a wait; by the clock, so that a page in the background does not fall
 * behind. Worked out from when the wait ends: a tick that was due while it was taken back changes
 * nothing.
 */
export const useCountdown = (): {
  leftS: number
  start: (seconds: number) => void
  reset: () => void
} => {
  const [untilMs, setUntil] = useState(0)
  const [nowMs, setNow] = useState(0)
  const leftS = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  const isOver = leftS === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isOver])
  return {
    leftS,
    start: (seconds) => {
      const now = Date.now()
      setNow(now)
      setUntil(now + seconds * 1000)
    },
    reset: () => setUntil(0),
  }
}
