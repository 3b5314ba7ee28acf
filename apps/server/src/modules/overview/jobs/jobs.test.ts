import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobRoutes, type Job } from '@swath/contract/overview/jobs'
import { jobKinds } from '../../../jobs.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { addJob } from '../../../platform/jobs/jobs.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { jobHandlers } from './jobs.routes.ts'

const now = Date.parse('2026-11-20T04:00:10Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof jobRoutes>>>
let operator: TestPerson

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  console_ = await openConsole(
    database,
    jobRoutes,
    (services) => jobHandlers(services, jobKinds),
    now,
  )
  operator = await console_.person({ type: 'platform' })
  return () => console_.close()
})

type List = { items: Job[]; total: number; stats: Record<string, number> }
const list = (query: Record<string, string> = {}) =>
  console_.ask<List>(operator, 'listJobs', { query })
const add = (name: string, runAt: Date | null = null) =>
  tx(db, (trx) =>
    addJob(trx, { name, payload: {}, queue: null, runAt, triesAtMost: 3, key: null, priority: 0 }),
  )
/** Inserts jobs in the state that the queue leaves them in. */
const bring = (
  name: string,
  state: { attempts?: number; locked_at?: Date; locked_by?: string; last_error?: string },
) =>
  sql`update graphile_worker._private_jobs as job set attempts = ${state.attempts ?? 1}::int,
    locked_at = ${state.locked_at ?? null}::timestamptz,
      locked_by = ${state.locked_by ?? null}::text,
    last_error = ${state.last_error ?? null}::text
    from graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = ${name}`.execute(db)
const some = async (): Promise<void> => {
  await add('sums.merge', new Date(now + 3_600_000))
  await add('files.remove-unclaimed', new Date(now - 1_000))
  await bring('files.remove-unclaimed', { attempts: 3, last_error: 'disk full' })
  await add('app-logs.remove', new Date(now))
  await bring('app-logs.remove', { attempts: 1, last_error: 'timeout' })
  await add('flight-logs.read-lost', new Date(now - 5_000))
  await bring('flight-logs.read-lost', { locked_at: new Date(), locked_by: 'pool-x' })
}
const readJobId = async (kind: string): Promise<string> => (await list({ kind })).items[0]!.jobId

describe('listJobs', () => {
  test('returns waiting, running and failed jobs with the reasons', async () => {
    await some()
    const { items, total, stats } = await list()
    expect(total).toBe(4)
    expect(stats).toEqual({ waiting: 1, running: 1, retrying: 1, failed: 1 })
    expect(items.map(({ kind, state }) => [kind, state])).toEqual([
      ['sums.merge', 'waiting'],
      ['app-logs.remove', 'retrying'],
      ['files.remove-unclaimed', 'failed'],
      ['flight-logs.read-lost', 'running'],
    ])
    expect(items[2]).toMatchObject({
      tries: 3,
      triesAtMost: 3,
      lastError: 'disk full',
      startedAt: null,
      can: { retry: true, cancel: true },
    })
    expect(items[3]).toMatchObject({
      startedAt: expect.any(String),
      can: { retry: false, cancel: false },
    })
  })

  test('filters by state, kind and time, in both orders', async () => {
    await some()
    const kinds = async (query: Record<string, string>) =>
      (await list(query)).items.map(({ kind }) => kind)
    expect(await kinds({ state: 'failed' })).toEqual(['files.remove-unclaimed'])
    expect(await kinds({ kind: 'sums.merge' })).toEqual(['sums.merge'])
    expect(await kinds({ startTime: new Date(now).toISOString(), sortParam: 'runAt' })).toEqual([
      'app-logs.remove',
      'sums.merge',
    ])
    expect(await kinds({ endTime: new Date(now - 2_000).toISOString() })).toEqual([
      'flight-logs.read-lost',
    ])
    expect((await list({ pageSize: '1', currentPage: '2', sortParam: '-createdAt' })).total).toBe(4)
  })
})

test('the search finds jobs by their name in any language, their id and their last error', async () => {
  await some()
  const kinds = async (search: string) => {
    const { items, stats } = await list({ search, sortParam: 'runAt' })
    return [items.map(({ kind }) => kind), stats['failed']]
  }
  expect(await kinds('Unused upload')).toEqual([['files.remove-unclaimed'], 1])
  expect(await kinds('合计')).toEqual([['sums.merge'], 0])
  expect(await kinds('READ-LOST')).toEqual([['flight-logs.read-lost'], 0])
  expect(await kinds('disk')).toEqual([['files.remove-unclaimed'], 1])
  expect(await kinds('100%')).toEqual([[], 0])
  expect((await list({ kindName: 'disk' })).total).toBe(0)
  expect((await list({ lastError: 'time', state: 'retrying' })).total).toBe(1)
})

