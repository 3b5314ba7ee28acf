import { sizes } from '../../../lib/theme.ts'
import { panelPadding } from '../../../map/fit.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { boundsOfShape, type Ground } from '../../../map/shapes.ts'
import { coveredBelowPx } from '../../../ui/sheet.ts'

/** Time for the map and the sheet to resize. */
const layoutMs = 150
/** Width of the map's buttons at the right edge of a phone. */
const toolsPx = 40

/** Moves the map to a shape, above the sheet of a phone. @returns a function that cancels it */
export const fitGround = (map: MapHandle, ground: Ground, maxZoom?: number): (() => void) => {
  const bounds = boundsOfShape(ground)
  const timer = setTimeout(() => {
    const free = panelPadding(window.innerWidth, { bottomPx: coveredBelowPx() })
    const isNarrow = window.innerWidth < sizes.narrow
    if (bounds)
      map.fitBounds(bounds, {
        padding: isNarrow ? { ...free, right: free.right + toolsPx } : free,
        ...(maxZoom === undefined ? {} : { maxZoom }),
      })
  }, layoutMs)
  return () => clearTimeout(timer)
}
