import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readConnectionUrl } from './database.ts'
import { LightClient } from './light-client.ts'
import { ownTestDatabase } from './testing-file.ts'

const run = promisify(execFile)
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

test('reading many results takes hardly a full garbage collection', async () => {
  const { stdout } = await run(process.execPath, [
    fileURLToPath(new URL('testing-collections-child.ts', import.meta.url)),
    await readConnectionUrl(db),
  ])
  // None or one; with pg's own promises five to eight.
  expect(stdout).toMatch(/^[012]\n$/)
})
