// Through pgbouncer in transaction mode, where no notification of a new job arrives (`npm run
// test:engines`).
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, tx, type Db } from '../database/database.ts'
import { applyMigrations } from '../../apply-migrations.ts'
import { createDatabase, dropDatabase, withDatabase } from '../database/testing-server.ts'
import { enqueueJob } from './enqueue-job.ts'
import { installJobQueue } from './install-job-queue.ts'
import { createJob, type JobKind } from './job-kind.ts'
import { startJobRunner } from './job-runner.ts'
import { countJobs } from './jobs.queries.ts'

const adminUrl = process.env['TEST_DATABASE_URL']!
const name = `swath_test_${randomBytes(8).toString('hex')}`
const log = pino({ level: 'silent' })
let db: Db

beforeAll(async () => {
  await createDatabase(adminUrl, name)
  db = openDatabase(withDatabase(process.env['TEST_POOLER_URL']!, name), { maxConnections: 8 })
  await applyMigrations(db)
  await installJobQueue(db)
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(adminUrl, name)
})

test('jobs are enqueued and run, with a delay', async () => {
  const kind: JobKind<{ number: number }> = {
    name: 'sums.merge',
    payload: z.object({ number: z.number() }),
    triesAtMost: 2,
  }
  const done = new Set<number>()
  const runner = await startJobRunner({ db, log }, [
    createJob(kind, async ({ number }) => void done.add(number)),
  ])
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  for (const number of numbers) await tx(db, (trx) => enqueueJob(trx, kind, { number }))
  await expect.poll(() => done.size).toBe(numbers.length)
  await expect.poll(() => countJobs(db)).toEqual({ waiting: 0, running: 0, retrying: 0, failed: 0 })
  await runner.stop()
})
