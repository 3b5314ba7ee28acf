import { useSyncExternalStore } from 'react'

const findQuery = (): MediaQueryList => window.matchMedia('(prefers-reduced-motion: reduce)')

const subscribe = (listener: () => void): (() => void) => {
  const query = findQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the system asks for reduced motion; follows a change. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(subscribe, () => findQuery().matches)
