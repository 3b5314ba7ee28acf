import { useEffect, useState } from 'react'
import { useStage } from './stage.tsx'

/** Width of the map next to the page, px; 0 if it is closed. */
export const useMapBesidePx = (): number => {
  const { isMapOpen, layout } = useStage()
  const [px, setPx] = useState(0)
  useEffect(() => {
    const page = document.getElementById('content')
    if (!page || !isMapOpen || layout === 'map') return setPx(0)
    const measure = (): void =>
      setPx(Math.round(window.innerWidth - page.getBoundingClientRect().right))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(page)
    return () => observer.disconnect()
  }, [isMapOpen, layout])
  return px
}
