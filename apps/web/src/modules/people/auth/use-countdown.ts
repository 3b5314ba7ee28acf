import { useEffect, useState } from 'react'

/**
 * Remaining seconds of a wait, computed from its end so that background pages do not fall behind,
 * and so that a tick that is due during a cancellation changes nothing.
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
