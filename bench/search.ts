// The search over everything: 200,000 drones, 200,000 plots and 20,000 people with names in five
// scripts in one PostgreSQL. Measured: the time of one search, for the platform, for an operator
// with a large fleet and for one with a small fleet; by the kind of text.
import pg from 'pg'
import { sql } from 'kysely'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { normalizeSearchText } from '@swath/domain/search-text'
import { findMatches } from '@swath/server/modules/overview/search/search.routes'
import { searchSources } from '@swath/server/modules/overview/search/search-sources.queries'
import type { Db } from '@swath/server/platform/database/database'
import { uuidv7 } from '@swath/server/platform/database/uuid'
import { flags, quantile, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'search'
const rows = flags.quick ? 20_000 : 200_000
const people = rows / 10
const rounds = flags.quick ? 3 : 10
const accounts = 401

/** Words of names in each script; a name is two of them and a number. */
const words = [
  ['North', 'Green', 'River', 'Hawk', 'Orchard', 'Valley', 'Sunrise', 'Cedar'],
  ['徐闻', '菠萝', '东风', '稻田', '巡田', '果园', '新疆', '棉花'],
  ['徐聞', '鳳梨', '東風', '果園', '水稻', '茶園', '臺南', '嘉義'],
  ['สวน', 'ทุเรียน', 'นาข้าว', 'ริมน้ำ', 'โดรน', 'อ้อย', 'ภูเขา', 'ตะวัน'],
  ['강남', '방제', '과수원', '논두렁', '하늘', '새벽', '들판', '사과'],
]

/** By what a person knows. */
const texts = {
  name: [
    'North River 4711',
    '徐闻 菠萝 1501',
    '徐聞 鳳梨 1502',
    'สวน ทุเรียน 1503',
    '강남 방제 1504',
  ],
  number: ['SN-0012345', '0012345', '199999', '77777'],
  broad: ['north', 'no', 'hawk', '徐闻', '菠', '鳳梨', 'ทุเรียน', '강남', '논', '1', '12'],
  mistyped: ['nroth rivre', 'orchrad', '徐文菠箩', 'ทุเรยีน', '과수언', 'sunrsie cedra'],
  absent: ['zzzzzz', '没有这个', 'ไม่มีชื่อนี้', '없는이름'],
} as const

const write = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = Array.from({ length: accounts }, () => uuidv7(Date.now()))
  const path = `${ids[0]!.replaceAll('-', '')}/`
  await client.query(
    `insert into region (code, parent_code, level, names)
    values ('156000000', null, 0, '{}'), ('156330000', '156000000', 1, '{}') on conflict do nothing`,
  )
  await client.query(
    `insert into account (id, parent_id, path, type, name, region_code, time_zone)
    select id, case when n > 1 then $2::uuid end,
      case when n > 1 then $1 || replace(id::text, '-', '') || '/' else $1 end,
      case n when 1 then 'platform' when 2 then 'manufacturer' else 'operator' end,
      'Account ' || n, '156330000', 'Asia/Shanghai'
    from unnest($3::uuid[]) with ordinality as account (id, n) order by n`,
    [path, ids[0], ids],
  )
  const model = uuidv7(Date.now())
  await client.query(
    `insert into drone_model (id, manufacturer_id, name, shape, power, tank_l, swath_width_m)
    values ($1, $2, 'M', 'six', 'electric', 30, 5)`,
    [model, ids[1]],
  )
  // One operator in four hundred has an eighth of everything, the others share the rest.
  const owner = '($1::uuid[])[case when i % 8 = 0 then 3 else 4 + i % 398 end]'
  const name = `(select concat_ws(' ', script->>((i / 5) % 8), script->>((i / 40) % 8), i)
    from (select $2::jsonb->(i % 5) as script) as one)`
  await client.query(
    `insert into drone (id, name, model_id, manufacturer_id, operator_id, region_code)
    select 'SN-' || lpad(i::text, 7, '0'), ${name}, $3, $4, ${owner}, '156330000'
    from generate_series(1, $5::int) i`,
    [ids, JSON.stringify(words), model, ids[1], rows],
  )
  await client.query(
    `insert into plot (id, account_id, name, region_code, parts, bounds, area_m2)
    select gen_random_uuid(), ${owner}, ${name}, '156330000', '[]', '((1,1),(0,0))', 1
    from generate_series(1, $3::int) i`,
    [ids, JSON.stringify(words), rows],
  )
  await client.query(
    `insert into app_user (id, account_id, name, email, user_type)
    select gen_random_uuid(), ${owner}, ${name}, 'p' || i || '@example.org', 2
    from generate_series(1, $3::int) i`,
    [ids, JSON.stringify(words), people],
  )
  await client.query('vacuum analyze')
  await client.end()
  return ids
}

const callerOf = (accountId: string, scope: Scope): Caller =>
  ({
    userId: accountId,
    accountId,
    scope,
    rights: ['staff.manage'],
    regionCode: '156330000',
  }) as unknown as Caller

const measure = async (db: Db, who: string, caller: Caller): Promise<void> => {
  for (const [kind, some] of Object.entries(texts)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      for (const text of some) {
        const begunMs = performance.now()
        await findMatches(db, caller, searchSources, normalizeSearchText(text))
        times.push(performance.now() - begunMs)
      }
    const load = `${who}, ${kind}`
    report(bench, load, 'p50', quantile(times, 0.5), 'ms', times.length, { rows })
    report(bench, load, 'p99', quantile(times, 0.99), 'ms', times.length, { rows })
  }
}

const scratch = await scratchDatabase()
try {
  const begunMs = performance.now()
  const ids = await write(scratch.url)
  say(
    `${rows} drones, ${rows} plots, ${people} people: ${Math.round(performance.now() - begunMs)} ms`,
  )
  const { rows: sizes } = await sql<{ name: string; bytes: number }>`select relname as name,
    pg_relation_size(oid)::float8 as bytes from pg_class where relname like '%\\_search'`.execute(
    scratch.db,
  )
  for (const { name, bytes } of sizes) report(bench, name, 'size', bytes, 'bytes', 1, { rows })
  const operator = (id: string) =>
    callerOf(id, { kind: 'accounts', accountIds: [id], as: 'operator' } as Scope)
  await measure(scratch.db, 'platform', callerOf(ids[0]!, { kind: 'all' } as Scope))
  await measure(scratch.db, 'large operator', operator(ids[2]!))
  await measure(scratch.db, 'small operator', operator(ids[3]!))
} finally {
  await scratch.stop()
}
