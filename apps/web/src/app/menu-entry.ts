// Finds the entry of the side menu that is highlighted for a page.
import type { Screen } from '@swath/domain/access/screens'
import type { ScreenLine } from '../lib/screen-line.ts'
import { pathOfScreen, screenLines } from './screens.ts'

const standsBelow = (path: string, parent: string | undefined): boolean =>
  parent !== undefined && (path === parent || path.startsWith(`${parent}/`))

/** The pages with an entry of their own after the entry of a screen. */
export const listPagesAfter = (entry: Screen, own: readonly Screen[]): ScreenLine[] =>
  screenLines.filter(({ screen, menuAfter }) => menuAfter === entry && own.includes(screen))

/**
 * The entries named by the screen have priority, in order; then the entry whose path is a prefix of
 * the screen's. Undefined where the person's menu has neither: a page for several kinds of people
 * highlights the entry of each, or none.
 */
export const findMenuEntry = (
  { path, menuEntries = [] }: Pick<ScreenLine, 'path' | 'menuEntries'>,
  inMenu: readonly Screen[],
): Screen | undefined =>
  menuEntries.find((screen) => inMenu.includes(screen)) ??
  inMenu.find((screen) => standsBelow(path, pathOfScreen(screen)))

/** The path of the page that this one belongs to and that has a separate menu entry. */
export const findPageEntry = (
  { path, menuPage = path }: Pick<ScreenLine, 'path' | 'menuPage'>,
  inMenu: readonly Screen[],
): string | undefined =>
  screenLines.find(
    ({ path: parent, menuAfter }) =>
      menuAfter && inMenu.includes(menuAfter) && standsBelow(menuPage, parent),
  )?.path
