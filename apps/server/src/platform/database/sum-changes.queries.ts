import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** One at a time: two that add to the same sums in different orders would wait for each other. */
const lock = 0x73756d73

const merged = (table: 'work_sum' | 'drone_sum', keys: readonly string[], sums: readonly string[]) => {
  const columns = sql.raw([...keys, ...sums].join(', '))
  return sql`
    with gone as (delete from ${sql.table(`${table}_change`)} returning *)
    insert into ${sql.table(table)} as kept (${columns})
    select ${sql.raw([...keys, ...sums.map((name) => `sum(${name})`)].join(', '))} from gone group by ${sql.raw(keys.join(', '))}
    on conflict on constraint ${sql.raw(`${table}_key`)} do update set ${sql.raw(sums.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', '))}`
}

/** Adds what changed to the sums. Whoever reads meanwhile sees either both as they were or both as they will be. */
export const mergeSumChanges = async (trx: Tx): Promise<void> => {
  const { rows: [row] } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(trx)
  if (!row?.mine) return
  await merged('work_sum', ['month', 'manufacturer_id', 'operator_id', 'tenant_id', 'region_code', 'mode'], ['sortie_count', 'duration_s', 'covered_m2', 'spray_l']).execute(trx)
  await merged('drone_sum', ['manufacturer_id', 'operator_id', 'tenant_id', 'region_code', 'model_id', 'activation', 'device_type', 'sale_type'], ['drones', 'sortie_count', 'covered_m2']).execute(trx)
  await trx.deleteFrom('work_sum').where('sortie_count', '=', 0).execute()
  await trx.deleteFrom('drone_sum').where('drones', '=', 0).where('sortie_count', '=', 0).execute()
}
