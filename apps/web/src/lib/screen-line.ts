import type { Screen } from '@swath/domain/access/screens'
import type { ComponentType } from 'react'

export type ScreenLine = {
  /** The screen that the access policy checks; several paths may belong to one screen. */
  screen: Screen
  /** Access to one of these is enough to open it as well. */
  alsoOn?: readonly Screen[]
  path: `/${string}`
  /**
   * Whose entry of the menu is lit, the first that the person has, for a page whose path continues
   * none: it would lie below one for some of its readers and below another for the rest.
   */
  menuEntries?: readonly Screen[]
  /** Parameters that are numbers (specification, section 2: `{id numeric}`). */
  numbers?: readonly string[]
  /**
   * 'map': panels over the whole map. 'page': content covers the map, which the person can open
   * next to it.
   */
  layout: 'map' | 'page'
  /** It draws its rows on the map next to it, which otherwise shows the fleet. */
  drawsOnMap?: true
  /** People watch it through the night: it has the dark palette where that is wished. */
  isWatched?: true
  /** It is shown on a wall display: always dark, regardless of the person's choice. */
  isWall?: true
  /** Without header and menu; it has its own way out. */
  isFullScreen?: true
  /** Title of the tab and of the menu entry. */
  title: `${'app' | 'terms'}:${string}`
  /** The same for the platform's own people, where it is another thing to them. */
  platformTitle?: `terms:${string}`
  /** Features whose texts the screen shows, fetched together with its code. */
  texts: readonly string[]
  load: () => Promise<ComponentType>
}
