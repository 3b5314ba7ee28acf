// The cost of writing a record: without any sums, with the earlier ones (months and days of UTC, by
// a trigger that groups), and with the current appended changes.
import pg from 'pg'
import { writeOwners } from './figures-world.ts'
import { flags, interleaved, median, report, reportRatio } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'

const records = flags.quick ? 500 : 3_000
const rounds = flags.quick ? 3 : 7

/** The tables as they were before changes were appended. */
const sumsOfBefore = [
  `create table work_sum_change (
    day date not null, manufacturer_id uuid not null, operator_id uuid, tenant_id uuid,
    region_code text collate "C", mode smallint, sortie_count bigint not null,
    duration_s numeric not null, covered_m2 numeric not null, spray_l numeric not null,
    month date generated always as (day - extract(day from day)::integer + 1) stored,
    country text collate "C" generated always as (left(region_code, 3) || '000000') stored)`,
  `create function sum_work_of_before() returns trigger language plpgsql as $$
  begin
    insert into work_sum_change
      select (start_at at time zone 'UTC')::date, manufacturer_id, operator_id, tenant_id,
        region_code, mode, count(*), sum(duration_s::numeric), sum(covered_m2::numeric),
        sum(spray_l::numeric)
      from made group by 1, 2, 3, 4, 5, 6;
    return null;
  end $$`,
  `create trigger work_record_of_before after insert on work_record
    referencing new table as made for each statement execute function sum_work_of_before()`,
]

const sorties = `insert into sortie (drone_id, id, state, start_at, end_at, point_count,
    manufacturer_id, operator_id, region_code)
  select drone.id, md5('writing' || n)::uuid, 'closed', now(), now(), 10, manufacturer_id,
    operator_id, region_code
  from generate_series(0, ${records - 1}) n
  join drone on drone.id = 'FIG-' || lpad((n * 5 % 20000)::text, 6, '0')`

const write = `insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id,
    operator_id, region_code, mode, duration_s, distance_m, spray_s, spray_l, spray_l_source,
    width_m, covered_m2, swept_m2, repeated_m2, overlap_ratio, track_hash, previous_hash, hash)
  select drone_id, id, start_at, end_at, manufacturer_id, operator_id, region_code, 3, 720.5, 3600,
    600, 21.25, 'flow', 6, 12345.75, 13000, 100, 0.1, '\\x00', '\\x00', '\\x00'
  from sortie where id = $1`

const triggers = ['work_record_of_before', 'work_record_comes'] as const

export const measureWriting = async (bench: string): Promise<void> => {
  const database = await scratchDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await writeOwners(client)
    for (const statement of [...sumsOfBefore, sorties, 'vacuum analyze'])
      await client.query(statement)
    const { rows } = await client.query<{ id: string }>('select id from sortie order by id')
    const measure = async (enabled: (typeof triggers)[number] | null): Promise<number> => {
      for (const one of triggers)
        await client.query(
          `alter table work_record ${one === enabled ? 'enable' : 'disable'} trigger ${one}`,
        )
      // Rolled back together: excludes the disk's part, which is the same for all.
      await client.query('begin')
      const startedMs = performance.now()
      for (const { id } of rows) await client.query({ name: 'write', text: write, values: [id] })
      const ms = performance.now() - startedMs
      await client.query('rollback')
      return ms / rows.length
    }
    const times = await interleaved(rounds, {
      'without sums': () => measure(null),
      'sums of before': () => measure('work_record_of_before'),
      'kept sums': () => measure('work_record_comes'),
    })
    for (const [variant, each] of Object.entries(times))
      report(bench, variant, 'writing a record', median(each), 'ms', rounds)
    for (const base of ['without sums', 'sums of before'] as const)
      reportRatio(
        bench,
        'writing a record',
        'kept sums',
        base,
        median(times['kept sums']) / median(times[base]),
        rounds,
      )
  } finally {
    await client.end()
    await database.stop()
  }
}
