import { call } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'
import type { StatisticsExport } from '@swath/contract/drone-statistics'

const shown = ['listDroneStatisticsExports'] as const

export const useStartExport = () =>
  useChange({
    run: (body: Body<'startDroneStatisticsExport'>) => call('startDroneStatisticsExport', { body }),
    outdated: shown,
  })

export const useRemoveExport = () =>
  useChange({
    run: (exportId: string) => call('cancelDroneStatisticsExport', { params: { exportId } }),
    outdated: shown,
  })

export const useFetchExport = () =>
  useChange({
    run: async ({ exportId, format }: Pick<StatisticsExport, 'exportId' | 'format'>) =>
      saveFile(
        `drone-statistics.${format}`,
        await call('fetchDroneStatisticsExport', { params: { exportId } }, { timeoutMs: null }),
      ),
    outdated: [],
  })
