import type { Screen } from '@swath/domain/access/screens'
import { createContext, useContext } from 'react'

export type ScreenGroup = {
  readonly title: string
  readonly screens: readonly { readonly screen: Screen; readonly title: string }[]
}

/**
 * The menu entries that the person has, with their titles, for links and selects within screens.
 */
export type OwnScreens = {
  /** Grouped as in the menu; first-level screens come first, without a title. */
  readonly groups: readonly ScreenGroup[]
  /** The path of a screen; undefined if the person cannot open it. */
  readonly findPath: (screen: Screen) => string | undefined
}

const OwnScreensContext = createContext<OwnScreens>({ groups: [], findPath: () => undefined })
export const OwnScreensProvider = OwnScreensContext.Provider

export const useOwnScreens = (): OwnScreens => useContext(OwnScreensContext)
