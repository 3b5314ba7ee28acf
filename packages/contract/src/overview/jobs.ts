import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { notARow } from '../ids.ts'
import { Time, filter, TimeFrom, TimeUntil } from '../fields.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('Jobs')
const base = '/api/jobs'
const policy = { screens: ['job-list'] } as const

/** All background jobs of the program; each has a name for people in jobs.json. */
export const jobKindNames = [
  'alarms.tell',
  'alarms.deliver',
  'alarms.digest',
  'alarms.expire',
  'app-logs.remove',
  'bulletins.publish',
  'bulletins.remove-files',
  'certificates.tell',
  'certificates.warn',
  'claims.compare',
  'data-stats.mail',
  'data-stats.mail-due',
  'drone-statistics.export',
  'drone-statistics.remove-exports',
  'files.remove-unclaimed',
  'files.remove-unnamed',
  'firmware.check',
  'firmware.continue-rollouts',
  'firmware.remove-abandoned',
  'firmware.wrap',
  'flight-logs.read-lost',
  'flight-logs.remove-forgotten',
  'geometry-imports.apply',
  'geometry-imports.remove-forgotten',
  'geometry-imports.undo',
  'jobs.remove-failed',
  'leasing.balance',
  'leasing.lock',
  'leasing.tell-balance',
  'ledger.seal',
  'orders.tell',
  'orders.warn',
  'payments.ask',
  'payments.compare',
  'payments.refund',
  'parts.tell',
  'parts.watch',
  'plots.find-flights',
  'plots.keep-ground',
  'rtk.tell',
  'rtk.warn',
  'subsidies.work-out',
  'sums.check',
  'sums.merge',
  'tasks.assign',
  'tasks.measure',
  'weather.fetch',
] as const
export type JobKindName = (typeof jobKindNames)[number]

export const jobStates = ['waiting', 'running', 'retrying', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** State of the last run of a scheduled job; done: no part of the run is left. */
export const runStates = ['done', 'cancelled', ...jobStates] as const
export type RunState = (typeof runStates)[number]

const JobId = notARow(
  'what the whole service does is seen by its operator alone, or not at all',
  z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .describe('1, 2, 3 …'),
)

/** A pending or failed job. Jobs that have succeeded are removed. */
export const Job = z
  .object({
    jobId: JobId,
    kind: z.string().describe('A name of jobKindNames, or of another version of the program'),
    state: z
      .enum(jobStates)
      .describe('failed: given up; retrying: failed and tried again at runAt'),
    runAt: Time.describe('When it is due, or was'),
    createdAt: Time,
    startedAt: Time.nullable().describe('Of the try that is running'),
    tries: z.int().describe('Begun so far'),
    triesAtMost: z.int(),
    lastError: z.string().nullable().describe('Why the last try failed'),
    can: z.object({ retry: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

export const jobList = declareList({
  name: 'jobs',
  call: 'listJobs',
  fileCall: undefined,
  row: Job,
  rowKey: 'jobId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-runAt',
  filters: {
    state: filter(z.enum(jobStates)),
    kind: filter(z.enum(jobKindNames)),
    startTime: filter(TimeFrom).describe('Due at or after'),
    endTime: filter(TimeUntil).describe('Due at or before'),
  },
  columns: {
    kind: { label: 'jobs:kindHead', kind: 'own', phone: 'title' },
    state: {
      label: 'jobs:state',
      kind: 'code',
      labels: {
        waiting: 'jobs:stateName.waiting',
        running: 'jobs:stateName.running',
        retrying: 'jobs:stateName.retrying',
        failed: 'jobs:stateName.failed',
      },
      phone: 'state',
    },
    runAt: { label: 'jobs:runAt', kind: 'time', sort: true, phone: 'figure' },
    tries: { label: 'jobs:tries', kind: 'own', phone: 'figure' },
    lastError: { label: 'jobs:lastError' },
    createdAt: { label: 'jobs:createdAt', kind: 'time', sort: true },
  },
})

const params = z.object({ jobId: JobId })

export const jobRoutes = {
  listJobs: route('GET', base, {
    summary: 'What waits, runs and failed, of the whole service',
    policy,
    ...pageOf(jobList, {
      stats: z
        .object({ waiting: z.int(), running: z.int(), retrying: z.int(), failed: z.int() })
        .describe('By every filter but that of the state'),
    }),
  }),
  getJob: route('GET', `${base}/{jobId}`, {
    summary: 'One job',
    policy,
    params,
    out: Job,
    errors: ['not_found'],
  }),
  retryJob: route('POST', `${base}/{jobId}/retry`, {
    summary: 'Try a failed or waiting job at once, with all its tries before it',
    policy,
    params,
    errors: ['not_found', 'job_running'],
  }),
  cancelJob: route('DELETE', `${base}/{jobId}`, {
    summary: 'Forget a job that is not running',
    policy,
    params,
    errors: ['not_found', 'job_running'],
  }),
  listJobSchedules: route('GET', '/api/job-schedules', {
    summary: 'What is done again and again: how often, how the last time ended, and when next',
    policy,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.enum(jobKindNames),
          every: z.enum(['minute', 'hour', 'day']),
          lastAt: Time.nullable().describe('When it was last due; null: not yet'),
          lastState: z.enum(runStates).nullable().describe('How that ended, or stands'),
          lastError: z.string().nullable().describe('Why its last try failed'),
          nextAt: Time,
        }),
      ),
    }),
  }),
}
