import { call } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { buildChange, useChange } from '../../../lib/use-change.ts'
import type { StatisticsExport } from '@swath/contract/figures/drone-statistics'

const shown = ['listDroneStatisticsExports'] as const

export const useStartExport = buildChange('startDroneStatisticsExport', shown)
export const useRemoveExport = buildChange('cancelDroneStatisticsExport', shown)

export const useFetchExport = () =>
  useChange({
    run: async ({ exportId, format }: Pick<StatisticsExport, 'exportId' | 'format'>) =>
      saveFile(
        `drone-statistics.${format}`,
        await call('fetchDroneStatisticsExport', { params: { exportId } }, { timeoutMs: null }),
      ),
    outdated: [],
  })
