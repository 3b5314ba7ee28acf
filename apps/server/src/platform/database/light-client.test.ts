import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readConnectionUrl } from './database.ts'
import { LightClient } from './light-client.ts'
import { ownTestDatabase } from './testing-file.ts'

const { db } = await ownTestDatabase()

const withClient = async <T>(run: (client: LightClient) => Promise<T>): Promise<T> => {
  const client = new LightClient({ connectionString: await readConnectionUrl(db) })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const collectYoung = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'minor' }) => void
  collect({ type: 'minor' })
}

test('has the same interface as pg: a promise, a callback or a query object, and reports errors', () =>
  withClient(async (client) => {
    const asked = client as pg.Client
    expect((await asked.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
    expect((await asked.query({ text: 'select 8 as n', rowMode: 'array' })).rows).toEqual([[8]])
    await expect(asked.query('select nothing')).rejects.toMatchObject({ code: '42703' })
    const answered = await new Promise((resolve) => {
      asked.query('select 9 as n', (_error: Error, { rows }: pg.QueryResult) => resolve(rows))
    })
    expect(answered).toEqual([{ n: 9 }])
    const own = asked.query(new pg.Query('select 10 as n'))
    expect(await new Promise((resolve) => own.once('row', resolve))).toEqual({ n: 10 })
  }))

test("results that are no longer used are collected by the young generation's collector", () =>
  withClient(async (client) => {
    const ask = () =>
      (client as pg.Client).query(
        `select n, $1 || n as one, 'b' || n as two, now() as at from generate_series(1, 400) n`,
        ['a'],
      )
    await ask()
    collectYoung()
    const { heapUsed: before } = process.memoryUsage()
    for (let i = 1; i <= 200; i++) {
      await ask()
      if (i % 10 === 0) collectYoung()
    }
    collectYoung()
    // With pg's own promises 10 to 17 MB remain, unless a full collection happened meanwhile; with
    // this client 4 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
  }))
