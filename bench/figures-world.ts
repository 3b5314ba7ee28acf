// Two years of work in a whole country, generated in bulk by PostgreSQL: 20,000 drones of 1,000
// operators and 20 manufacturers in 300 counties of 30 provinces, each drone working on 42 days, on
// three plots a day. More records mean more flights on those days. Only rows: no tracks, no
// sorties.
import type pg from 'pg'

const makers = 20
const operators = 1_000
export const drones = 20_000
const plots = 60_000

const id = (kind: string, n: string): string => `pg_temp.id('${kind}' || ${n})`
/** The same name always gives the same UUID. */
const idFunction = `create or replace function pg_temp.id(name text) returns uuid immutable
  language sql as $$ select md5(name)::uuid $$`
/** 156, a province from 11 to 40, one city, a county from 01 to 10. */
const county = (n: string): string =>
  `'156' || (11 + (${n}) % 30) || '01' || lpad((1 + (${n}) / 30 % 10)::text, 2, '0')`

const owners = [
  `insert into region (code, parent_code, level, names)
    values ('156000000', null, 0, '{}') on conflict do nothing`,
  `insert into region select ${county('n')}, '156000000', 3, '{}'
    from generate_series(0, 299) n on conflict do nothing`,
  `insert into account (id, path, type, name, region_code, time_zone)
    select ${id('maker', 'n')}, 'maker' || n || '/', 'manufacturer', 'Maker ' || n, '156000000',
      'Asia/Shanghai'
    from generate_series(0, ${makers - 1}) n`,
  `insert into account (id, path, type, operator_type, name, region_code, time_zone)
    select ${id('operator', 'n')}, 'operator' || n || '/', 'operator', 'team', 'Operator ' || n,
      ${county('n')}, 'Asia/Shanghai'
    from generate_series(0, ${operators - 1}) n`,
  `insert into drone_model (id, manufacturer_id, name, shape, power, tank_l, swath_width_m)
    select ${id('model', 'n')}, ${id('maker', 'n / 3')}, 'Model ' || n, 'six', 'electric', 30, 6
    from generate_series(0, ${makers * 3 - 1}) n`,
  `insert into drone (id, name, model_id, manufacturer_id, operator_id, spray_width_m, region_code,
      created_at)
    select 'FIG-' || lpad(n::text, 6, '0'), 'Drone ' || n, ${id('model', `n % ${makers * 3}`)},
      ${id('maker', `n % ${makers * 3} / 3`)}, ${id('operator', `n % ${operators}`)}, 6,
      ${county(`n % ${operators}`)}, timestamptz '2024-06-01' + n * interval '1 hour'
    from generate_series(0, ${drones - 1}) n`,
  // Two hundred in each county.
  `insert into plot (id, account_id, name, region_code, parts, bounds, area_m2, created_at)
    select ${id('plot', 'n')}, ${id('operator', `n % ${operators}`)}, 'Plot ' || n,
      ${county('n % 300')}, '[]', '((0,0),(0.001,0.001))', 5000 + n % 9000,
      timestamptz '2024-06-01' + n * interval '20 minutes'
    from generate_series(0, ${plots - 1}) n`,
]

/** The d-th drone's k-th flight. */
const flights = (records: number): string => `
  insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id, operator_id,
    pilot_id, plot_id, crop_id, chemical, region_code, mode, duration_s, distance_m, spray_s,
    spray_l, spray_l_source, width_m, covered_m2, swept_m2, repeated_m2, overlap_ratio, track_hash,
    previous_hash, hash)
  select 'FIG-' || lpad(d::text, 6, '0'), ${id('flight', `d || '.' || k`)}, at,
    at + interval '12 minutes', drone.manufacturer_id, drone.operator_id, ${id('pilot', 'd')},
    ${id('plot', `(d % ${operators} % 300 + 300 * ((d + k % 42 * 3 + k / 42 % 3) % 200))`)},
    (array['rice', 'wheat', 'maize', 'cotton', 'tea'])[1 + d % 5],
    (array['imidacloprid', 'tebuconazole', 'glyphosate'])[1 + (d + k % 42) % 3],
    drone.region_code, 1 + d % 5, 600 + (d * 7 + k * 13) % 300 + 0.5, 3600, 600,
    20 + (d + k) % 150 / 10.0, 'flow', 6, 5000 + (d * 31 + k * 17) % 20000 + 0.25,
    8000 + (d * 31 + k * 17) % 20000, 1000, 0.1, '\\x00', '\\x00', '\\x00'
  from generate_series(0, ${drones - 1}) d
  cross join generate_series(0, ${records / drones - 1}) k
  join drone on drone.id = 'FIG-' || lpad(d::text, 6, '0')
  cross join lateral (select timestamptz '2025-01-01 22:00Z'
    + (d * 37 + k % 42 * 16) % 690 * interval '1 day'
    + (k / 42 % 14 * 50 + d % 40) * interval '1 minute' as at) time`

/**
 * The tables are only read: without checks of foreign keys, and with only the indexes that
 * questions use.
 */
const forReading = [
  'alter table work_record disable trigger all',
  'alter table work_record drop constraint if exists work_record_drone_id_sortie_id_fkey',
  `do $$ declare name text; begin
    for name in select indexrelid::regclass::text from pg_index
      where indrelid = 'work_record'::regclass and not indisprimary
    loop execute 'drop index ' || name; end loop;
  end $$`,
  'alter table work_record drop constraint work_record_pkey cascade',
  'alter table work_record set unlogged',
]
const indexesForReading = [
  'create index on work_record (start_at desc)',
  'create index on work_record (operator_id, start_at desc)',
  'create index on work_record (region_code, start_at desc)',
]

const run = async (client: pg.Client, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement)
}

export const writeOwners = async (client: pg.Client): Promise<void> => {
  await client.query('set synchronous_commit = off')
  await client.query(`set work_mem = '256MB'`)
  await client.query(`set maintenance_work_mem = '512MB'`)
  await run(client, [idFunction, ...owners])
}

export const writeRecords = async (client: pg.Client, records: number): Promise<void> => {
  await run(client, [...forReading, flights(records), ...indexesForReading])
}

/** As `writeRecords`, with the flights of the records, and with all constraints but no indexes. */
export const writeFlights = async (client: pg.Client, records: number): Promise<void> => {
  await run(client, [
    ...['sortie', 'work_record'].flatMap((table) => [
      `alter table ${table} disable trigger all`,
      `do $$ declare name text; begin
        for name in select indexrelid::regclass::text from pg_index
          where indrelid = '${table}'::regclass and not indisunique
        loop execute 'drop index ' || name; end loop;
      end $$`,
    ]),
    `insert into sortie (drone_id, id, state, close_reason, start_at, end_at, point_count,
        manufacturer_id, operator_id, pilot_id, region_code)
      select drone.id, ${id('flight', `d || '.' || k`)}, 'closed', 'landing', now(), now(), 10,
        manufacturer_id, operator_id, null, region_code
      from generate_series(0, ${drones - 1}) d
      cross join generate_series(0, ${records / drones - 1}) k
      join drone on drone.id = 'FIG-' || lpad(d::text, 6, '0')`,
    flights(records),
  ])
}

export const namesOfWorld = async (client: pg.Client) => {
  const { rows } = await client.query<Record<'maker' | 'operator' | 'model' | 'plot', string>>(
    `select ${id('maker', '3')} as maker, ${id('operator', '17')} as operator,
      ${id('model', '9')} as model, ${id('plot', '1234')} as plot`,
  )
  return rows[0]!
}
