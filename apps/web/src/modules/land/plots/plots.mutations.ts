import type { Plot } from '@swath/contract/land/plots'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged, outdated } from '../../../lib/query.ts'
import {
  type Body,
  buildChange,
  showRow,
  tellButConflict,
  useChange,
} from '../../../lib/use-change.ts'

keepUntilChanged('getPlot')
const lists = ['listPlots', 'listMonitorBlocks', 'listPlotWork'] as const
const shown = [...lists, 'getPlot'] as const

export const afterPlotChange = () => outdated(...lists)

export const deletePlot = async (blockId: string, isForced: boolean): Promise<void> => {
  const query = { blockIds: blockId }
  await (isForced ? call('forceDeletePlots', { query }) : call('deletePlots', { query }))
}

export const useDeletePlot = () =>
  useChange({
    run: ({ blockId, workNum }: Pick<Plot, 'blockId' | 'workNum'>) =>
      deletePlot(blockId, workNum > 0),
    show: (plot) => showRow('listPlots', ({ blockId }) => blockId === plot.blockId, 'gone'),
    outdated: lists,
    refused: 'shownByCaller',
  })

export const useSavePlot = (blockId: string | null) =>
  useChange({
    run: (body: Body<'createPlot'>) =>
      blockId === null
        ? call('createPlot', { body })
        : call('updatePlot', { params: { blockId }, body }),
    outdated: shown,
    refused: tellButConflict,
  })

export const useSharePlots = buildChange('sharePlots', ['getPlot'])
export const useRecallShare = buildChange('recallPlotShare', ['getPlot'])
export const useAnswerShare = buildChange('answerPlotShare', ['listOfferedPlots', ...lists])
