// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { systemLogRoutes } from '@swath/contract/people/system-logs'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { logList } from '../../../sweep/testing-oracle.ts'

export const systemLogSweep = featureSweep(systemLogRoutes, {
  cases: {
    listSystemLogs: { people: logList, right: true },
    exportSystemLogs: { people: logList, right: true },
    checkSystemLog: { people: logList, right: true },
  },
})
