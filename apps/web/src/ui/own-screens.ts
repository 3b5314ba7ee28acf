import type { Screen } from '@swath/domain/access/screens'
import { createContext, useContext } from 'react'

export type ScreenGroup = {
  readonly title: string
  readonly screens: readonly { readonly screen: Screen; readonly title: string }[]
}

/**
 * What the person has of the menu, with the menu's own words: for links and choices within screens.
 */
export type OwnScreens = {
  /** Grouped as in the menu; first-level screens come first, without a title. */
  readonly groups: readonly ScreenGroup[]
  /** Where a screen is; undefined for one that the person does not have. */
  readonly findPath: (screen: Screen) => string | undefined
}

const OwnScreensContext = createContext<OwnScreens>({ groups: [], findPath: () => undefined })
export const OwnScreensProvider = OwnScreensContext.Provider

export const useOwnScreens = (): OwnScreens => useContext(OwnScreensContext)
