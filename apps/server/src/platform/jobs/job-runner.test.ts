import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, tx } from '../database/database.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import { withDatabase } from '../database/testing-server.ts'
import { enqueueJob } from './enqueue-job.ts'
import { createJob, nextRunMs, type Job, type JobKind } from './job-kind.ts'
import { jobGauges, startJobRunner, type JobRunner } from './job-runner.ts'
import { addJob, countJobs, deleteFailedJobs } from './jobs.queries.ts'
import { runDueJobs } from './testing-jobs.ts'

const { db, url } = await ownTestDatabase()
const lines: { msg: string; traceId?: string; kind?: string }[] = []
const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
const kind: JobKind<{ name: string }> = {
  name: 'sums.merge',
  payload: z.object({ name: z.string() }),
  triesAtMost: 2,
}
const runners: JobRunner[] = []
const start = async (jobs: readonly Job[], options = {}): Promise<JobRunner> => {
  const runner = await startJobRunner({ db, log }, jobs, options)
  runners.push(runner)
  return runner
}
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  lines.splice(0)
})
const enqueue = (name: string, options = {}) =>
  tx(db, (trx) => enqueueJob(trx, kind, { name }, options))
/** Makes the database of this file refuse all connections, and accept them again. */
const openAdmin = async () => {
  const name = new URL(url).pathname.slice(1)
  const admin = openDatabase(withDatabase(url, 'postgres'), { maxConnections: 1 })
  const allow = (allowed: boolean) =>
    sql`alter database ${sql.id(name)} allow_connections ${sql.raw(String(allowed))}`.execute(admin)
  onTestFinished(async () => {
    await allow(true)
    await admin.destroy()
  })
  return {
    refuse: async () => {
      await allow(false)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(
        admin,
      )
    },
    accept: () => allow(true),
  }
}
/** A job that records its payload. */
const keeping = (done: string[]): Job => createJob(kind, async ({ name }) => void done.push(name))

describe('enqueueJob', () => {
  test('the job exists only if the transaction of its cause commits', async () => {
    const done: string[] = []
    await enqueue('kept')
    await expect(
      tx(db, async (trx) => {
        await enqueueJob(trx, kind, { name: 'undone' })
        throw new Error('the cause was undone')
      }),
    ).rejects.toThrow('the cause was undone')
    await runDueJobs(db, [keeping(done)])
    expect(done).toEqual(['kept'])
  })

  test('a waiting job with the same key is replaced; a job with a later time waits', async () => {
    const done: string[] = []
    await enqueue('first', { key: 'k' })
    await enqueue('second', { key: 'k' })
    await enqueue('tomorrow', { runAt: new Date(Date.now() + 86_400_000) })
    await runDueJobs(db, [keeping(done)])
    expect(done).toEqual(['second'])
    expect(await countJobs(db)).toEqual({ waiting: 1, running: 0, retrying: 0, failed: 0 })
  })
})

describe('a failed job', () => {
  test('is tried again, then given up, and removed if no one has handled it for long', async () => {
    const failing = createJob(kind, () => Promise.reject(new Error('disk full')))
    await enqueue('x')
    await runDueJobs(db, [failing])
    expect(await countJobs(db)).toMatchObject({ retrying: 1 })
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
    await runDueJobs(db, [failing])
    expect(await countJobs(db)).toMatchObject({ failed: 1 })
    expect(jobGauges(await countJobs(db))).toMatchObject({ jobs_failed: 1 })
    expect(await deleteFailedJobs(db, new Date(Date.now() - 60_000))).toBe(0)
    expect(await deleteFailedJobs(db, new Date(Date.now() + 60_000))).toBe(1)
  })

  test('is logged with its kind and its cause', async () => {
    await start([createJob(kind, () => Promise.reject(new Error('disk full')))])
    await enqueue('x', { traceId: 'abc' })
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({ msg: 'a job failed', kind: 'sums.merge', traceId: 'abc' })
  })

  test('is not run if its payload is invalid', async () => {
    const done: string[] = []
    await tx(db, (trx) =>
      addJob(trx, {
        name: kind.name,
        payload: { payload: { name: 5 } },
        queue: null,
        runAt: null,
        triesAtMost: 2,
        key: null,
        priority: 0,
      }),
    )
    await runDueJobs(db, [keeping(done)])
    expect(done).toEqual([])
    expect(await countJobs(db)).toMatchObject({ retrying: 1 })
  })
})

