// Which entry of the side menu a page belongs to: the one that is lit while the page is open.
import type { Screen } from '@swath/domain/access/screens'
import type { ScreenLine } from '../lib/screen-line.ts'
import { pathOfScreen } from './screens.ts'

const standsBelow = (path: string, parent: string | undefined): boolean =>
  parent !== undefined && (path === parent || path.startsWith(`${parent}/`))

/**
 * What a line names comes first, in its order; then the entry whose path the line's own continues.
 * Undefined where the person's menu has neither: a page that is read by people of several kinds is
 * lit for each of them where they came from, or nowhere.
 */
export const findMenuEntry = (
  { path, menuEntries = [] }: Pick<ScreenLine, 'path' | 'menuEntries'>,
  inMenu: readonly Screen[],
): Screen | undefined =>
  menuEntries.find((screen) => inMenu.includes(screen)) ??
  inMenu.find((screen) => standsBelow(path, pathOfScreen(screen)))
