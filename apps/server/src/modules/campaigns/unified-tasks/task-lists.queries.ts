// Drones, plots and flights of a task as lists.
import { sql, type SqlBool } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import {
  countedStates,
  taskDroneList,
  taskDroneStates,
  taskPlotList,
  taskSortieList,
} from '@swath/contract/campaigns/unified-task-stats'
import { regionPrefix } from '@swath/domain/region-code'
import type { LeftOutReason } from '@swath/domain/unified-task'
import type { Language } from '@swath/i18n/languages'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { contains, named } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { ownWork, plotsOf, type WorkReader } from './task-work.queries.ts'

export type ListReader = WorkReader & { language: Language }

const ofTask = () => sql<SqlBool>`true` // the rows belong to the task

type DroneWork = {
  drone_id: string
  sorties: number
  covered_m2: number
  swept_m2: number
  duration_s: number
  spray_l: number
  last_at: Date
}

const dronesOf = (db: Db | Tx, reader: ListReader) =>
  db
    .selectFrom('unified_task_drone as flies')
    .innerJoin('drone', 'drone.id', 'flies.drone_id')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .leftJoin(
      sql<DroneWork>`(select drone_id, count(*) as sorties, sum(covered_m2) as covered_m2,
          sum(swept_m2) as swept_m2, sum(duration_s) as duration_s, sum(spray_l) as spray_l,
          max(start_at) as last_at
        from ${sql.raw(reader.isClosed ? 'unified_task_flight' : 'work_record')}
        where task_id = ${reader.taskId} group by drone_id)`.as('done'),
      (join) => join.onRef('done.drone_id', '=', 'flies.drone_id'),
    )
    .where('flies.task_id', '=', reader.taskId)
    .where(
      reader.readsAll
        ? sql<SqlBool>`true`
        : inScope(reader.caller.scope, {
            operator: 'drone.operator_id',
            tenant: 'drone.tenant_id',
            manufacturer: 'drone.manufacturer_id',
            drone: 'drone.id',
          }),
    )

const droneState = sql`case when done.sorties > 0 then 'flown' else 'idle' end`

/** The value of all rows; null if they differ. */
const common = (day: 'data_start_day' | 'data_end_day') => {
  const column = sql.ref(`flies.${day}`)
  return sql<string | null>`case when min(${column}) = max(${column}) then min(${column})::text end`
}

export const taskDroneRows = defineList(taskDroneList, {
  from: dronesOf,
  select: (rows) =>
    rows.select([
      'drone.id',
      'drone.name',
      'model.name as model_name',
      'operator.name as operator_name',
      'flies.data_start_day',
      'flies.data_end_day',
      'flies.added_at',
      'done.sorties',
      'done.covered_m2',
      'done.swept_m2',
      'done.duration_s',
      'done.spray_l',
      'done.last_at',
    ]),
  conditions: {
    tftzId: ofTask,
    droneId: contains('drone.id'),
    droneName: contains('drone.name'),
    yyAccountName: contains('operator.name'),
    state: (state) => sql<SqlBool>`${droneState} = ${state}`,
  },
  orders: {
    droneName: sql`drone.name`,
    yyAccountName: sql`operator.name`,
    dataStartDate: sql`flies.data_start_day`,
    dataEndDate: sql`flies.data_end_day`,
    sortieCount: sql`coalesce(done.sorties, 0)`,
    coveredArea: sql`coalesce(done.covered_m2, 0)`,
  },
  ties: [{ by: sql`drone.id` }],
  countBy: { filter: 'state', states: taskDroneStates, state: droneState },
})
export type TaskDroneRow = Awaited<ReturnType<typeof taskDroneRows.page>>[number]

export const sumTaskDrones = (
  db: Db,
  reader: ListReader,
  filters: FiltersOf<typeof taskDroneList>,
) =>
  taskDroneRows
    .matching(db, reader, filters)
    .select([
      sql<number>`count(*)`.as('total'),
      common('data_start_day').as('start_day'),
      common('data_end_day').as('end_day'),
      sql<number>`coalesce(sum(done.sorties), 0)::int8`.as('sorties'),
      sql<number>`coalesce(sum(done.covered_m2), 0)`.as('covered_m2'),
    ])
    .executeTakeFirstOrThrow()

type NamedPlot = { plot_id: string; is_chosen: boolean }
const plots = (db: Db | Tx, { taskId }: ListReader) =>
  db
    .selectFrom(sql<NamedPlot>`${plotsOf(taskId)}`.as('named'))
    .innerJoin('plot', 'plot.id', 'named.plot_id')
    .innerJoin('account as owner', 'owner.id', 'plot.account_id')
    .leftJoin('unified_task_ground as ground', (join) =>
      join.onRef('ground.plot_id', '=', 'plot.id').on('ground.task_id', '=', taskId),
    )

const coveredRatio = sql<number>`least(1, coalesce(ground.covered_m2, 0) / plot.area_m2)`

