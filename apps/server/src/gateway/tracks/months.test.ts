import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Db } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../../platform/database/testing.ts'
import { seedFleet } from '../testing.seed.ts'
import { createMonths, rewriteMonth } from './months.queries.ts'

let own: TestDatabase
beforeEach(async () => {
  own = await createEmptyTestDatabase()
})
afterEach(() => own.close())

const lastBefore = 25
const drone = 'months-0'

/** As programs of before the months write it. */
const insertChunk = async (db: Db, number: number, fromAt: Date): Promise<void> => {
  await sql`insert into track_chunk (drone_id, id, from_at, until_at, point_count, columns)
    values (${drone}, ${`00000000-0000-7000-8000-${String(number).padStart(12, '0')}`},
      ${fromAt}, ${fromAt}, 1, '\\x00')`.execute(db)
}

const countByPartition = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`
    select tableoid::regclass::text as name, count(*)::int as count from track_chunk
    group by 1 order by 1`.execute(own.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const monthsFromNow = (months: number): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
}
const nameOf = (month: Date): string =>
  `track_chunk_${month.toISOString().slice(0, 7).replace('-', '_')}`

test('an existing table becomes the first partition, while a program writes, without a copy', async () => {
  await migrate(own.db, { last: lastBefore })
  await seedFleet(own.db, 'months', 1)
  const now = new Date()
  for (let number = 0; number < 20; number++)
    await insertChunk(own.db, number, new Date(now.getTime() - number * 5 * 86_400_000))
  const readFile = async (table: string): Promise<number> =>
    (
      await sql<{ file: number }>`
        select relfilenode::int as file from pg_class where relname = ${table}`.execute(own.db)
    ).rows[0]!.file
  const file = await readFile('track_chunk')

  const writer = openDatabase(own.url)
  let written = 20
  let isDone = false
  const writing = (async () => {
    while (!isDone) await insertChunk(writer, written++, new Date())
  })()
  await migrate(own.db)
  isDone = true
  await writing
  await writer.destroy()

  expect(await countByPartition()).toEqual({ track_chunk_before: written })
  expect(await readFile('track_chunk_before')).toBe(file)
  await insertChunk(own.db, 1_000, monthsFromNow(2))
  expect(await countByPartition()).toMatchObject({ [nameOf(monthsFromNow(2))]: 1 })
})

test('a new table begins with the current month; a wrong clock loses nothing', async () => {
  await migrate(own.db)
  await seedFleet(own.db, 'months', 1)
  await insertChunk(own.db, 1, new Date('2020-01-01T00:00:00Z'))
  await insertChunk(own.db, 2, monthsFromNow(0))
  await insertChunk(own.db, 3, monthsFromNow(5))
  await insertChunk(own.db, 4, monthsFromNow(60))
  expect(await countByPartition()).toEqual({
    track_chunk_before: 1,
    [nameOf(monthsFromNow(0))]: 1,
    track_chunk_other: 2,
  })

  // Two months later: the missing ones are created, and get what was put aside.
  const later = monthsFromNow(2).getTime()
  expect((await createMonths(own.db, later)).map(nameOf)).toEqual(
    [4, 5].map((months) => nameOf(monthsFromNow(months))),
  )
  expect(await createMonths(own.db, later)).toEqual([])
  expect(await countByPartition()).toEqual({
    track_chunk_before: 1,
    [nameOf(monthsFromNow(0))]: 1,
    [nameOf(monthsFromNow(5))]: 1,
    track_chunk_other: 1,
  })
  await sql`delete from track_chunk`.execute(own.db)
  await expect(insertChunk(own.db, 5, monthsFromNow(5))).resolves.toBeUndefined()
  await expect(
    sql`insert into track_chunk (drone_id, id, from_at, until_at, point_count, columns)
      values ('nobody', gen_random_uuid(), ${monthsFromNow(5)}, now(), 1, '')`.execute(own.db),
  ).rejects.toThrow('foreign key')
})

