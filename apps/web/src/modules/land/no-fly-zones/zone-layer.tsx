import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useMemo } from 'react'
import {
  useGroundLayer,
  type GroundLayerProps,
  type GroundShape,
  type GroundStyle,
} from '../../../map/ground-shapes.ts'
import { zoneImages } from '../../../map/map-images.ts'
import { groundColors } from '../../../map/map-palette.ts'
import type { Shape } from '../../../map/shapes.ts'
import { mapShape } from './zone-draft.ts'

export type MapZone = GroundShape & {
  readonly shape: Shape
  readonly isEnabled: boolean
  readonly isStayIn: boolean
}

/** Converts a zone for the map. */
export const toMapZone = ({
  noflyId,
  noflyName,
  shape,
  enabled,
  kind,
}: Pick<NoFlyZone, 'noflyId' | 'noflyName' | 'shape' | 'enabled' | 'kind'>): MapZone => ({
  id: noflyId,
  name: noflyName,
  isEnabled: enabled,
  isStayIn: kind === 'stay_in',
  shape: mapShape(shape),
})

const isEnabled = ['==', ['get', 'enabled'], 1] as const

const shared = {
  slot: 'zones',
  edgeWidth: 1.6,
  namesFromZoom: 9,
  nameHaloWidth: 1.8,
  properties: (zone: MapZone) => ({ enabled: zone.isEnabled ? 1 : 0 }),
} as const

const stayOut: GroundStyle<MapZone> = {
  ...shared,
  id: 'zones',
  colour: ['case', isEnabled, groundColors.zone, groundColors.zoneDisabled],
  opacity: [0.22, 0.08],
  pattern: { image: ['case', isEnabled, 'zone-hatch', 'zone-hatch-disabled'], images: zoneImages },
}

const stayIn: GroundStyle<MapZone> = {
  ...shared,
  id: 'stay-in-areas',
  colour: ['case', isEnabled, groundColors.stayIn, groundColors.zoneDisabled],
  opacity: [0.1, 0.03],
  edgeWidth: 2.2,
  dash: [3, 2],
}

/** Below a shape that is being drawn: hardly any fill, and a small zone is still seen. */
const faintStayOut: GroundStyle<MapZone> = {
  ...stayOut,
  opacity: [0.05, 0.05],
  namesBelow: true,
  smallest: 12,
}
/** Only its edge: the view is often inside it, and a fill would tint the whole map. */
const faintStayIn: GroundStyle<MapZone> = { ...stayIn, opacity: [0, 0], namesBelow: true }

/**
 * No-fly zones are hatched, stay-in areas have a dashed edge; disabled ones are grey. Names are
 * shown where there is room.
 */
export const ZoneLayer = ({
  items,
  isFaint = false,
  ...props
}: GroundLayerProps<MapZone> & { isFaint?: boolean }) => {
  const [out, within] = useMemo(
    () => [items.filter((zone) => !zone.isStayIn), items.filter((zone) => zone.isStayIn)],
    [items],
  )
  useGroundLayer(isFaint ? faintStayOut : stayOut, { items: out, ...props })
  useGroundLayer(isFaint ? faintStayIn : stayIn, { items: within, ...props })
  return null
}
