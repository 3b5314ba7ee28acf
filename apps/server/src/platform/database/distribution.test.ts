// Tables that grow with flight time can be distributed by drone without changes: all their unique
// constraints and foreign keys stay within one drone.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ownTestDatabase } from './testing-file.ts'

const heavy = [
  'sortie',
  'track_chunk',
  'work_record',
  'record_made',
  'device_event',
  'anomaly',
  'quarantine',
  'recompute',
  'flight_weather',
  'flight_claim',
  'claim_suspicion',
  'claim_step',
  'flight_again',
  'sortie_fix',
]

const own = await ownTestDatabase()

type Key = {
  table: string
  name: string
  kind: 'primary' | 'unique' | 'foreign'
  columns: string[]
  target: string | null
  targetColumns: string[] | null
}

/** Primary keys and unique constraints, and unique indexes without a constraint. */
const keys = async (): Promise<Key[]> =>
  (
    await sql<Key>`
  select t.relname as table, c.conname as name, case c.contype when 'p' then 'primary' when 'u' then 'unique' else 'foreign' end as kind,
    (select array_agg(a.attname::text order by k.ord) from unnest(c.conkey) with ordinality k (num, ord) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num) as columns,
    f.relname as target,
    (select array_agg(a.attname::text order by k.ord) from unnest(c.confkey) with ordinality k (num, ord) join pg_attribute a on a.attrelid = f.oid and a.attnum = k.num) as "targetColumns"
  from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class f on f.oid = c.confrelid
  where t.relname = any(${heavy}) and c.contype in ('p', 'u', 'f')
  union all
  select t.relname, i.relname, 'unique',
    array(select coalesce(a.attname::text, '(an expression)') from unnest(x.indkey) with ordinality k (num, ord) left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num order by k.ord), null, null
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relname = any(${heavy}) and x.indisunique and not exists (select from pg_constraint c where c.conindid = x.indexrelid)
  order by 1, 2`.execute(own.db)
  ).rows

test('every such table has a primary key, and all unique keys contain the drone', async () => {
  const found = await keys()
  expect(
    found
      .filter(({ kind }) => kind === 'primary')
      .map(({ table }) => table)
      .toSorted(),
  ).toEqual(heavy.toSorted())
  expect(found.length).toBeGreaterThan(12)
  expect(found.filter(({ columns }) => !columns.includes('drone_id'))).toEqual([])
})

test('every foreign key references the drone, or a row of the same drone', async () => {
  const foreign = (await keys()).filter(({ kind }) => kind === 'foreign')
  expect(foreign.length).toBeGreaterThan(4)
  for (const { name, columns, target, targetColumns } of foreign) {
    const facing = targetColumns![columns.indexOf('drone_id')]
    expect(
      target === 'drone' ? facing === 'id' : heavy.includes(target!) && facing === 'drone_id',
      name,
    ).toBe(true)
  }
})

test('foreign keys of other tables reference their rows together with the drone', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.conname as name, (select array_agg(a.attname::text) from unnest(c.conkey) k (num) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns
    from pg_constraint c join pg_class f on f.oid = c.confrelid where c.contype = 'f' and f.relname = any(${heavy})`.execute(
    own.db,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ columns }) => !columns.includes('drone_id'))).toEqual([])
})
