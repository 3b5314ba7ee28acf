import { useGroundPoints, type GroundPointStyle } from '../../../map/ground-points.ts'
import type { GroundLayerProps } from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../lib/theme.ts'
import type { MapZone } from './zone-layer.tsx'

const style: GroundPointStyle<MapZone> = {
  id: 'zone-points',
  slot: 'zone-corners',
  colour: ['case', ['==', ['get', 'enabled'], 1], groundColors.zone, groundColors.zoneDisabled],
  // The size of a zone of one kilometre.
  seenFromZoom: 10,
  properties: ({ isEnabled }) => ({ enabled: isEnabled ? 1 : 0 }),
}

/** Dots for zones that would be too small to see on the map. */
export const ZonePoints = (props: GroundLayerProps<MapZone>) => {
  useGroundPoints(style, props)
  return null
}
