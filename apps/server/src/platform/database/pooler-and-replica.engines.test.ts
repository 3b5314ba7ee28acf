// Tests with production engines: pgbouncer in transaction mode, and a streaming replica (`npm run
// test:engines`).
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, pickReplica, tx, type Db } from './database.ts'
import { applyMigrations } from '../../apply-migrations.ts'
import { migrationsFolder, readMigrations } from './migrate.ts'
import { createDatabase, dropDatabase, withDatabase } from './testing-server.ts'

const requireUrl = (variable: string): string => {
  const url = process.env[variable]
  if (!url) throw new Error(`${variable} is not set: these tests are run by npm run test:engines`)
  return url
}
const adminUrl = requireUrl('TEST_DATABASE_URL')
const name = `swath_test_${randomBytes(8).toString('hex')}`
let db: Db
let migrated: string[]

beforeAll(async () => {
  await createDatabase(adminUrl, name)
  db = openDatabase(withDatabase(requireUrl('TEST_POOLER_URL'), name), {
    readUrl: withDatabase(requireUrl('TEST_READ_DATABASE_URL'), name),
    maxConnections: 40,
  })
  migrated = await applyMigrations(db)
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(adminUrl, name)
})

const setting = async (on: Db): Promise<string | null> =>
  (
    await sql<{
      value: string | null
    }>`select nullif(current_setting('swath.test', true), '') as value`.execute(on)
  ).rows[0]!.value

describe('through a pooler in transaction mode', () => {
  test('every migration is applied once', async () => {
    const files = await readMigrations(migrationsFolder)
    expect(migrated).toEqual([...files.map((file) => file.name), 'figures'])
    expect(await applyMigrations(db)).toEqual([])
  })

  test('settings of one transaction do not affect others', async () => {
    const seen = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        tx(db, async (inner) => {
          const before = await setting(inner)
          await sql`select set_config('swath.test', ${String(index)}, true)`.execute(inner)
          await sql`select pg_sleep(0.005)`.execute(inner)
          return { before, after: await setting(inner), index }
        }),
      ),
    )
    for (const { before, after, index } of seen)
      expect({ before, after }).toEqual({ before: null, after: String(index) })
    expect(await setting(db)).toBeNull()
  })

  test('no statement is prepared: the next one may have another connection', async () => {
    const url = withDatabase(requireUrl('TEST_POOLER_URL'), name)
    const through = openDatabase(url, { maxConnections: 2, keepsPlans: true })
    const add = (number: number) =>
      sql<{ sum: number }>`select ${number}::int + 1 as sum`.execute(through)
    for (let i = 0; i < 20; i++) expect((await add(i)).rows).toEqual([{ sum: i + 1 }])
    const { rows } = await sql`select from pg_prepared_statements`.execute(through)
    expect(rows).toEqual([])
    await through.destroy()
  })
})

describe('a streaming replica', () => {
  test('shows written data a moment later', async () => {
    await sql`create table engines_probe as select 42 as answer`.execute(db)
    // Position of the next record: the commit itself may not be included in what is written so far.
    const {
      rows: [written],
    } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(db)
    await expect
      .poll(
        async () =>
          (
            await sql<{
              caught: boolean
            }>`select pg_last_wal_replay_lsn() >= ${written!.lsn}::pg_lsn as caught`.execute(
              pickReplica(db),
            )
          ).rows[0]!.caught,
      )
      .toBe(true)
    expect((await sql`select answer from engines_probe`.execute(pickReplica(db))).rows).toEqual([
      { answer: 42 },
    ])
  })

  test('rejects writes', async () => {
    await expect(sql`create table engines_refused ()`.execute(pickReplica(db))).rejects.toThrow(
      'read-only transaction',
    )
  })
})
