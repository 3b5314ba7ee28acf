import { useEffect, useState } from 'react'

/**
 * Seconds that are left of a wait; by the clock, so that a page in the background does not fall
 * behind.
 */
export const useCountdown = (): {
  leftS: number
  start: (seconds: number) => void
  reset: () => void
} => {
  const [untilMs, setUntil] = useState(0)
  const [leftS, setLeft] = useState(0)
  useEffect(() => {
    if (untilMs === 0) return undefined
    const tick = (): void => {
      const left = Math.max(0, Math.ceil((untilMs - Date.now()) / 1000))
      setLeft(left)
      if (left === 0) setUntil(0)
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [untilMs])
  return {
    leftS,
    start: (seconds) => {
      setLeft(seconds)
      setUntil(Date.now() + seconds * 1000)
    },
    reset: () => {
      setLeft(0)
      setUntil(0)
    },
  }
}
