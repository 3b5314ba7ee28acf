import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { sizes } from './theme.ts'

/** Width of an element, px, kept up to date; 0 until it is laid out. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

const narrowWindow = (): MediaQueryList =>
  window.matchMedia(`(max-width: ${sizes.narrow - 0.02}px)`)
const subscribe = (listener: () => void): (() => void) => {
  const query = narrowWindow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const isNarrow = (): boolean => narrowWindow().matches

/** True on windows where the menu is a drawer and panels are bottom sheets. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)
