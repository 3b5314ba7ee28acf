import type { StyleValue } from '../../../map/map-types.ts'
import {
  useGroundLayer,
  type GroundLayerProps,
  type GroundStyle,
} from '../../../map/ground-shapes.ts'
import { groundColors } from '../../../lib/theme.ts'
import type { CoveredPlot } from './plots-on-map.ts'

/** From this share on a plot counts as done, because drones keep a distance to its border. */
const doneFrom = 0.95

const byShare: StyleValue = [
  'case',
  ['>=', ['get', 'covered'], doneFrom],
  groundColors.covered,
  ['>', ['get', 'covered'], 0],
  groundColors.repeated,
  groundColors.plot,
]

const style: GroundStyle<CoveredPlot> = {
  id: 'task-plots',
  slot: 'plots',
  colour: byShare,
  opacity: [0.7, 0.4],
  edgeWidth: 1.2,
  namesFromZoom: 14,
  nameHaloWidth: 1.6,
  properties: ({ coveredRatio }) => ({ covered: coveredRatio }),
}

/** Plots of a task, coloured by their progress. */
export const TaskPlotLayer = (props: GroundLayerProps<CoveredPlot>) => {
  useGroundLayer(style, props)
  return null
}
