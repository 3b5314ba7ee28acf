import { useGroundPoints, type GroundPointStyle } from '../../../map/ground-points.ts'
import type { GroundLayerProps } from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../lib/theme.ts'
import type { MapZone } from './zone-layer.tsx'

const style: GroundPointStyle<MapZone> = {
  id: 'zone-points',
  slot: 'zone-corners',
  colour: ['case', ['==', ['get', 'enabled'], 1], groundColors.zone, groundColors.zoneDisabled],
  // a zone of a kilometre
  seenFromZoom: 10,
  properties: ({ isEnabled }) => ({ enabled: isEnabled ? 1 : 0 }),
}

/**
 * Dots at the positions of zones, for maps on which the zones themselves would be too small to see.
 */
export const ZonePoints = (props: GroundLayerProps<MapZone>) => {
  useGroundPoints(style, props)
  return null
}
