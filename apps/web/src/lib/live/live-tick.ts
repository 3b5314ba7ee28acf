import { useEffect, useReducer } from 'react'
import { liveConnection } from './live.ts'

/** Limits re-rendering to once a second, however often frames arrive. */
const tickMs = 1000

/**
 * Re-renders the component at most once a second, even without new positions, so that displayed
 * ages grow. Returns the current local time, ms.
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
