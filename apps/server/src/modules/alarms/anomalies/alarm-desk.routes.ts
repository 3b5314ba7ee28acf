import { alarmList, type AlarmFigures } from '@swath/contract/alarms/alarm-desk'
import { createChanges } from '../../../platform/change/change.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { presentAlarm, readAlarm } from './alarm-presenters.ts'
import { alarmRows, countLevels, measureAlarms } from './alarm-desk.queries.ts'
import {
  acknowledgeAlarm,
  assignAlarm,
  closeAlarm,
  commentAlarm,
  handlersOf,
  reopenAlarm,
  type Calls,
  type Deps,
} from './alarm-steps.ts'
import { readCropNames, titleIn } from './anomaly-presenters.ts'

type Counts = Awaited<ReturnType<typeof alarmRows.countStates>>

const pickTotal = (counts: Counts, state: keyof Counts | 'unclosed' | 'all' = 'all'): number => {
  const { open, acknowledged, closed } = counts
  if (state === 'all') return open + acknowledged + closed
  return state === 'unclosed' ? open + acknowledged : counts[state]
}

const listAlarms =
  ({ readDb }: Deps): Calls['listAlarms'] =>
  async ({ query }, context) => {
    const { caller, language } = context
    const [rows, stats, levels] = await Promise.all([
      alarmRows.page(readDb, caller, query, query),
      alarmRows.countStates(readDb, caller, query),
      countLevels(readDb, caller, query),
    ])
    const crops = await readCropNames(readDb, rows, language)
    return {
      items: rows.map((row) => presentAlarm(row, crops, context)),
      total: pickTotal(stats, query.state),
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats,
      levels,
    }
  }

const exportAlarms =
  ({ readDb }: Deps): Calls['exportAlarms'] =>
  async ({ query }, context) =>
    listFile(alarmList, { format: query.format }, context, {
      rows: alarmRows.each(readDb, context.caller, query),
      present: (row) => presentAlarm(row, new Map(), context),
      cells: {
        oddType: ({ type, left_area, zone_name }) =>
          titleIn(context.language, { oddType: type, leftArea: left_area, noflyName: zone_name }),
      },
    })

const getAlarmFigures =
  ({ readDb }: Deps): Calls['getAlarmFigures'] =>
  async ({ query }, { caller }) => {
    const found = await measureAlarms(readDb, caller, query)
    return {
      levels: ([1, 2, 3] as const).map((level): AlarmFigures => {
        const one = found.find((row) => row.level === level)
        return {
          level,
          raised: one?.raised ?? 0,
          acknowledged: one?.acknowledged ?? 0,
          acknowledgeMedianS: one?.acknowledge_median_s ?? null,
          acknowledgeP90S: one?.acknowledge_p90_s ?? null,
          closed: one?.closed ?? 0,
          closeMedianS: one?.close_median_s ?? null,
          closeP90S: one?.close_p90_s ?? null,
        }
      }),
    }
  }

export const alarmDeskHandlers = (services: Services): Calls => {
  const deps: Deps = { ...services, ...createChanges(services) }
  return {
    listAlarms: listAlarms(deps),
    exportAlarms: exportAlarms(deps),
    getAlarmFigures: getAlarmFigures(deps),
    listAlarmAssignees: async (_input, { caller }) => ({
      items: (await handlersOf(deps.db, caller.accountId)).map(({ id, name }) => ({
        userId: id,
        userName: name,
      })),
    }),
    getAlarm: async ({ params }, context) => readAlarm(deps.db, context, params.anomalyId),
    acknowledgeAlarm: acknowledgeAlarm(deps),
    assignAlarm: assignAlarm(deps),
    commentAlarm: commentAlarm(deps),
    closeAlarm: closeAlarm(deps),
    reopenAlarm: reopenAlarm(deps),
  }
}
