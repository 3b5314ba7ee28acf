import { useEffect, useState, type RefObject } from 'react'

/** Full-screen mode for an element; Escape ends it. */
export const useFullScreen = (element: RefObject<HTMLElement | null>) => {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [element])
  return {
    isFull,
    /** Some phones only support full-screen mode for videos. */
    isOffered: document.fullscreenEnabled,
    toggle: (): void =>
      void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen()),
  }
}
