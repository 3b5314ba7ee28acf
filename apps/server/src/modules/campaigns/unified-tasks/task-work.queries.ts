// Work for a task: current while the task is open, frozen once it is closed.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { inScope } from '../../../platform/access/scope.queries.ts'
import type { Db } from '../../../platform/database/database.ts'

/** A task and a reader of its work: of all work, or that of the reader's own drones. */
export type WorkReader = { taskId: number; isClosed: boolean; caller: Caller; readsAll: boolean }

export const ownWork = (
  table: string,
  { caller, readsAll }: Pick<WorkReader, 'caller' | 'readsAll'>,
): RawBuilder<SqlBool> =>
  readsAll
    ? sql<SqlBool>`true`
    : inScope(caller.scope, {
        manufacturer: `${table}.manufacturer_id`,
        operator: `${table}.operator_id`,
        tenant: `${table}.tenant_id`,
        pilot: `${table}.pilot_id`,
      })

/** The flights that count, named `work`. */
const flights = (reader: WorkReader) => sql`
  (select * from ${sql.raw(reader.isClosed ? 'unified_task_flight' : 'work_record')} work
    where work.task_id = ${reader.taskId} and ${ownWork('work', reader)}) as work`

const figures = sql`
  count(*) as sorties,
  coalesce(sum(work.covered_m2 order by work.start_at, work.sortie_id), 0) as covered_m2,
  coalesce(sum(work.swept_m2 order by work.start_at, work.sortie_id), 0) as swept_m2,
  coalesce(sum(work.duration_s order by work.start_at, work.sortie_id), 0) as duration_s,
  coalesce(sum(work.spray_l order by work.start_at, work.sortie_id), 0) as spray_l`

export type WorkFigures = {
  sorties: number
  covered_m2: number
  swept_m2: number
  duration_s: number
  spray_l: number
}

export const sumByDay = async (db: Db, reader: WorkReader) =>
  (
    await sql<WorkFigures & { day: string; drones: number }>`
      select to_char(work.start_at at time zone task.time_zone, 'YYYY-MM-DD') as day,
        count(distinct work.drone_id) as drones, ${figures}
      from ${flights(reader)} join unified_task task on task.id = work.task_id
      group by 1 order by 1`.execute(db)
  ).rows

export const sumByOperator = async (db: Db, reader: WorkReader) =>
  (
    await sql<WorkFigures & { id: string | null; name: string | null; drones: number }>`
      select work.operator_id as id, account.name, count(distinct work.drone_id) as drones, ${figures}
      from ${flights(reader)} left join account on account.id = work.operator_id
      group by work.operator_id, account.name order by covered_m2 desc, account.name`.execute(db)
  ).rows

export const sumByDrone = async (db: Db, reader: WorkReader, atMost: number) =>
  (
    await sql<WorkFigures & { id: string; name: string; operator_name: string | null }>`
      select drone.id, drone.name, account.name as operator_name, ${figures}
      from ${flights(reader)} join drone on drone.id = work.drone_id
      left join account on account.id = drone.operator_id
      group by drone.id, drone.name, account.name
      order by covered_m2 desc, drone.id limit ${atMost}`.execute(db)
  ).rows

export const sumAll = async (db: Db, reader: WorkReader) =>
  (
    await sql<WorkFigures & { drones: number; last_at: Date | null }>`
      select count(distinct work.drone_id) as drones, max(work.start_at) as last_at, ${figures}
      from ${flights(reader)}`.execute(db)
  ).rows[0]!

export const countLeftOut = async (db: Db, reader: WorkReader) =>
  (
    await sql<{
      why: 'days' | 'region' | 'plots' | 'crop' | 'chemical' | 'other_task' | 'closed'
      sorties: number
    }>`
      select left_out.why, count(*) as sorties
      from unified_task_left_out left_out
      join work_record work on work.drone_id = left_out.drone_id
        and work.sortie_id = left_out.sortie_id
      where left_out.task_id = ${reader.taskId} and ${ownWork('work', reader)}
      group by left_out.why order by sorties desc, left_out.why`.execute(db)
  ).rows

/** Selected plots; if the whole region counts, the plots that were sprayed. */
export const plotsOf = (taskId: number) => sql`
  (select plot_id, true as is_chosen from unified_task_plot where task_id = ${taskId}
    union all
    select plot_id, false from unified_task_ground ground where task_id = ${taskId}
      and not exists (select from unified_task_plot chosen
        where chosen.task_id = ${taskId} and chosen.plot_id = ground.plot_id))`

export const sumByRegion = async (db: Db, taskId: number) =>
  (
    await sql<{
      region_code: string
      plots: number
      area_m2: number
      covered_m2: number
      repeated_m2: number
    }>`
      select plot.region_code, count(*) as plots, sum(plot.area_m2) as area_m2,
        coalesce(sum(ground.covered_m2), 0) as covered_m2,
        coalesce(sum(ground.repeated_m2), 0) as repeated_m2
      from ${plotsOf(taskId)} named join plot on plot.id = named.plot_id
      left join unified_task_ground ground on ground.task_id = ${taskId}
        and ground.plot_id = plot.id
      group by plot.region_code order by area_m2 desc, plot.region_code`.execute(db)
  ).rows
