// Data as large as the lists must support, generated in bulk by PostgreSQL: manufacturers,
// operators in a tree of regions, drones, and a year of sorties with their records. Only rows: no
// tracks.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { insertSignedIn } from './signed-in.ts'

export type World = {
  drones: number
  sorties: number
  /** Bearer tokens of one session each. */
  bearer: Record<'platform' | 'province' | 'maker' | 'operator', string>
  anOperator: { name: string }
  anyDrone: string
  aPilot: string
}

const host = 'localhost'
const makers = 20
const operators = 1_000
const pilots = 3_000

/** The same name gives the same UUID in the database and here. */
const toIdSql = (kind: string) => `pg_temp.id('${kind}' || n)`
const hashUuid = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5')
const sameInSql = `create function pg_temp.id(name text) returns uuid immutable language sql as $$ select overlay(overlay(md5(name) placing '7' from 13) placing '8' from 17)::uuid $$`

const statements = (drones: number, sorties: number): string[] => [
  sameInSql,
  `insert into region (code, parent_code, level, names) values ('156000000', null, 0, '{"en":"China"}') on conflict do nothing`,
  `insert into region select '156' || (11 + n) || '0000', '156000000', 1, '{"en":"Province"}' from generate_series(0, 29) n on conflict do nothing`,
  `insert into account (id, path, type, name, region_code, time_zone) values ('${hashUuid('platform0')}', 'platform/', 'platform', 'Platform', '156000000', 'Asia/Shanghai'),
     ('${hashUuid('province0')}', 'province/', 'government', 'Province', '156110000', 'Asia/Shanghai')`,
  `insert into account (id, path, type, name, region_code, time_zone) select ${toIdSql('maker')}, 'maker' || n || '/', 'manufacturer', 'Maker ' || n, '156110000', 'Asia/Shanghai' from generate_series(0, ${makers - 1}) n`,
  `insert into account (id, path, type, operator_type, name, region_code, time_zone)
     select ${toIdSql('operator')}, 'operator' || n || '/', 'operator', 'team', 'Operator ' || n, '156' || (11 + n % 30) || '0000', 'Asia/Shanghai' from generate_series(0, ${operators - 1}) n`,
  `insert into drone_model (id, manufacturer_id, name, shape, power, tank_l, swath_width_m)
     select ${toIdSql('model')}, pg_temp.id('maker' || n / 3), 'Model ' || n, 'six', 'electric', 30, 6 from generate_series(0, ${makers * 3 - 1}) n`,
  `insert into app_user (id, account_id, phone, name, user_type) select ${toIdSql('pilot')}, pg_temp.id('operator' || n % ${operators}), '+86-139' || lpad(n::text, 8, '0'), 'Pilot ' || n, 2 from generate_series(0, ${pilots - 1}) n`,
  // Runs of sixty drones have the same model, so that an operator has only a few models.
  `insert into drone (id, name, model_id, manufacturer_id, operator_id, device_type, sale_type, activation, spray_width_m, region_code)
     select 'SWB-' || lpad(n::text, 7, '0'), 'Drone ' || n, pg_temp.id('model' || n / 60 % ${makers * 3}), pg_temp.id('maker' || (n / 60 % ${makers * 3}) / 3),
       pg_temp.id('operator' || n / 60 % ${operators}), case n % 10 when 0 then 'spreader' when 1 then 'mapper' else 'sprayer' end, 1 + n % 3, n % 3, 6, '156' || (11 + n / 60 % 30) || '0000'
     from generate_series(0, ${drones - 1}) n`,
  `insert into drone_state (drone_id, last_message_at, flight) select id, now() - random() * interval '90 days', 'ground' from drone`,
  // A year with seasonal peaks, ten flights a drone; one in a thousand is in the air, one in fifty
  // is simulated.
  `insert into sortie (drone_id, id, number, state, close_reason, start_at, end_at, point_count, manufacturer_id, operator_id, pilot_id, region_code, simulated)
     select drone.id, pg_temp.id('sortie' || n), n / ${drones} + 1, case when n % 1000 = 7 then 'open' else 'closed' end, case when n % 1000 = 7 then null else 'landing' end,
       at, at + interval '12 minutes', 700, manufacturer_id, operator_id, pg_temp.id('pilot' || n % ${pilots}), region_code, abs(hashtext('practice' || n)) % 50 = 0
     from generate_series(0, ${sorties - 1}) n
     cross join lateral (select timestamptz '2026-11-21T04:00:00Z' - (n::bigint * 7919 % 31536000) * interval '1 second' as at) time
     join drone on drone.id = 'SWB-' || lpad((n % ${drones})::text, 7, '0')`,
  `insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id, operator_id, pilot_id, region_code, mode, duration_s, distance_m, spray_s, spray_l, spray_l_source,
       height_m, speed_ms, flow_l_min, width_m, covered_m2, swept_m2, repeated_m2, overlap_ratio, track_hash, previous_hash, hash)
     select drone_id, id, start_at, end_at, manufacturer_id, operator_id, pilot_id, region_code, 1 + abs(hashtext(id::text)) % 5, 720, 3600, 600, 20 + random() * 20, 'flow', 3, 6, 3, 6,
       5000 + random() * 20000, 26000, 1000, random() / 5, '\\x00', '\\x00', '\\x00' from sortie where state = 'closed' and not simulated`,
  `insert into drone_total (drone_id, sortie_count, duration_s, covered_m2, swept_m2, spray_l, last_sortie_at)
     select drone_id, count(*), sum(duration_s), sum(covered_m2), sum(swept_m2), sum(spray_l), max(start_at) from work_record group by drone_id`,
  `insert into anomaly (drone_id, id, sortie_id, type, level, cause, at, lng, lat, manufacturer_id, operator_id, region_code)
     select drone_id, pg_temp.id('anomaly' || id), id, 1 + abs(hashtext(id::text)) % 5, 2, 'bench', start_at, 116, 39, manufacturer_id, operator_id, region_code from sortie where number = 1 and not simulated and hashtext(id::text) % 4 = 0`,
]

export const writeWorld = async (
  client: pg.Client,
  drones: number,
  sorties: number,
  report: (what: string) => void,
): Promise<World> => {
  await client.query('set synchronous_commit = off')
  for (const statement of statements(drones, sorties)) {
    const startedMs = performance.now()
    await client.query(statement)
    report(
      `${/^(?:insert into|create) (\w+)/.exec(statement)![1]} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
    )
  }
  await client.query('vacuum analyze')
  const [platform, province, maker, operator] = [
    hashUuid('platform0'),
    hashUuid('province0'),
    hashUuid('maker1'),
    hashUuid('operator17'),
  ]
  return {
    drones,
    sorties,
    anOperator: { name: 'Operator 17' },
    anyDrone: 'SWB-0001234',
    aPilot: 'Pilot 1234',
    bearer: {
      platform: await insertSignedIn(client, platform, host),
      province: await insertSignedIn(client, province, host),
      maker: await insertSignedIn(client, maker, host),
      operator: await insertSignedIn(client, operator, host),
    },
  }
}
