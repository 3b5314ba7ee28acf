// Access cases of this feature: the callers of each call, its input, and the owners of its rows,
// which are shared within the account.
import { dataStatRoutes } from '@swath/contract/figures/data-stats'
import { featureSweep, partyToNone } from '../../../sweep/testing-cases.ts'
import { monitor, without } from '../../../sweep/testing-oracle.ts'
import { ownRowsOf } from '../../../sweep/testing-own-rows.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'
import { tasksOfNoOwnWork } from '../../campaigns/unified-tasks/testing-task-work.ts'
import { pilotsOfNoOwnWork } from '../../people/teams/testing-team-work.ts'

const { ids, own, strangers, listing } = ownRowsOf('account')
const people = without(monitor, 'farmer')

/** One more of each account, for the call that deletes. */
const doomed = idsFor(accountNames)

const settings = { periodType: 1, showType: 'bar', x: 'month', y: ['sprayArea'] }
/** Refused before anything is written: a line chart requires a time dimension. */
const unfit = { ...settings, showType: 'line', x: 'crop' }
const narrowing = ['cropId', 'medId', 'zzAccountId', 'yyAccountId', 'flyModelId', 'oprId'] as const
/** Stored without a check, because the filters apply within each reader's scope. */
const untried = Object.fromEntries(
  [...narrowing, 'taskIds[]'].map((name) => [
    `body.settings${name}`,
    'Only kept: whoever looks asks with it within their own scope, as previewDataStat does',
  ]),
)
const params = (asking: Parameters<typeof own>[0]) => ({ params: { statId: own(asking) } })

export const dataStatSweep = featureSweep(dataStatRoutes, {
  seed: async (db) => {
    await db
      .insertInto('data_stat')
      .values(
        accountNames.flatMap((name) => {
          const row = {
            account_id: world.accountId[name],
            made_by: world.userId[name],
            made_by_name: 'Sweep',
            is_shared: true,
            show_type: 'bar',
            settings: JSON.stringify(settings),
            created_at: new Date(worldNow),
            updated_at: new Date(worldNow),
          }
          return [
            { ...row, id: ids[name], name: buildCanary('account', name) },
            { ...row, id: doomed[name], name: 'To be deleted' },
          ]
        }),
      )
      .execute()
  },
  strangers: { dataStat: strangers },
  cases: {
    listDataStats: {
      people,
      request: () => ({ query: { pageSize: '100' } }),
      holds: { ...listing.holds },
    },
    getDataStat: { people, request: params },
    createDataStat: {
      people,
      request: () => ({ body: { name: 'Made by the sweep', settings: unfit } }),
      changes: true,
      untried,
    },
    updateDataStat: {
      people,
      request: (asking) => ({ ...params(asking), body: { name: 'Later', settings, version: 99 } }),
      untried,
    },
    deleteDataStat: {
      people,
      request: ({ person }) => ({ params: { statId: doomed[personLines[person].account] } }),
      changes: true,
    },
    getDataStatOverview: { people, request: params },
    previewDataStat: {
      people,
      request: () => ({ body: { settings } }),
      reads: true,
      narrows: true,
      strangers: {
        'body.settingszzAccountId': partyToNone,
        'body.settingsyyAccountId': partyToNone,
        'body.settingsoprId': pilotsOfNoOwnWork,
        'body.settingstaskIds[]': tasksOfNoOwnWork,
      },
    },
    exportDataStat: { people, request: params },
    scheduleDataStat: {
      people,
      request: (asking) => ({
        ...params(asking),
        body: { mail: { every: 'day', hour: 8, userIds: [world.userId.team] }, version: 99 },
      }),
      refusesFirst: true,
    },
    listDataStatPeople: { people },
    sendDataStat: { people, request: params, changes: true },
  },
})
