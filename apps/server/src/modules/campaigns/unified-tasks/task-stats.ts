// Results of a task: complete for callers who may read the whole task, and for an operator those of
// its own drones.
import {
  taskDroneList,
  taskPlotList,
  taskSortieList,
  type TaskDrone,
  type TaskPlot,
  type TaskSortie,
  type unifiedTaskStatRoutes,
} from '@swath/contract/campaigns/unified-task-stats'
import { muFromM2 } from '@swath/domain/units'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { pagingOf } from '../../../platform/listing/page.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { findRegionBounds } from '../../land/public.ts'
import type { Services } from '../../../platform/services.ts'
import { readsAll, requireTask, taskKind } from './task-presenters.ts'
import {
  sumTaskDrones,
  sumTaskPlots,
  sumTaskSorties,
  taskDroneRows,
  taskPlotRows,
  taskSortieRows,
  type ListReader,
  type TaskDroneRow,
  type TaskPlotRow,
  type TaskSortieRow,
} from './task-lists.queries.ts'
import { keepOfTasks } from './kept-of-tasks.ts'
import { drawTaskMap } from './task-map.ts'
import { listMapProgress } from './task-map.queries.ts'
import { toTaskReader } from './task-deps.ts'
import { taskOverview } from './task-overview.ts'
import {
  sumByDay,
  sumByDrone,
  sumByOperator,
  sumByRegion,
  type WorkFigures,
} from './task-work.queries.ts'
import { sumByWorkType } from './unified-tasks.queries.ts'
import { readFrozenVillages, sumByVillage } from './task-villages.queries.ts'

type Calls = Handlers<typeof unifiedTaskStatRoutes>
type Asked = { query: { tftzId: string } }

/** @throws not_found */
const openTask = async (db: Db, { query }: Asked, context: SignedInContext) => {
  const { caller, language } = context
  const task = await requireTask(db, toTaskReader(context), query.tftzId)
  const reader: ListReader = {
    taskId: task.id,
    isClosed: task.state === 'closed',
    caller,
    readsAll: readsAll(caller, task),
    language,
  }
  return { task, reader, mayChoose: taskKind.refusal(context, task, 'chooseDrones') === null }
}

const toWork = (row: WorkFigures) => ({
  sortieCount: row.sorties,
  coveredArea: muFromM2(row.covered_m2),
  sweptArea: muFromM2(row.swept_m2),
  flightTime: row.duration_s,
  sprayQuantity: row.spray_l,
})

const presentDrone = (row: TaskDroneRow, mayChoose: boolean): TaskDrone => ({
  droneId: row.id,
  droneName: row.name,
  modelName: row.model_name,
  yyAccountName: row.operator_name,
  dataStartDate: row.data_start_day,
  dataEndDate: row.data_end_day,
  sortieCount: row.sorties ?? 0,
  coveredArea: muFromM2(row.covered_m2 ?? 0),
  sweptArea: muFromM2(row.swept_m2 ?? 0),
  flightTime: row.duration_s ?? 0,
  sprayQuantity: row.spray_l ?? 0,
  lastWorkTime: row.last_at?.toISOString() ?? null,
  addedAt: row.added_at.toISOString(),
  can: { update: mayChoose },
})

const presentPlot =
  ({ language }: ListReader) =>
  (row: TaskPlotRow): TaskPlot => ({
    blockId: row.id,
    blockName: row.name,
    accountName: row.owner_name,
    region: regionPath(row.region_code, language),
    village: row.village,
    area: muFromM2(row.area_m2),
    coveredArea: muFromM2(row.covered_m2 ?? 0),
    missedArea: muFromM2(Math.max(0, row.area_m2 - (row.covered_m2 ?? 0))),
    repeatedArea: muFromM2(row.repeated_m2 ?? 0),
    coveredRatio: row.covered_ratio,
    sortieCount: row.sortie_count ?? 0,
    lastWorkTime: row.last_at?.toISOString() ?? null,
    isChosen: row.is_chosen,
  })

const presentSortie = (row: TaskSortieRow): TaskSortie => ({
  sortieId: row.sortie_id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  yyAccountName: row.operator_name,
  oprName: row.pilot_name,
  startTime: row.start_at.toISOString(),
  flightTime: row.duration_s,
  coveredArea: muFromM2(row.covered_m2),
  sprayQuantity: row.spray_l,
  blockName: row.plot_name,
  crop: row.crop_name,
  chemical: row.chemical_name,
  why: row.why,
})

const droneHandlers = (db: Db): Pick<Calls, 'getTaskDrones' | 'exportTaskDrones'> => ({
  getTaskDrones: async (asked, context) => {
    const { query } = asked
    const { reader, mayChoose } = await openTask(db, asked, context)
    const [rows, sums, states] = await Promise.all([
      taskDroneRows.page(db, reader, query, query),
      sumTaskDrones(db, reader, query),
      taskDroneRows.countStates(db, reader, query),
    ])
    return {
      items: rows.map((row) => presentDrone(row, mayChoose)),
      total: sums.total,
      ...pagingOf(query),
      stats: {
        sortieCount: sums.sorties,
        coveredArea: muFromM2(sums.covered_m2),
        dataStartDate: sums.start_day,
        dataEndDate: sums.end_day,
        states,
      },
    }
  },
  exportTaskDrones: async (asked, context) => {
    const { reader, mayChoose } = await openTask(db, asked, context)
    return listFile(taskDroneList, asked.query, context, {
      rows: taskDroneRows.each(db, reader, asked.query),
      present: (row) => presentDrone(row, mayChoose),
    })
  },
})

