// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { systemLogRoutes } from '@swath/contract/people/system-logs'
import { changeLog, recordAudit } from '../../../platform/audit/audit.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { logList } from '../../../sweep/testing-oracle.ts'
import { accountNames, world, worldNow } from '../../../sweep/testing-world.ts'

export const systemLogSweep = featureSweep(systemLogRoutes, {
  seed: (db) =>
    db.transaction().execute(async (tx) => {
      for (const name of accountNames)
        await recordAudit(tx, {
          accountId: world.accountId[name],
          atMs: worldNow,
          logType: changeLog,
          user: { id: null, name },
          ip: null,
          action: 'member.create',
        })
    }),
  cases: {
    listSystemLogs: { people: logList, right: true },
    exportSystemLogs: { people: logList, right: true },
    checkSystemLog: { people: logList, right: true },
  },
})
