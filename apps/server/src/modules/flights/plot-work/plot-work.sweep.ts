// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { plotWorkRoutes } from '@swath/contract/flights/plot-work'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { blockList, monitor } from '../../../sweep/testing-oracle.ts'
import { ownPlot } from '../../land/plots/testing-visible-plots.ts'

const inPath = ({ person }: Asking) => ({ params: { blockId: ownPlot(person) } })
const ofPlot = 'of the plot in the path: others name no flight of it, and narrow to none'

export const plotWorkSweep = featureSweep(plotWorkRoutes, {
  cases: {
    getPlotSeasons: { people: monitor, request: inPath },
    setPlotSeasons: {
      people: blockList,
      request: (asking) => ({ ...inPath(asking), body: { items: [], version: 99 } }),
      untried: {
        'body.items[]cropId': 'an unknown crop is reported at its field: plot-work.test.ts',
      },
    },
    getPlotSprayings: {
      people: monitor,
      request: inPath,
      narrows: true,
      untried: { 'query.before': ofPlot },
    },
    getPlotGround: {
      people: monitor,
      request: inPath,
      narrows: true,
      untried: { 'query.sortieIds': ofPlot },
    },
  },
})
