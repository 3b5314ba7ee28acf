import { useGroundPoints, type GroundPointStyle } from '../../../map/ground-points.ts'
import type { GroundLayerProps } from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../map/map-palette.ts'
import type { MapPlot } from './plot-layer.tsx'

const style: GroundPointStyle<MapPlot> = {
  id: 'plot-points',
  slot: 'places',
  colour: groundColors.plot,
  // The size of a field of a hundred metres.
  seenFromZoom: 13,
}

/** Dots for plots that would be too small to see on the map. */
export const PlotPoints = (props: GroundLayerProps<MapPlot>) => {
  useGroundPoints(style, props)
  return null
}
