// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
// Files belong to one person.
import { droneStatisticRoutes } from '@swath/contract/figures/drone-statistics'
import { featureSweep, partyToNone, type Asking } from '../../../sweep/testing-cases.ts'
import { monitor, visibleDrones, without } from '../../../sweep/testing-oracle.ts'
import { idsFor, personLines, personNames, world, worldNow } from '../../../sweep/testing-world.ts'
import { tasksOfNoOwnWork } from '../../campaigns/unified-tasks/testing-task-work.ts'

const people = without(monitor, 'farmer')
const exportId = idsFor(personNames)
const params = ({ person }: Asking) => ({ params: { exportId: exportId[person] } })

const narrowing = ['zzAccountId', 'yyAccountId', 'flyModelId', 'cropId', 'taskId'] as const

export const droneStatisticSweep = featureSweep(droneStatisticRoutes, {
  seed: async (db) => {
    await db
      .insertInto('statistics_export')
      .values(
        personNames.map((person) => ({
          id: exportId[person],
          account_id: world.accountId[personLines[person].account],
          user_id: world.userId[person],
          asked: '{}',
          format: 'csv' as const,
          area_unit: 'mu',
          language: 'en',
          state: 'failed' as const,
          created_at: new Date(worldNow),
        })),
      )
      .execute()
  },
  strangers: {
    statisticsExport: ({ person }) =>
      personNames.filter((name) => name !== person).map((name) => exportId[name]),
  },
  cases: {
    listDroneStatistics: {
      people,
      request: () => ({ query: { pageSize: '100' } }),
      strangers: {
        'query.zzAccountId': partyToNone,
        'query.yyAccountId': partyToNone,
        'query.taskId': tasksOfNoOwnWork,
      },
      holds: { kind: 'drone', rows: visibleDrones },
    },
    startDroneStatisticsExport: {
      people,
      // Refused before anything is written.
      request: () => ({ body: { asked: {}, format: 'pdf' } }),
      changes: true,
      untried: Object.fromEntries(
        narrowing.map((name) => [
          `body.asked${name}`,
          'Only kept: the file is made of what exists for whoever asked, as listDroneStatistics is',
        ]),
      ),
    },
    listDroneStatisticsExports: { people },
    cancelDroneStatisticsExport: { people, request: params, changes: true },
    fetchDroneStatisticsExport: { people, request: params },
  },
})