describe('a runner', () => {
  test('counts its jobs', async () => {
    const done: string[] = []
    const runner = await start([keeping(done)])
    await enqueue('now')
    await expect.poll(() => done).toEqual(['now'])
    await expect
      .poll(() => runner.figures())
      .toMatchObject({ jobs_done_total: 1, jobs_failed_total: 0, jobs_given_up_total: 0 })
  })

  test('another runner repeats a job whose process was killed', async () => {
    await enqueue('lost')
    const child = spawn(
      process.execPath,
      [new URL('testing-child.ts', import.meta.url).pathname, url],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout!, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await countJobs(db)).toMatchObject({ running: 1 })
    const done: string[] = []
    await start([keeping(done)], { lostAfterMs: 600 })
    await expect.poll(() => done).toEqual(['lost'])
  })

  test('restarts after the database closes its connections during a job', async () => {
    const done: string[] = []
    let cut = false
    await start(
      [
        createJob(kind, async ({ name }) => {
          if (!cut) {
            cut = true
            await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
          }
          done.push(name)
        }),
      ],
      { lostAfterMs: 600 },
    )
    await enqueue('first')
    await expect.poll(() => done.includes('first')).toBe(true)
    // The pool may not have noticed yet which of its connections are closed.
    await expect
      .poll(() =>
        enqueue('second').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => done.includes('second')).toBe(true)
  })

  test('runs jobs again after the database was away while two of them failed', async () => {
    const done: string[] = []
    let failing = 0
    const away = await openAdmin()
    await start(
      [
        createJob(kind, async ({ name }) => {
          if (name === 'later') return void done.push(name)
          if (++failing === 2) await away.refuse()
          await expect.poll(() => failing).toBe(2)
          throw new Error('the database is away')
        }),
      ],
      { lostAfterMs: 600, drainMs: 200 },
    )
    await enqueue('one')
    await enqueue('two')
    // One line or two: the library may record both failures at once.
    await expect
      .poll(() => lines.filter(({ msg }) => /Failed to fail jobs/.test(msg)).length)
      .toBeGreaterThan(0)
    await away.accept()
    await expect
      .poll(() =>
        enqueue('later').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => done).toEqual(['later'])
  })

  test('waits only for a limited time for a job when stopped; the job is tried again', async () => {
    let begun = false
    const aborted: boolean[] = []
    const runner = await startJobRunner(
      { db, log },
      [
        createJob(kind, async (_payload, { signal }) => {
          signal.addEventListener('abort', () => aborted.push(true))
          begun = true
          await new Promise(() => undefined)
        }),
      ],
      { drainMs: 200 },
    )
    await enqueue('endless')
    await expect.poll(() => begun).toBe(true)
    await runner.stop()
    expect(aborted).toEqual([true])
    expect(await countJobs(db)).toMatchObject({ running: 0, retrying: 1 })
  })
})

describe('nextRunMs', () => {
  const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)
  test.each([
    [{ hour: 'every', minute: 'every' }, '10:00:00', '10:01:00'],
    [{ hour: 'every', minute: 11 }, '10:11:00', '11:11:00'],
    [{ hour: 'every', minute: 11 }, '10:10:59', '10:11:00'],
    [{ hour: 3, minute: 47 }, '02:00:00', '03:47:00'],
  ] as const)('%o after %s is %s', (schedule, now, next) => {
    expect(nextRunMs(schedule, at(now))).toBe(at(next))
  })
  test('on the next day', () => {
    expect(nextRunMs({ hour: 3, minute: 47 }, at('04:00:00'))).toBe(at('03:47:00') + 86_400_000)
  })
})
