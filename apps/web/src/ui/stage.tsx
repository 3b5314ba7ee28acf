import { createContext, useContext } from 'react'

export type Stage = {
  /**
   * 'map': the page is panels over the whole map; 'page': it covers the map, which stands open
   * beside it or not.
   */
  layout: 'map' | 'page'
  isMapOpen: boolean
  /** true: for as long as the page is shown; false: back to what the person chose. */
  openMap: (open: boolean) => void
  /** The page's own place over the map: panels are drawn into it. */
  overlay: HTMLElement | null
}

const StageContext = createContext<Stage>({
  layout: 'page',
  isMapOpen: false,
  openMap: () => undefined,
  overlay: null,
})
export const StageProvider = StageContext.Provider

/** How the page lies over the map, and the switch that opens the map beside it. */
export const useStage = (): Stage => useContext(StageContext)
