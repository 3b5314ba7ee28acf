import { useEffect, useReducer } from 'react'
import { liveConnection } from './live.ts'

/** At most once a second, however often frames arrive. */
const tickMs = 1000

/**
 * Draws the component again while positions come, at most once a second; also while none come, for
 * ages to grow. Answers our clock, ms.
 */
export const useLiveTick = (): number => {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') draw()
    }, tickMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => liveConnection.on('link', draw), [])
  return Date.now()
}
