// The ingest log through pgbouncer in transaction mode (`npm run test:engines`).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations } from '../../apply-migrations.ts'
import { openDatabase, type Db } from '../../platform/database/database.ts'
import {
  createDatabase,
  dropDatabase,
  withDatabase,
} from '../../platform/database/testing-server.ts'
import { createPostgresLog } from './ingest-log.postgres.queries.ts'

const [adminUrl, poolerUrl] = [process.env['TEST_DATABASE_URL'], process.env['TEST_POOLER_URL']]
if (!adminUrl || !poolerUrl) throw new Error('npm run test:engines runs these tests')
const name = `swath_test_${randomBytes(8).toString('hex')}`
let db: Db

beforeAll(async () => {
  await createDatabase(adminUrl, name)
  db = openDatabase(withDatabase(poolerUrl, name), { maxConnections: 40 })
  await applyMigrations(db)
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(adminUrl, name)
})

test('appends at the first attempt, whichever connection the pooler gives', async () => {
  const trouble: unknown[] = []
  const onTrouble = (_what: string, error: unknown): void => void trouble.push(error)
  const logs = Array.from({ length: 8 }, () => createPostgresLog(db, { onTrouble }))
  const record = { receivedAtMs: 1, kind: 'track', refusal: '', bytes: Buffer.from('x') } as const
  for (let round = 0; round < 20; round++)
    await Promise.all(logs.map((one, i) => one.append({ ...record, droneId: `POOLED-${i}` })))
  expect(trouble).toEqual([])
  expect((await logs[0]!.backlog()).batches).toBe(160)
  for (const one of logs) await one.close()
})
