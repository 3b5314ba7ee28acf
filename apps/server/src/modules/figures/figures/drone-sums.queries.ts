// Sums of drones as they are today, with the totals of their work: the figures above their list. A
// drone that is sold takes its totals along, whereas work stays with the account it was done for;
// so these sums are separate (docs/decisions/042-list-sums.md, 076-figures-cube.md).
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

const list = (names: readonly string[]) => sql.raw(names.join(', '))

const measures = ['drones', 'sortie_count', 'covered_m2']
const ofDrone = ['region_code', 'model_id', 'activation', 'device_type', 'sale_type']
const keysOf = {
  drone_sum: ['manufacturer_id', 'operator_id', 'tenant_id', ...ofDrone],
  drone_sum_wide: ['manufacturer_id', ...ofDrone],
} as const
const tables = ['drone_sum', 'drone_sum_wide'] as const

const added = (table: keyof typeof keysOf) => sql`
  insert into ${sql.table(table)} as kept (${list([...keysOf[table], ...measures])})
  select ${list([...keysOf[table], ...measures.map((name) => `sum(${name})`)])}
  from gone
  group by ${list(keysOf[table])}
  on conflict on constraint ${sql.raw(`${table}_key`)} do update
    set ${list(measures.map((name) => `${name} = kept.${name} + excluded.${name}`))}`

/** A single statement, so that every snapshot contains each change exactly once. */
export const mergeDroneSumChanges = async (trx: Tx): Promise<void> => {
  await sql`
    with gone as (delete from drone_sum_change returning *),
      ${sql.join(tables.map((table) => sql`${sql.raw(`to_${table}`)} as (${added(table)})`))}
    select`.execute(trx)
  for (const table of tables)
    await trx.deleteFrom(table).where('drones', '=', 0).where('sortie_count', '=', 0).execute()
}
