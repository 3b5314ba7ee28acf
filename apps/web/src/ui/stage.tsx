import { createContext, useContext, useLayoutEffect } from 'react'
import type { OverlayAreas } from '../map/map-overlays.tsx'

export type Stage = {
  /**
   * 'map': panels over the full map; 'page': a page that covers the map or has it open at its side.
   */
  layout: 'map' | 'page'
  isMapOpen: boolean
  /** true: opens the map while the page is shown; false: restores the person's choice. */
  openMap: (open: boolean) => void
  /** true: the map fills the page, as with the layout 'map'. */
  fillWithMap?: (fills: boolean) => void
  /** The container over the map that panels are rendered into. */
  overlay: HTMLElement | null
  /** The areas over the map for legends and banners; null until the map is built. */
  areas?: OverlayAreas | null
}

const StageContext = createContext<Stage>({
  layout: 'page',
  isMapOpen: false,
  openMap: () => undefined,
  overlay: null,
})
export const StageProvider = StageContext.Provider

/** The page's layout in relation to the map, and the switch that opens the map next to it. */
export const useStage = (): Stage => useContext(StageContext)

/** The map fills the page while `fills`, on pages that have something to draw only then. */
export const useWholeMap = (fills: boolean): void => {
  const { fillWithMap } = useStage()
  useLayoutEffect(() => {
    if (!fills) return
    fillWithMap?.(true)
    return () => fillWithMap?.(false)
  }, [fills, fillWithMap])
}
