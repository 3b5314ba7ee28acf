import { useMatches } from 'react-router'
import type { ScreenLine } from './screen-line.ts'

/** The line of the screen that is shown; undefined on a page that is none. */
export const useCurrentLine = (): ScreenLine | undefined =>
  useMatches()
    .map((match) => match.handle as ScreenLine | undefined)
    .findLast(Boolean)