const plotHandlers = (db: Db): Pick<Calls, 'getTaskPlots' | 'exportTaskPlots'> => ({
  getTaskPlots: async (asked, context) => {
    const { query } = asked
    const { reader } = await openTask(db, asked, context)
    const [rows, sums] = await Promise.all([
      taskPlotRows.page(db, reader, query, query),
      sumTaskPlots(db, reader, query),
    ])
    return {
      items: rows.map(presentPlot(reader)),
      total: sums.total,
      ...pagingOf(query),
      stats: { area: muFromM2(sums.area_m2), coveredArea: muFromM2(sums.covered_m2) },
    }
  },
  exportTaskPlots: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    return listFile(taskPlotList, asked.query, context, {
      rows: taskPlotRows.each(db, reader, asked.query),
      present: presentPlot(reader),
    })
  },
})

const sortieHandlers = (db: Db): Pick<Calls, 'getTaskSorties' | 'exportTaskSorties'> => ({
  getTaskSorties: async (asked, context) => {
    const { query } = asked
    const { reader } = await openTask(db, asked, context)
    const [rows, sums, states] = await Promise.all([
      taskSortieRows.page(db, reader, query, query),
      sumTaskSorties(db, reader, query),
      taskSortieRows.countStates(db, reader, query),
    ])
    return {
      items: rows.map(presentSortie),
      total: sums.total,
      ...pagingOf(query),
      stats: {
        coveredArea: muFromM2(sums.covered_m2),
        flightTime: sums.duration_s,
        sprayQuantity: sums.spray_l,
        states,
      },
    }
  },
  exportTaskSorties: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    return listFile(taskSortieList, asked.query, context, {
      rows: taskSortieRows.each(db, reader, asked.query),
      present: presentSortie,
    })
  },
})

const dronesAtMost = 500
const plotsOnMap = 5_000

/** Cached maps of tasks. */
const keepMaps = (clock: Clock) => ({
  drawn: keepOfTasks(clock, drawTaskMap(plotsOnMap)),
  progress: keepOfTasks(clock, (db, taskId) => listMapProgress(db, taskId, plotsOnMap)),
})

const sumHandlers = (
  db: Db,
  maps: ReturnType<typeof keepMaps>,
): Pick<
  Calls,
  | 'getTaskData'
  | 'getTaskOwners'
  | 'getTaskDroneStat'
  | 'getTaskRegions'
  | 'getTaskMap'
  | 'getTaskMapProgress'
> => ({
  getTaskData: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    const rows = await sumByDay(db, reader)
    return { items: rows.map((row) => ({ day: row.day, droneNum: row.drones, ...toWork(row) })) }
  },
  getTaskOwners: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    const rows = await sumByOperator(db, reader)
    return {
      items: rows.map((row) => ({
        accountId: row.id,
        accountName: row.name,
        droneNum: row.drones,
        ...toWork(row),
      })),
    }
  },
  getTaskDroneStat: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    const rows = await sumByDrone(db, reader, dronesAtMost)
    return {
      items: rows.map((row) => ({
        droneId: row.id,
        droneName: row.name,
        yyAccountName: row.operator_name,
        ...toWork(row),
      })),
    }
  },
  getTaskRegions: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    const rows = await sumByRegion(db, reader.taskId)
    return {
      items: rows.map((row) => ({
        regionCode: row.region_code,
        region: regionPath(row.region_code, reader.language),
        plotNum: row.plots,
        area: muFromM2(row.area_m2),
        coveredArea: muFromM2(row.covered_m2),
        repeatedArea: muFromM2(row.repeated_m2),
      })),
    }
  },
  getTaskMap: async (asked, context) => {
    const { reader } = await openTask(db, asked, context)
    return (await maps.drawn(db, reader.taskId)).answer
  },
  getTaskMapProgress: async (asked, context) => {
    const { task, reader } = await openTask(db, asked, context)
    const { rows, total } = await maps.progress(db, reader.taskId)
    return {
      items: rows.map(({ id, covered_ratio }) => ({ blockId: id, coveredRatio: covered_ratio })),
      total,
      regionBounds:
        total === 0 ? await findRegionBounds(db, context.caller.scope, task.region_code) : null,
    }
  },
})

const villageHandlers = (db: Db): Pick<Calls, 'getTaskVillages'> => ({
  getTaskVillages: async (asked, context) => {
    const { task, reader } = await openTask(db, asked, context)
    const rows = reader.isClosed
      ? await readFrozenVillages(db, task.id)
      : await sumByVillage(db, task.id)
    return {
      isKnown: rows !== null,
      items: (rows ?? []).map((row) => ({
        regionCode: row.regionCode,
        region: regionPath(row.regionCode, reader.language),
        village: row.village,
        plotNum: row.plots,
        area: muFromM2(row.areaM2),
        coveredArea: muFromM2(row.coveredM2),
        repeatedArea: muFromM2(row.repeatedM2),
      })),
    }
  },
})

export const unifiedTaskStatHandlers = ({ readDb, clock }: Services): Calls => ({
  ...droneHandlers(readDb),
  ...plotHandlers(readDb),
  ...sortieHandlers(readDb),
  ...sumHandlers(readDb, keepMaps(clock)),
  ...villageHandlers(readDb),
  getTaskWorkTypes: async (_asked, context) => ({
    items: (await sumByWorkType(readDb, toTaskReader(context))).map((row) => ({
      workTypeId: row.id,
      workTypeName: row.name,
      taskNum: row.tasks,
      coveredArea: muFromM2(row.covered_m2),
    })),
  }),
  getTaskOverview: async (asked, context) => {
    const { task, reader } = await openTask(readDb, asked, context)
    return taskOverview(readDb, task, reader, clock.now())
  },
})
