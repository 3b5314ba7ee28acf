import {
  useGroundLayer,
  type GroundLayerProps,
  type GroundShape,
  type GroundStyle,
} from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../map/map-palette.ts'

export type MapPlot = GroundShape

const style: GroundStyle<MapPlot> = {
  id: 'plots',
  slot: 'plots',
  colour: groundColors.plot,
  opacity: [0.28, 0.12],
  edgeWidth: 1.4,
  namesFromZoom: 13.5,
  nameHaloWidth: 1.6,
}

/** Plots: an outline and a faint fill, with names when zoomed in. */
export const PlotLayer = (props: GroundLayerProps<MapPlot>) => {
  useGroundLayer(style, props)
  return null
}
