import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** One at a time: two that add to the same sums in different orders would wait for each other. */
const lock = 0x73756d73

const list = (names: readonly string[]) => sql.raw(names.join(', '))

const added = (
  table: string,
  from: string,
  keys: readonly string[],
  sums: readonly string[],
) => sql`
  insert into ${sql.table(table)} as kept (${list([...keys, ...sums])})
  select ${list([...keys, ...sums.map((name) => `sum(${name})`)])} from ${sql.table(from)} group by ${list(keys)}
  on conflict on constraint ${sql.raw(`${table}_key`)} do update set ${list(sums.map((name) => `${name} = kept.${name} + excluded.${name}`))}`

type Keys = Readonly<Record<string, readonly string[]>>

/** In one statement, so that no snapshot holds a change twice or not at all. */
const merged = (
  changes: 'work_sum_change' | 'drone_sum_change',
  tables: Keys,
  sums: readonly string[],
) => sql`
  with gone as (delete from ${sql.table(changes)} returning *),
    ${sql.join(Object.entries(tables).map(([table, keys]) => sql`${sql.raw(`to_${table}`)} as (${added(table, 'gone', keys, sums)})`))}
  select`

const workKeys: Keys = {
  work_sum: ['month', 'manufacturer_id', 'operator_id', 'tenant_id', 'region_code', 'mode'],
  work_sum_wide: ['month', 'manufacturer_id', 'region_code', 'mode'],
  work_sum_day: ['day', 'manufacturer_id', 'country', 'mode'],
}
const ofDrone = ['region_code', 'model_id', 'activation', 'device_type', 'sale_type']
const droneKeys: Keys = {
  drone_sum: ['manufacturer_id', 'operator_id', 'tenant_id', ...ofDrone],
  drone_sum_wide: ['manufacturer_id', ...ofDrone],
}

/**
 * Adds what changed to the sums. Whoever reads meanwhile sees either both as they were or both as
 * they will be.
 */
export const mergeSumChanges = async (trx: Tx): Promise<void> => {
  const {
    rows: [row],
  } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${lock}) as mine`.execute(trx)
  if (!row?.mine) return
  await merged('work_sum_change', workKeys, [
    'sortie_count',
    'duration_s',
    'covered_m2',
    'spray_l',
  ]).execute(trx)
  await merged('drone_sum_change', droneKeys, ['drones', 'sortie_count', 'covered_m2']).execute(trx)
  for (const table of ['work_sum', 'work_sum_wide', 'work_sum_day'] as const)
    await trx.deleteFrom(table).where('sortie_count', '=', 0).execute()
  for (const table of ['drone_sum', 'drone_sum_wide'] as const)
    await trx.deleteFrom(table).where('drones', '=', 0).where('sortie_count', '=', 0).execute()
}
