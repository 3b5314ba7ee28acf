import { panelPadding } from '../../../map/fit.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { boundsOfShape, type Ground } from '../../../map/shapes.ts'
import { coveredBelowPx } from '../../../ui/sheet.ts'

/** Time for the map and the sheet to resize. */
const layoutMs = 150

/** Moves the map to a shape, above the sheet of a phone. @returns a function that cancels it */
export const fitGround = (map: MapHandle, ground: Ground, maxZoom?: number): (() => void) => {
  const bounds = boundsOfShape(ground)
  const timer = setTimeout(() => {
    if (bounds)
      map.fitBounds(bounds, {
        padding: panelPadding(window.innerWidth, { bottomPx: coveredBelowPx() }),
        ...(maxZoom === undefined ? {} : { maxZoom }),
      })
  }, layoutMs)
  return () => clearTimeout(timer)
}
