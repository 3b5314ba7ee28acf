// The plots of a task on a map: their shapes, which rarely change, and their progress.
import { sql } from 'kysely'
import type { Parts } from '@swath/domain/plot-parts'
import type { Db } from '../../../platform/database/database.ts'
import { plotsOf } from './task-work.queries.ts'

// `offset 0` below makes PostgreSQL read plots by their keys, instead of scanning all plots.

/** Plots on the map that have been covered in part, and the number of all plots on it. */
export const listMapProgress = async (db: Db, taskId: number, atMost: number) => {
  const [plots, progress] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from ${plotsOf(taskId)} named`.execute(db),
    sql<{ id: string; covered_ratio: number }>`
      select plot.id, least(1, ground.covered_m2 / plot.area_m2) as covered_ratio
      from unified_task_ground ground
      cross join lateral (select id, area_m2 from plot where id = ground.plot_id offset 0) plot
      where ground.task_id = ${taskId} and ground.covered_m2 > 0
      order by plot.area_m2 desc, plot.id limit ${atMost}`.execute(db),
  ])
  return { rows: progress.rows, total: plots.rows[0]!.total }
}

/** `work` changes when something of the task is to be measured or has been measured. */
export type TaskMark = { readonly work: string; readonly plots: number }

export const readTaskMark = async (db: Db, taskId: number): Promise<TaskMark> => {
  const { rows } = await sql<TaskMark>`
    select concat((select measured_at from unified_task_sum where task_id = ${taskId}), ' ',
        (select max(number) from unified_task_due where task_id = ${taskId})) as work,
      (select count(*) from unified_task_plot where task_id = ${taskId}) as plots`.execute(db)
  return rows[0]!
}

/** The number of the task's plots, and a value that changes when they or a plot's shape do. */
export const readMapState = async (db: Db, taskId: number) =>
  (
    await sql<{ total: number; state: string }>`
      select count(*) as total,
        concat(count(*), ' ', bit_xor(uuid_hash_extended(plot.id, plot.version))) as state
      from ${plotsOf(taskId)} named
      cross join lateral (select id, version from plot where id = named.plot_id offset 0) plot
    `.execute(db)
  ).rows[0]!

/** Largest first. */
export const listMapPlotIds = async (db: Db, taskId: number, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select plot.id from ${plotsOf(taskId)} named
    cross join lateral (select id, area_m2 from plot where id = named.plot_id offset 0) plot
    order by plot.area_m2 desc, plot.id limit ${atMost}`.execute(db)
  return rows.map(({ id }) => id)
}

export const listDrawnPlots = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('plot')
    .where('id', 'in', ids)
    .select(['id', 'name', 'village', sql<Parts>`coalesce(sketch, parts)`.as('parts')])
    .execute()
