import type { Screen } from '@swath/domain/access/screens'
import type { ComponentType } from 'react'

export type ScreenLine = {
  /** The screen that the access policy checks; several paths may belong to one screen. */
  screen: Screen
  /** Access to one of these is enough to open it as well. */
  alsoOn?: readonly Screen[]
  path: `/${string}`
  /**
   * The menu entry to highlight, the first that the person has, for a page whose path continues no
   * entry's path: it belongs to different entries for different readers.
   */
  menuEntries?: readonly Screen[]
  /** Parameters that are numbers (specification, section 2: `{id numeric}`). */
  numbers?: readonly string[]
  /**
   * Panels over the whole map. Absent: content covers the map, which the person can open next to
   * it.
   */
  layout?: 'map'
  /** It draws its rows on the map next to it, which otherwise shows the fleet. */
  drawsOnMap?: true
  /** Watched at night: it uses the dark palette if the person chose it. */
  isWatched?: true
  /** Always dark, as on a large display, regardless of the person's choice. */
  isAlwaysDark?: true
  /** Without header and menu; the screen has its own exit. */
  isFullScreen?: true
  /** Title of the tab and of the menu entry. */
  title: `${'app' | 'terms'}:${string}`
  /** Another title for the platform's own people, who use it differently. */
  platformTitle?: `terms:${string}`
  load: () => Promise<ComponentType>
}
