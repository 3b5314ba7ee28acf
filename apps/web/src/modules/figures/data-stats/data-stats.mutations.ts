import type { DataStatInput } from '@swath/contract/figures/data-stats'
import { call } from '../../../lib/api.ts'
import { keepUntilChanged } from '../../../lib/query.ts'
import { type Body, buildChange, useChange } from '../../../lib/use-change.ts'

keepUntilChanged('getDataStat')
const shown = ['listDataStats', 'getDataStat', 'getDataStatOverview'] as const

type Saved = DataStatInput & { version?: number | undefined }

export const useSaveDataStat = (statId: string | null) =>
  useChange({
    run: (body: Saved) =>
      statId === null
        ? call('createDataStat', { body })
        : call('updateDataStat', { params: { statId }, body }),
    outdated: shown,
    refused: 'shownByCaller',
  })

export const useDeleteDataStat = buildChange('deleteDataStat', ['listDataStats'], {
  refused: 'shownByCaller',
})

export const useScheduleDataStat = (statId: string) =>
  useChange({
    run: (body: Body<'scheduleDataStat'>) => call('scheduleDataStat', { params: { statId }, body }),
    outdated: shown,
  })

export const useSendDataStat = (statId: string) =>
  useChange({ run: () => call('sendDataStat', { params: { statId } }), outdated: [] })
