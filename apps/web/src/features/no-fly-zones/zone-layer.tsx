import {
  useGroundLayer,
  type GroundLayerProps,
  type GroundShape,
  type GroundStyle,
} from '../../map/ground-shapes.ts'
import { zoneImages } from '../../map/map-images.ts'
import { groundColors } from '../../map/map-palette.ts'
import type { Shape } from '../../map/shapes.ts'

export type MapZone = GroundShape & { readonly shape: Shape; readonly isEnabled: boolean }

const isEnabled = ['==', ['get', 'enabled'], 1] as const

const style: GroundStyle<MapZone> = {
  id: 'zones',
  slot: 'zones',
  colour: ['case', isEnabled, groundColors.zone, groundColors.zoneDisabled],
  opacity: [0.22, 0.08],
  edgeWidth: 1.6,
  namesFromZoom: 9,
  nameHaloWidth: 1.8,
  properties: (zone) => ({ enabled: zone.isEnabled ? 1 : 0 }),
  pattern: { image: ['case', isEnabled, 'zone-hatch', 'zone-hatch-disabled'], images: zoneImages },
}

/** No-fly zones: hatched, grey where they are disabled, named where there is room. */
export const ZoneLayer = (props: GroundLayerProps<MapZone>) => {
  useGroundLayer(style, props)
  return null
}