describe('one job', () => {
  const audited = async () =>
    (
      await db
        .selectFrom('audit_log')
        .where('account_id', '=', operator.account.id)
        .where('object_type', '=', 'job')
        .select(['action', 'object_name'])
        .execute()
    ).map(({ action, object_name: name }) => [action, name])

  test('that failed is retried at once, with all its retries again', async () => {
    await some()
    const params = { jobId: await readJobId('files.remove-unclaimed') }
    await console_.ask(operator, 'retryJob', { params })
    expect(await console_.ask<Job>(operator, 'getJob', { params })).toMatchObject({
      state: 'waiting',
      tries: 0,
    })
    expect(await audited()).toEqual([['job.retry', 'files.remove-unclaimed']])
  })

  test('that failed can be deleted', async () => {
    await some()
    const params = { jobId: await readJobId('files.remove-unclaimed') }
    await console_.ask(operator, 'cancelJob', { params })
    expect(await console_.refusal(operator, 'getJob', { params })).toEqual([404, 'not_found'])
    expect(await console_.refusal(operator, 'cancelJob', { params })).toEqual([404, 'not_found'])
    expect(await audited()).toEqual([['job.cancel', 'files.remove-unclaimed']])
  })

  test('that is running cannot be changed', async () => {
    await some()
    const params = { jobId: await readJobId('flight-logs.read-lost') }
    for (const operation of ['retryJob', 'cancelJob'] as const)
      expect(await console_.refusal(operator, operation, { params })).toEqual([409, 'job_running'])
    expect(await audited()).toEqual([])
  })
})

const schedules = async () =>
  (await console_.ask<{ items: { kind: string }[] }>(operator, 'listJobSchedules')).items

test('scheduled jobs, with their next run', async () => {
  const items = await schedules()
  const due = jobKinds.filter(({ schedule }) => schedule).map(({ name }) => name)
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(due))
  expect(items.find(({ kind }) => kind === 'sums.merge')).toEqual({
    kind: 'sums.merge',
    every: 'minute',
    lastAt: null,
    lastState: null,
    lastError: null,
    nextAt: '2026-11-20T04:01:00.000Z',
  })
})

test('result of the last run of scheduled jobs', async () => {
  const lastAt = '2026-11-20T03:59:00.000Z'
  for (const kind of ['sums.merge', 'app-logs.remove', 'files.remove-unclaimed'])
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since,
      last_execution)
      values (${kind}, now(), ${lastAt})
      on conflict (identifier) do update set last_execution = ${lastAt}`.execute(db)
  await some()
  await sql`update graphile_worker._private_jobs set key = task.identifier
    from graphile_worker._private_tasks as task
    where task.id = task_id and task.identifier <> 'sums.merge'`.execute(db)
  const items = await schedules()
  const of = (kind: string) => items.find((item) => item.kind === kind)
  expect(of('sums.merge')).toMatchObject({ lastAt, lastState: 'done', lastError: null })
  expect(of('app-logs.remove')).toMatchObject({ lastAt, lastState: 'retrying' })
  expect(of('files.remove-unclaimed')).toMatchObject({
    every: 'hour',
    lastState: 'failed',
    lastError: 'disk full',
  })
  const params = { jobId: await readJobId('files.remove-unclaimed') }
  await console_.ask(operator, 'cancelJob', { params })
  expect((await schedules()).find(({ kind }) => kind === 'files.remove-unclaimed')).toMatchObject({
    lastState: 'cancelled',
    lastError: null,
  })
})

test('only the operator of the service can see them: no sub-platform, no company below it, and nobody without the right', async () => {
  const people = [
    await console_.person({ type: 'platform', parent: operator.account, tag: 'east' }),
    await console_.person({ type: 'platform', parent: operator.account }),
    await console_.person({ type: 'operator', operator_type: 'team' }),
    await console_.colleague(operator, { user_type: 5 }),
  ]
  await add('sums.merge')
  const params = { jobId: await readJobId('sums.merge') }
  for (const person of people) {
    for (const operation of ['listJobs', 'listJobSchedules'] as const)
      expect(await console_.refusal(person, operation)).toEqual([403, 'forbidden'])
    for (const operation of ['getJob', 'retryJob', 'cancelJob'] as const)
      expect(await console_.refusal(person, operation, { params })).toEqual([403, 'forbidden'])
  }
})
