import { useEffect, useState } from 'react'
import { useReducedMotion } from '../../../lib/reduced-motion.ts'
import { stored, useStored } from '../../../lib/stored.ts'

/** Seconds between pages; 0: pages turn only by hand. */
export const turnIntervals = [0, 15, 30, 60] as const
export type TurnInterval = (typeof turnIntervals)[number]

export const turnInterval = stored<TurnInterval>(
  'StatScreenTurning',
  (kept) => turnIntervals.find((one) => one === kept) ?? 30,
)

export type PageTurning = {
  /** From 0. */
  readonly page: number
  readonly count: number
  readonly turn: (steps: 1 | -1) => void
  readonly isPaused: boolean
  readonly setPaused: (isPaused: boolean) => void
  /** Turning stops while the pointer or the keyboard's focus is on the pager. */
  readonly setHeld: (isHeld: boolean) => void
  /** The page changes without a person. */
  readonly isTurning: boolean
}

/** The current one of `count` pages, which turn after the interval that this browser is set to. */
export const usePageTurning = (count: number): PageTurning => {
  const [at, setAt] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const everyS = useStored(turnInterval)
  const isStill = useReducedMotion()
  // There are fewer pages after the window became larger.
  const page = Math.min(at, count - 1)
  const isTurning = count > 1 && everyS > 0 && !isStill && !isPaused && !isHeld
  useEffect(() => {
    if (!isTurning) return undefined
    const timer = setTimeout(() => setAt((page + 1) % count), everyS * 1000)
    return () => clearTimeout(timer)
  }, [isTurning, page, count, everyS])
  return {
    page,
    count,
    turn: (steps) => setAt((page + steps + count) % count),
    isPaused,
    setPaused,
    setHeld,
    isTurning,
  }
}
