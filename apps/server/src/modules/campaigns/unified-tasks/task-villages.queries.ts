// Results of a task by village: computed while it is open, stored once it is closed.
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { SummedVillage } from '../../../platform/database/column-types.ts'
import { plotsOf } from './task-work.queries.ts'

/** Villages with the same name in two counties are separate; plots without a village come last. */
export const sumByVillage = async (db: Db | Tx, taskId: number): Promise<SummedVillage[]> =>
  (
    await sql<SummedVillage>`
      select plot.region_code as "regionCode", plot.village, count(*) as plots,
        sum(plot.area_m2 order by plot.id) as "areaM2",
        coalesce(sum(ground.covered_m2 order by plot.id), 0) as "coveredM2",
        coalesce(sum(ground.repeated_m2 order by plot.id), 0) as "repeatedM2"
      from ${plotsOf(taskId)} named join plot on plot.id = named.plot_id
      left join unified_task_ground ground on ground.task_id = ${taskId}
        and ground.plot_id = plot.id
      group by plot.region_code, plot.village
      order by plot.village = '', 4 desc, plot.region_code, plot.village`.execute(db)
  ).rows

/** Stored, because plots may be renamed or deleted after the task is closed. */
export const keepVillages = async (trx: Tx, taskId: number): Promise<void> => {
  await trx
    .updateTable('unified_task_sum')
    .set({ villages: JSON.stringify(await sumByVillage(trx, taskId)) })
    .where('task_id', '=', taskId)
    .execute()
}

/** Null: the task was closed before villages were reported. */
export const readFrozenVillages = async (db: Db, taskId: number): Promise<SummedVillage[] | null> =>
  (
    await db
      .selectFrom('unified_task_sum')
      .where('task_id', '=', taskId)
      .select('villages')
      .executeTakeFirst()
  )?.villages ?? null
