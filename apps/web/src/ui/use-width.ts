import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { sizes } from '../lib/theme.ts'

/** Width of an element, px, kept up to date; 0 before layout. */
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

const narrow = `(max-width: ${sizes.narrow - 0.02}px)`

/** Whether a media query matches, kept up to date. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )

/** True on windows where the menu is a drawer and panels are bottom sheets. */
export const useNarrow = (): boolean => useMedia(narrow)

/** True on windows wide enough for a map at the side of a page. */
export const useWideWindow = (): boolean => useMedia(`(min-width: ${sizes.wide}px)`)

/** True for touch input without a keyboard: telephones, tablets. */
export const useThumb = (): boolean => useMedia(`${narrow}, (pointer: coarse)`)
