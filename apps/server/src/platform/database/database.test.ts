import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase, findPool, pickReplica, tx } from './database.ts'
import { createTestDatabase, rollback, type TestDatabase } from './testing.ts'
import { ownTestDatabase } from './testing-file.ts'

const own = await ownTestDatabase()
await own.db.deleteFrom('crop').execute()

const codes = async (db = own.db) =>
  (await db.selectFrom('crop').select('id').orderBy('id').execute()).map((row) => row.id)
const addCrop = (db: TestDatabase['db'], id: string) =>
  db
    .insertInto('crop')
    .values({ id, names: JSON.stringify({ en: id }) })
    .execute()

describe('values', () => {
  test('int8 is a number, and above 2^53 a bigint without rounding', async () => {
    const { rows } = await sql<
      Record<string, unknown>
    >`select count(*) as count, 9007199254740991::int8 as safe, 9007199254740993::int8 as large
      from generate_series(1, 3)`.execute(own.db)
    expect(rows[0]).toEqual({ count: 3, safe: 9007199254740991, large: 9007199254740993n })
  })

  test('timestamptz is a Date, date is text without a zone, jsonb is parsed, bytea is a Buffer', async () => {
    const { rows } = await sql<
      Record<string, unknown>
    >`select '2026-01-01T00:00:00.123+08:00'::timestamptz as at, '2026-03-29'::date as day,
      '[[1,2]]'::jsonb as rings, '\\x00ff'::bytea as bytes`.execute(own.db)
    expect(rows[0]).toEqual({
      at: new Date('2025-12-31T16:00:00.123Z'),
      day: '2026-03-29',
      rings: [[1, 2]],
      bytes: Buffer.from([0, 255]),
    })
  })

  test('text sorts by code points on every machine', async () => {
    const { rows } = await sql<{
      word: string
    }>`select word from (values ('ä'), ('b'), ('B'), ('中')) as words (word) order by word`.execute(
      own.db,
    )
    expect(rows.map((row) => row.word)).toEqual(['B', 'b', 'ä', '中'])
  })
})

describe('transactions', () => {
  test('an error in a nested transaction undoes only the nested work', async () => {
    await tx(own.db, async (outer) => {
      await addCrop(outer, 'rice')
      await expect(
        tx(outer, async (inner) => {
          await addCrop(inner, 'wheat')
          throw new Error('no wheat')
        }),
      ).rejects.toThrow('no wheat')
      await tx(outer, (inner) => addCrop(inner, 'maize'))
    })
    expect(await codes()).toEqual(['maize', 'rice'])
    await own.db.deleteFrom('crop').execute()
  })

  test('a failed statement in a nested transaction leaves the outer one usable', async () => {
    await tx(own.db, async (outer) => {
      await addCrop(outer, 'rice')
      await expect(tx(outer, (inner) => addCrop(inner, 'rice'))).rejects.toThrow('crop_pkey')
      await addCrop(outer, 'maize')
    })
    expect(await codes()).toEqual(['maize', 'rice'])
    await own.db.deleteFrom('crop').execute()
  })

  test('rollback leaves nothing behind', async () => {
    const seen = await rollback(own.db, async (db) => {
      await tx(db, (inner) => addCrop(inner, 'rice'))
      return codes(db)
    })
    expect(seen).toEqual(['rice'])
    expect(await codes()).toEqual([])
  })
})

describe('connections', () => {
  test('a statement that takes too long is cancelled', async () => {
    const impatient = openDatabase(own.url, { statementTimeoutS: 0.2 })
    await expect(sql`select pg_sleep(20)`.execute(impatient)).rejects.toThrow(
      /statement timeout|Query read timeout/,
    ) // the second behind a pooler
    await impatient.destroy()
  })

  test('connections have an application name', async () => {
    const named = openDatabase(own.url, { applicationName: 'swath-gateway' })
    const { rows } = await sql<{
      name: string
    }>`select current_setting('application_name') as name`.execute(named)
    expect(rows[0]?.name).toBe('swath-gateway')
    await named.destroy()
  })

  test('a lost connection crashes neither the program nor the pool', async () => {
    const db = openDatabase(own.url, { maxConnections: 1 })
    await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toThrow()
    await expect
      .poll(async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows)
      .toEqual([{ one: 1 }])
    await db.destroy()
  })

  test('a connection to a server that refuses writes is not used again', async () => {
    const db = openDatabase(own.url, { maxConnections: 1 })
    await sql`set default_transaction_read_only = on`.execute(db) // as a former primary
    await expect(addCrop(db, 'barley')).rejects.toMatchObject({ code: '25006' })
    await tx(db, async (inner) => {
      await addCrop(inner, 'barley')
      await inner.deleteFrom('crop').where('id', '=', 'barley').execute()
    })
    await db.destroy()
  })

  test('a server that starts later is found by the same database object', async () => {
    const url = new URL(own.url)
    const nowhere = openDatabase(`postgres://x:y@127.0.0.1:1${url.pathname}`)
    await expect(sql`select 1`.execute(nowhere)).rejects.toThrow('ECONNREFUSED')
    await expect(sql`select 1`.execute(nowhere)).rejects.toThrow('ECONNREFUSED')
    await nowhere.destroy()
  })

  test('reads go to the replica if there is one', async () => {
    const other = await createTestDatabase()
    const db = openDatabase(own.url, { readUrl: other.url })
    const name = async (database: typeof db) =>
      (await sql<{ name: string }>`select current_database() as name`.execute(database)).rows[0]
        ?.name
    expect(await name(db)).toBe(new URL(own.url).pathname.slice(1))
    expect(await name(pickReplica(db))).toBe(new URL(other.url).pathname.slice(1))
    expect(pickReplica(own.db)).toBe(own.db)
    await db.destroy()
    await other.close()
  })

  test('the underlying pool parses values the same way', async () => {
    const { rows } = await (await findPool(own.db)).query('select 1::int8 as one')
    expect(rows).toEqual([{ one: 1 }])
  })
})
