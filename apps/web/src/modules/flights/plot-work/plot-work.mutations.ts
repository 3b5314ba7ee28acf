import { call } from '../../../lib/api.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

export const useSetSeasons = (blockId: string) =>
  useChange({
    run: (body: Body<'setPlotSeasons'>) => call('setPlotSeasons', { params: { blockId }, body }),
    outdated: ['getPlotSeasons', 'getPlot', 'listPlots'],
  })
