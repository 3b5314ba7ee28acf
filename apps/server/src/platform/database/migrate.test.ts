import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Db } from './database.ts'
import { migrate } from './migrate.ts'
import { createEmptyTestDatabase, type TestDatabase } from './testing.ts'

let own: TestDatabase
let folder: string
beforeEach(async () => {
  own = await createEmptyTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  write('0001_first.sql', 'create table field (id int primary key); insert into field values (1);')
  write(
    '0002_second.sql',
    "alter table field add name text not null default 'x'; -- a comment; with a semicolon\ncreate function one() returns int language sql as $$ select 1; $$;",
  )
})
afterEach(async () => {
  await own.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const applied = async (db: Db = own.db) =>
  (
    await sql<{ name: string }>`select name from schema_migration order by number`.execute(db)
  ).rows.map((row) => row.name)

test('files are applied in order, once', async () => {
  const lines: string[] = []
  expect(await migrate(own.db, { folder, onProgress: (line) => lines.push(line) })).toEqual([
    '0001_first.sql',
    '0002_second.sql',
  ])
  expect(lines).toEqual(['Applying 0001_first.sql', 'Applying 0002_second.sql'])
  expect((await sql`select *, one() from field`.execute(own.db)).rows).toEqual([
    { id: 1, name: 'x', one: 1 },
  ])
  expect(await migrate(own.db, { folder })).toEqual([])
  write('0003_third.sql', 'insert into field values (2)')
  expect(await migrate(own.db, { folder })).toEqual(['0003_third.sql'])
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql'])
})

test('files up to a given one are applied, and the others later', async () => {
  expect(await migrate(own.db, { folder, last: 1 })).toEqual(['0001_first.sql'])
  expect(await migrate(own.db, { folder })).toEqual(['0002_second.sql'])
})

test('repeatable SQL is applied after the files, and again when its text changes', async () => {
  const make = (number: number) => ({
    name: 'derived',
    text: `create or replace view derived as select id + ${number} as sum from field`,
  })
  const run = (number: number) => migrate(own.db, { folder, repeatables: [make(number)] })
  expect(await run(1)).toEqual(['0001_first.sql', '0002_second.sql', 'derived'])
  expect(await run(1)).toEqual([])
  expect(await run(7)).toEqual(['derived'])
  expect((await sql`select * from derived`.execute(own.db)).rows).toEqual([{ sum: 8 }])
})

test('several concurrent first runs apply each file once', async () => {
  const others = [1, 2, 3].map(() => openDatabase(own.url))
  const done = await Promise.all([own.db, ...others].map((db) => migrate(db, { folder })))
  expect(done.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await applied()).toEqual(['0001_first.sql', '0002_second.sql'])
  await Promise.all(others.map((db) => db.destroy()))
})

test('a file that fails is rolled back, and earlier files stay applied', async () => {
  write(
    '0002_second.sql',
    'create table half (id int); insert into half values (1); select nonsense',
  )
  await expect(migrate(own.db, { folder })).rejects.toThrow(
    '0002_second.sql failed and was rolled back: column "nonsense" does not exist',
  )
  expect(await applied()).toEqual(['0001_first.sql'])
  expect((await sql`select to_regclass('half') as half`.execute(own.db)).rows).toEqual([
    { half: null },
  ])
})

test('a program works on a newer database that admits it, and changes nothing', async () => {
  write('0003_third.sql', '-- oldest program: 0002\nalter table field add later int')
  const make = (number: number) => [{ name: 'derived', text: `select ${number}` }]
  await migrate(own.db, { folder, repeatables: make(2) })
  rmSync(join(folder, '0003_third.sql'))
  const lines: string[] = []
  const repeatables = make(1)
  expect(
    await migrate(own.db, { folder, repeatables, onProgress: (line) => lines.push(line) }),
  ).toEqual([])
  expect(lines).toEqual([
    'The database is of a newer version, which this one works with: 0003_third.sql',
  ])
  expect(await applied()).toHaveLength(3)
})

test('a database of before such admissions were recorded is updated', async () => {
  await migrate(own.db, { folder, last: 1 })
  await sql`alter table schema_migration drop oldest_program`.execute(own.db)
  expect(await migrate(own.db, { folder })).toEqual(['0002_second.sql'])
})

const countRows = async (query: string, db: Db): Promise<number> =>
  (await sql.raw(query).execute(db)).rows.length

test('a file outside of a transaction builds an index while rows are written', async () => {
  write(
    '0003_index.sql',
    `-- oldest program: 0002
-- outside a transaction
drop index concurrently if exists field_name;
create index concurrently field_name on field (name);
`,
  )
  await migrate(own.db, { folder, last: 2 })
  const writing = openDatabase(own.url)
  const { migrated } = await writing.transaction().execute(async (tx) => {
    await sql`insert into field values (9, 'y')`.execute(tx)
    const begun = migrate(own.db, { folder })
    // It waits for this row, and others write meanwhile.
    const building = `select from pg_stat_activity where state = 'active'
      and datname = current_database() and query like 'create index concurrently%'`
    await expect.poll(() => countRows(building, own.db)).toBe(1)
    await sql`insert into field values (8, 'z')`.execute(own.db)
    return { migrated: begun }
  })
  expect(await migrated).toEqual(['0003_index.sql'])
  const valid = `select from pg_index where indexrelid = 'field_name'::regclass and indisvalid`
  expect(await countRows(valid, own.db)).toBe(1)
  await writing.destroy()
})

test('several concurrent programs build an index outside of a transaction once', async () => {
  write(
    '0003_index.sql',
    '-- outside a transaction\ncreate index concurrently field_name on field (name);\n',
  )
  const others = [1, 2, 3].map(() => openDatabase(own.url))
  const done = await Promise.all([own.db, ...others].map((db) => migrate(db, { folder })))
  expect(done.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql', '0003_index.sql'])
  await Promise.all(others.map((db) => db.destroy()))
})

test('a file waits for a lock only for a moment at a time, so that others go on', async () => {
  await migrate(own.db, { folder })
  write('0003_third.sql', 'alter table field add later int')
  const [reading, others] = [openDatabase(own.url), openDatabase(own.url)]
  const { migrated } = await reading.transaction().execute(async (tx) => {
    await sql`select from field`.execute(tx)
    const begun = migrate(own.db, { folder })
    const waiting = `select from pg_locks where relation = 'field'::regclass
      and mode = 'AccessExclusiveLock' and not granted`
    await expect.poll(() => countRows(waiting, others)).toBe(1)
    // Waits behind the file, until that gives up.
    await sql`insert into field values (7, 'x')`.execute(others)
    return { migrated: begun }
  })
  await migrated
  expect(await applied()).toHaveLength(3)
  await Promise.all([reading.destroy(), others.destroy()])
})

describe('refused', () => {
  test('a file that was changed after it was applied', async () => {
    await migrate(own.db, { folder })
    write('0001_first.sql', 'create table field (id bigint primary key)')
    write('0003_third.sql', 'create table never (id int)')
    await expect(migrate(own.db, { folder })).rejects.toThrow(
      '0001_first.sql was changed after it had been applied',
    )
    expect(await applied()).toHaveLength(2)
  })

  test('a database written by a newer program', async () => {
    await migrate(own.db, { folder })
    rmSync(join(folder, '0002_second.sql'))
    await expect(migrate(own.db, { folder })).rejects.toThrow(
      'newer Swath: it has the migration 0002_second.sql, with which this one does not work',
    )
  })

  test('a database that one of several newer programs changed too much', async () => {
    write('0003_third.sql', '-- oldest program: 0001\nselect 1')
    write('0004_fourth.sql', '-- oldest program: 0002\nalter table field drop name')
    await migrate(own.db, { folder })
    for (const name of ['0002_second.sql', '0003_third.sql', '0004_fourth.sql'])
      rmSync(join(folder, name))
    await expect(migrate(own.db, { folder })).rejects.toThrow('with which this one does not work')
  })

  test.each(['0004_gap.sql', '0002_twice.sql', '3_short.sql', '0003-hyphen.sql'])(
    'a file named %s',
    async (name) => {
      write(name, 'select 1')
      await expect(migrate(own.db, { folder })).rejects.toThrow(
        /expected the number 000\d and a name like/,
      )
    },
  )
})

test('the lock ends with the transaction, so that a pooler may reuse the connection', async () => {
  await migrate(own.db, { folder })
  expect(
    (
      await sql`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        own.db,
      )
    ).rows,
  ).toEqual([])
})

describe('a database with the migrations before the baseline', () => {
  const pretend = (last: number) =>
    sql`
    create table schema_migration (number int primary key, name text not null, sha256 text not null,
      applied_at timestamptz not null default now());
    insert into schema_migration (number, name, sha256)
    select number, case number when 1 then '0001_foundation.sql'
      when 70 then '0070_leaders_of_teams.sql' else lpad(number::text, 4, '0') || '_x.sql' end, ''
    from generate_series(1, ${sql.lit(last)}) number`.execute(own.db)

  test('continues with the files after the baseline', async () => {
    for (const number of [3, 4, 5, 6, 7]) write(`000${number}_x.sql`, 'select nonsense')
    write('0008_new.sql', 'create table later (id int)')
    await pretend(70)
    expect(await migrate(own.db, { folder })).toEqual(['0008_new.sql'])
    expect(await applied()).toHaveLength(8)
    expect(await migrate(own.db, { folder })).toEqual([])
  })

  test('is refused if some of them are missing', async () => {
    await pretend(69)
    await expect(migrate(own.db, { folder })).rejects.toThrow('has 69 of its 70 migrations')
    expect(await applied()).toHaveLength(69)
  })
})
