// Results of a task when it is closed, stored with a hash over all of them.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { keepVillages } from './task-villages.queries.ts'

/** Copies the flights that count, so that later changes of flights do not affect the task. */
const copyFlights = async (trx: Tx, taskId: number): Promise<void> => {
  await sql`
    insert into unified_task_flight (task_id, drone_id, sortie_id, start_at, end_at, manufacturer_id,
      operator_id, tenant_id, pilot_id, plot_id, crop_id, chemical, region_code, duration_s, spray_l,
      covered_m2, swept_m2, track_hash)
    select task_id, drone_id, sortie_id, start_at, end_at, manufacturer_id, operator_id, tenant_id,
      pilot_id, plot_id, crop_id, chemical, region_code, duration_s, spray_l, covered_m2, swept_m2,
      track_hash
    from work_record where task_id = ${taskId}`.execute(trx)
}

type Frozen = {
  figures: Record<string, unknown>
  /** SHA-256 of each, in hexadecimal. */
  plotsHash: string
  flightsHash: string
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Sorts keys alphabetically at every depth, because PostgreSQL uses another order. */
const toCanonicalText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
        )
      : inner,
  )

const hashFrozen = (frozen: Frozen): Buffer =>
  createHash('sha256').update(toCanonicalText(frozen)).digest()

/**
 * The stored results of a task: its sums, and the areas of plots and flights. Tasks closed before
 * villages were stored have none in their hash.
 */
const readFrozen = async (db: Db | Tx, taskId: number): Promise<Frozen> => {
  const { rows } = await sql<{ figures: Record<string, unknown>; plots: string; flights: string }>`
    select
      (select to_jsonb(sums) - 'measured_at'
          - case when villages is null then 'villages' else '' end
        from unified_task_sum sums where task_id = ${taskId}) as figures,
      (select coalesce(string_agg(concat_ws('|', plot_id, covered_m2, repeated_m2, sortie_count),
        ';' order by plot_id), '') from unified_task_ground where task_id = ${taskId}) as plots,
      (select coalesce(string_agg(concat_ws('|', drone_id, sortie_id,
        extract(epoch from start_at), coalesce(operator_id::text, ''), coalesce(plot_id::text, ''),
        duration_s, spray_l, covered_m2, swept_m2, encode(track_hash, 'hex')),
        ';' order by drone_id collate "C", sortie_id), '')
        from unified_task_flight where task_id = ${taskId}) as flights`.execute(db)
  const [{ figures, plots, flights }] = rows as [(typeof rows)[0]]
  return { figures, plotsHash: hashOf(plots), flightsHash: hashOf(flights) }
}

/** Whether the stored results of a closed task still match its hash. */
export const isFrozenIntact = async (db: Db, taskId: number): Promise<boolean> => {
  const task = await db
    .selectFrom('unified_task')
    .where('id', '=', taskId)
    .select('frozen_hash')
    .executeTakeFirst()
  return task?.frozen_hash?.equals(hashFrozen(await readFrozen(db, taskId))) ?? false
}

/** Closes a task with its current results; its sums must be up to date. */
export const freezeTask = async (
  trx: Tx,
  taskId: number,
  { now, userId }: { now: Date; userId: string | null },
): Promise<void> => {
  await copyFlights(trx, taskId)
  await keepVillages(trx, taskId)
  const frozen = await readFrozen(trx, taskId)
  await trx
    .updateTable('unified_task')
    .set({
      state: 'closed',
      closed_at: now,
      closed_by: userId,
      updated_at: now,
      frozen: JSON.stringify(frozen),
      frozen_hash: hashFrozen(frozen),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', taskId)
    .execute()
}
