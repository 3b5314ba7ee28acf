// Plots of a task.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Caller } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { visiblePlots } from '../../land/public.ts'

export const countVisiblePlots = async (
  trx: Tx,
  { scope }: Caller,
  ids: readonly string[],
): Promise<number> =>
  (
    await trx
      .selectFrom('plot')
      .where(sql<SqlBool>`plot.id = any(${[...ids]}::uuid[])`)
      .where(visiblePlots(scope))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

const addWhere = async (trx: Tx, taskId: number, where: RawBuilder<SqlBool>): Promise<string[]> =>
  (
    await sql<{ plot_id: string }>`
      insert into unified_task_plot (task_id, plot_id)
      select ${taskId}, plot.id from plot where ${where}
      on conflict do nothing returning plot_id`.execute(trx)
  ).rows.map(({ plot_id }) => plot_id)

export const addPlots = (trx: Tx, taskId: number, ids: readonly string[]): Promise<string[]> =>
  addWhere(trx, taskId, sql<SqlBool>`plot.id = any(${[...ids]}::uuid[])`)

/** Adds those that the caller can see; an import may reference deleted ones. */
export const addPlotsStillThere = (
  trx: Tx,
  taskId: number,
  { scope }: Caller,
  ids: readonly string[],
): Promise<string[]> =>
  addWhere(trx, taskId, sql<SqlBool>`plot.id = any(${[...ids]}::uuid[]) and ${visiblePlots(scope)}`)

/** Adds plots of a region that the caller can see; with a crop, only those that grow it. */
export const addPlotsOfRegion = (
  trx: Tx,
  taskId: number,
  { scope }: Caller,
  { region, cropId }: { region: string; cropId: string | null },
): Promise<string[]> =>
  addWhere(
    trx,
    taskId,
    sql<SqlBool>`${withinRegion('plot.region_code', regionPrefix(region))}
      and ${visiblePlots(scope)} and (${cropId}::text is null or plot.crop_id = ${cropId}::text)`,
  )

/** `ids`: null removes all. */
export const removePlots = async (
  trx: Tx,
  taskId: number,
  ids: readonly string[] | null,
): Promise<string[]> =>
  (
    await sql<{ plot_id: string }>`
      delete from unified_task_plot where task_id = ${taskId}
        and (${ids === null} or plot_id = any(${ids ?? []}::uuid[])) returning plot_id`.execute(trx)
  ).rows.map(({ plot_id }) => plot_id)

export const copyPlots = async (trx: Tx, fromId: number, toId: number): Promise<void> => {
  await sql`insert into unified_task_plot (task_id, plot_id)
    select ${toId}, plot_id from unified_task_plot where task_id = ${fromId}`.execute(trx)
}