export const taskPlotRows = defineList(taskPlotList, {
  from: plots,
  select: (rows) =>
    rows.select([
      'plot.id',
      'plot.name',
      'plot.village',
      'plot.region_code',
      'plot.area_m2',
      'owner.name as owner_name',
      'named.is_chosen',
      'ground.covered_m2',
      'ground.repeated_m2',
      'ground.sortie_count',
      'ground.last_at',
      coveredRatio.as('covered_ratio'),
    ]),
  conditions: {
    tftzId: ofTask,
    blockName: contains('plot.name'),
    accountName: contains('owner.name'),
    region: (region) => withinRegion('plot.region_code', regionPrefix(region)),
    village: contains('plot.village'),
    worked: (worked) => sql<SqlBool>`(coalesce(ground.covered_m2, 0) > 0) = ${worked === 'true'}`,
  },
  orders: {
    blockName: sql`plot.name`,
    village: sql`plot.village`,
    area: sql`plot.area_m2`,
    coveredRatio,
    lastWorkTime: sql`ground.last_at`,
  },
  ties: [{ by: sql`plot.id` }],
})
export type TaskPlotRow = Awaited<ReturnType<typeof taskPlotRows.page>>[number]

export const sumTaskPlots = (db: Db, reader: ListReader, filters: FiltersOf<typeof taskPlotList>) =>
  taskPlotRows
    .matching(db, reader, filters)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(plot.area_m2), 0)`.as('area_m2'),
      sql<number>`coalesce(sum(ground.covered_m2), 0)`.as('covered_m2'),
    ])
    .executeTakeFirstOrThrow()

type TaskFlight = {
  drone_id: string
  sortie_id: string
  start_at: Date
  operator_id: string | null
  pilot_id: string | null
  plot_id: string | null
  crop_id: string | null
  chemical: string | null
  duration_s: number
  covered_m2: number
  spray_l: number
  why: LeftOutReason | null
}

const shownOfFlight = sql`work.drone_id, work.sortie_id, work.start_at, work.operator_id,
  work.pilot_id, work.plot_id, work.crop_id, work.chemical, work.duration_s, work.covered_m2,
  work.spray_l`

/** Flights that count, and flights of the task's drones that do not. */
const flightsOf = (db: Db | Tx, reader: ListReader) =>
  db
    .selectFrom(
      sql<TaskFlight>`(select ${shownOfFlight}, null::text as why
        from ${sql.raw(reader.isClosed ? 'unified_task_flight' : 'work_record')} work
        where work.task_id = ${reader.taskId} and ${ownWork('work', reader)}
        union all
        select ${shownOfFlight}, left_out.why
        from unified_task_left_out left_out join work_record work
          on work.drone_id = left_out.drone_id and work.sortie_id = left_out.sortie_id
        where left_out.task_id = ${reader.taskId} and ${ownWork('work', reader)})`.as('flight'),
    )
    .innerJoin('drone', 'drone.id', 'flight.drone_id')
    .leftJoin('account as operator', 'operator.id', 'flight.operator_id')

export const taskSortieRows = defineList(taskSortieList, {
  from: flightsOf,
  select: (rows, { language }) =>
    rows.selectAll('flight').select([
      'drone.name as drone_name',
      'operator.name as operator_name',
      sql<string | null>`(select name from app_user where app_user.id = flight.pilot_id)`.as(
        'pilot_name',
      ),
      sql<string | null>`(select name from plot where plot.id = flight.plot_id)`.as('plot_name'),
      sql<string | null>`coalesce((select names ->> ${language}::text from crop
          where crop.id = flight.crop_id), flight.crop_id)`.as('crop_name'),
      sql<string | null>`coalesce((select names ->> ${language}::text from chemical
          where chemical.id = lower(flight.chemical)), flight.chemical)`.as('chemical_name'),
    ]),
  conditions: {
    tftzId: ofTask,
    droneId: contains('drone.id'),
    oprName: named('flight.pilot_id', 'app_user'),
    blockName: named('flight.plot_id', 'plot'),
    counts: (counts) => sql<SqlBool>`(flight.why is null) = ${counts === 'true'}`,
    droneName: contains('drone.name'),
    yyAccountName: contains('operator.name'),
  },
  orders: { startTime: sql`flight.start_at`, coveredArea: sql`flight.covered_m2` },
  ties: [{ by: sql`flight.sortie_id` }],
  countBy: { filter: 'counts', states: countedStates, state: sql`(flight.why is null)::text` },
})
export type TaskSortieRow = Awaited<ReturnType<typeof taskSortieRows.page>>[number]

export const sumTaskSorties = (
  db: Db,
  reader: ListReader,
  filters: FiltersOf<typeof taskSortieList>,
) =>
  taskSortieRows
    .matching(db, reader, filters)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(flight.covered_m2), 0)`.as('covered_m2'),
      sql<number>`coalesce(sum(flight.duration_s), 0)`.as('duration_s'),
      sql<number>`coalesce(sum(flight.spray_l), 0)`.as('spray_l'),
    ])
    .executeTakeFirstOrThrow()