describe('a month that is written anew', { timeout: 60_000 }, () => {
  const month = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth()))
  const readBytes = async (): Promise<number> =>
    (
      await sql<{ bytes: number }>`
        select pg_total_relation_size(${nameOf(month)}::regclass)::float8 as bytes`.execute(own.db)
    ).rows[0]!.bytes
  const describeTable = async (): Promise<unknown> => [
    (
      await sql`select indexdef from pg_indexes where tablename = ${nameOf(month)} order by 1`.execute(
        own.db,
      )
    ).rows,
    (
      await sql`select contype, pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${nameOf(month)}::regclass and contype <> 'n' order by 1, 2`.execute(
        own.db,
      )
    ).rows,
    (
      await sql`select tgname from pg_trigger
        where tgrelid = ${nameOf(month)}::regclass and not tgisinternal`.execute(own.db)
    ).rows,
  ]
  const emptyChunks = async (): Promise<void> => {
    for (let round = 0; round < 3; round++)
      await sql`update track_chunk set columns = convert_to(repeat('x', 900), 'UTF8')`.execute(
        own.db,
      )
    await sql`update track_chunk set columns = ''`.execute(own.db)
  }
  beforeEach(async () => {
    await migrate(own.db)
    await seedFleet(own.db, 'months', 1)
    await sql`insert into track_chunk (drone_id, id, from_at, until_at, point_count, columns)
      select ${drone}, gen_random_uuid(), ${month}::timestamptz + number * interval '1 second',
        now(), 1, '' from generate_series(1, 2000) number`.execute(own.db)
    await emptyChunks()
  })

  test('has the same rows, keys and indexes, and less space', async () => {
    const read = () => sql`select * from track_chunk order by id`.execute(own.db)
    const [rows, bytes, table] = [(await read()).rows, await readBytes(), await describeTable()]
    expect(await rewriteMonth(own.db, month)).toBe(true)
    expect((await read()).rows).toEqual(rows)
    expect(await readBytes()).toBeLessThan(bytes / 4)
    expect(await describeTable()).toEqual(table)
    expect(await rewriteMonth(own.db, month)).toBe(false) // nothing is left to gain
    await insertChunk(own.db, 9_000, new Date(month.getTime() + 1))
    expect(await countByPartition()).toEqual({ [nameOf(month)]: 2_001 })
  })

  test('stays as it was while others have it', async () => {
    const table = await describeTable()
    const other = openDatabase(own.url)
    await other.transaction().execute(async (trx) => {
      await insertChunk(trx, 9_000, new Date(month.getTime() + 1))
      expect(await rewriteMonth(own.db, month)).toBe(false)
    })
    await other.destroy()
    expect(await describeTable()).toEqual(table)
    expect(await countByPartition()).toEqual({ [nameOf(month)]: 2_001 })
  })

  test('loses nothing that is written meanwhile', async () => {
    const table = await describeTable()
    const other = openDatabase(own.url)
    let written = 2_000
    let isDone = false
    const writing = (async () => {
      while (!isDone) await insertChunk(other, written++, new Date(month.getTime() + 1))
    })()
    const done: boolean[] = []
    for (let round = 0; round < 3; round++) done.push(await rewriteMonth(own.db, month))
    isDone = true
    await writing
    await other.destroy()
    expect(done).toContain(false)
    expect(await describeTable()).toEqual(table)
    expect(await countByPartition()).toEqual({ [nameOf(month)]: written })
  })

  test('is written anew by one process, when two have archived months of its partition', async () => {
    const table = await describeTable()
    const done = await Promise.all([0, 1].map(() => rewriteMonth(own.db, month)))
    expect(done.filter(Boolean)).toEqual([true])
    expect(await describeTable()).toEqual(table)
    expect(await countByPartition()).toEqual({ [nameOf(month)]: 2_000 })
  })

  test('may be in the partition of all months before', async () => {
    await sql`update track_chunk set from_at = from_at - interval '9 years'`.execute(own.db)
    await emptyChunks()
    expect(await rewriteMonth(own.db, new Date('2010-01-01T00:00:00Z'))).toBe(true)
    expect(await countByPartition()).toEqual({ track_chunk_before: 2_000 })
    await insertChunk(own.db, 1, new Date('1999-01-01T00:00:00Z'))
    expect(await countByPartition()).toEqual({ track_chunk_before: 2_001 })
  })
})
