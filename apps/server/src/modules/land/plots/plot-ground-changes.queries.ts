// Changed plot areas, stored until the flights over them are queued for recomputation.
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** All present and former ground of these plots: call it after creating or before deleting them. */
export const noteGround = async (trx: Tx, plotIds: readonly string[]): Promise<void> => {
  const ids = [...plotIds]
  await sql`
    insert into plot_ground_change (bounds)
    select bounds from plot where id = any(${ids}::uuid[])
    union all
    select bounds from plot_former_shape where plot_id = any(${ids}::uuid[])`.execute(trx)
}

/** Locks some of them until the transaction ends. Empty: none are left. */
export const takeGround = async (trx: Tx, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ bounds: string }>`
    delete from plot_ground_change where id in (
      select id from plot_ground_change order by id limit ${atMost} for update skip locked)
    returning bounds::text`.execute(trx)
  return rows.map(({ bounds }) => bounds)
}

/** Progress of recomputing the flights over a plot. */
export const earlierFlightsOf = async (
  db: Db | Tx,
  plotId: string,
): Promise<{ isLookedFor: boolean; left: number }> => {
  const { rows } = await sql<{ is_looked_for: boolean; left: number }>`
    select
      exists (select from plot_ground_change change where change.bounds && plot.bounds)
        as is_looked_for,
      (select count(*) from flight_again again
        join sortie on sortie.drone_id = again.drone_id and sortie.id = again.sortie_id
        where sortie.bounds && plot.bounds)::int as left
    from plot where plot.id = ${plotId}::uuid`.execute(db)
  const [found] = rows
  return { isLookedFor: found?.is_looked_for ?? false, left: found?.left ?? 0 }
}
