import { createContext, useContext } from 'react'

export type Stage = {
  /**
   * 'map': the page is panels over the whole map; 'page': it covers the map, which may be open next
   * to it.
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

/** How the page is laid out over the map, and the switch that opens the map next to it. */
export const useStage = (): Stage => useContext(StageContext)
