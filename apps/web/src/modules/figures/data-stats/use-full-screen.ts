import { useEffect, useState, type RefObject } from 'react'

/** An element that can have the whole screen; Escape gives it back. */
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
    /** Telephones of some makers know it for films alone. */
    isOffered: document.fullscreenEnabled,
    toggle: (): void =>
      void (isFull ? document.exitFullscreen() : element.current?.requestFullscreen()),
  }
}
