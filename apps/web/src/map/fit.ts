import { sizes } from '../lib/theme.ts'
import type { EdgePadding } from './map-types.ts'

export type OpenPanels = {
  readonly left?: boolean
  readonly right?: boolean
  /** Height of a bottom sheet in pixels, on narrow windows. */
  readonly bottomPx?: number
}

const marginPx = 32

/** The padding that keeps fitted content clear of the panels; narrow windows have bottom sheets. */
export const panelPadding = (
  windowWidthPx: number,
  { left = false, right = false, bottomPx = 0 }: OpenPanels,
): EdgePadding => {
  const isNarrow = windowWidthPx < sizes.narrow
  return {
    top: marginPx,
    bottom: marginPx + bottomPx,
    left: marginPx + (left && !isNarrow ? sizes.panelLeft : 0),
    right: marginPx + (right && !isNarrow ? sizes.drawerRight : 0),
  }
}
