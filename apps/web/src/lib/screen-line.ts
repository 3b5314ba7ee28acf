import type { AccountType, Screen } from '@swath/domain/access/screens'
import type { ComponentType } from 'react'
import type { HelpTopic } from './help-topics.ts'

export type ScreenLine = {
  /** The screen that the access policy checks; several paths may belong to one screen. */
  screen: Screen
  /** Access to one of these is enough to open it as well. */
  alsoOn?: readonly Screen[]
  path: `/${string}`
  /**
   * For a page whose path is below no menu entry, because different readers find it in different
   * entries: the first of these that the person has is highlighted.
   */
  menuEntries?: readonly Screen[]
  /** This page has a separate entry in the menu, after the entry of this screen. */
  menuAfter?: Screen
  /** The path of the page with such an entry that is highlighted for this one. */
  menuPage?: `/${string}`
  /** Parameters that are numbers (specification, section 2: `{id numeric}`). */
  numbers?: readonly string[]
  /**
   * 'map': panels over the full map. Absent: content covers the map, which the person can open at
   * its side.
   */
  layout?: 'map'
  /** Set if the screen draws its rows on the map next to it, which otherwise shows the fleet. */
  drawsOnMap?: true
  /** Always dark, as on a large display, regardless of the person's choice. */
  isAlwaysDark?: true
  /** Without header and menu; the screen has its own exit. */
  isFullScreen?: true
  /** Title of the tab and of the menu entry. */
  title: `${'app' | 'terms'}:${string}`
  /** Another title for accounts of the platform, which use the screen differently. */
  platformTitle?: `terms:${string}`
  /** Its help, unless it has that of `screen`. */
  help?: HelpTopic
  load: () => Promise<ComponentType>
}

export const titleFor = (
  { title, platformTitle }: Pick<ScreenLine, 'title' | 'platformTitle'>,
  accountType: AccountType,
): string => (accountType === 'platform' && platformTitle) || title

/** @param allowed the screens that the person may open */
export const isAllowed = (
  { screen, alsoOn = [] }: Pick<ScreenLine, 'screen' | 'alsoOn'>,
  allowed: readonly Screen[],
): boolean => [screen, ...alsoOn].some((one) => allowed.includes(one))
