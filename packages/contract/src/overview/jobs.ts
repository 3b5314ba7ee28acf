import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { notARow } from '../ids.ts'
import { Time, filter, SearchText, searchIn, TimeFrom, TimeUntil } from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf } from '../list-calls.ts'

const route = routeWithTag('Jobs')
const base = '/api/jobs'
const policy = { screens: ['job-list'] } as const

/** All kinds of background jobs; their display names are in jobs.json. */
export const jobKindNames = [
  'alarms.tell',
  'alarms.deliver',
  'alarms.digest',
  'alarms.escalate',
  'alarms.expire',
  'app-logs.remove',
  'bulletins.publish',
  'bulletins.remove-files',
  'certificates.tell',
  'certificates.warn',
  'changes.remove',
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
  'stored-data.check',
  'stored-data.log-ends',
  'stored-data.tell',
  'subsidies.work-out',
  'sums.check',
  'sums.merge',
  'tasks.assign',
  'tasks.measure',
  'tracks.archive',
  'tracks.months',
  'weather.fetch',
] as const
export type JobKindName = (typeof jobKindNames)[number]

export const jobStates = ['waiting', 'running', 'retrying', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** State of the last run of a scheduled job; done: no job of the run is pending or failed. */
export const runStates = ['done', 'cancelled', ...jobStates] as const
export type RunState = (typeof runStates)[number]

const JobId = notARow(
  'Jobs belong to the whole service, which only its operator can see',
  z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .describe('Positive integer'),
)

/** A pending or failed job. Jobs that have succeeded are removed. */
export const Job = z
  .object({
    jobId: JobId,
    kind: z
      .string()
      .describe(
        'Kind of job, as in listJobSchedules; jobs of another server version may have other kinds',
      ),
    state: z
      .enum(jobStates)
      .describe(
        'failed: all attempts failed; retrying: the last attempt failed, the next is at runAt',
      ),
    runAt: Time.describe('Time when the job is or was due'),
    createdAt: Time,
    startedAt: Time.nullable().describe('Start of the current attempt; null if not running'),
    tries: z.int().describe('Number of attempts started so far'),
    triesAtMost: z.int(),
    lastError: z.string().nullable().describe('Error of the last failed attempt'),
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
    search: searchIn('kindName', 'lastError'),
    kindName: SearchText.describe('Part of the name of the kind, in any language, or of its id'),
    lastError: SearchText,
    state: filter(z.enum(jobStates)),
    kind: filter(z.enum(jobKindNames)),
    startTime: filter(TimeFrom).describe('Jobs due at or after this time'),
    endTime: filter(TimeUntil).describe('Jobs due at or before this time'),
  },
  columns: {
    kind: { label: 'jobs:kindHead', kind: 'own', phone: 'title' },
    state: {
      label: 'terms:state',
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
    summary: 'List the pending, running and failed jobs of the whole service',
    policy,
    ...pageOf(jobList, {
      stats: countEach(jobStates).describe('Counts by state; all filters except the state apply'),
    }),
  }),
  getJob: route('GET', `${base}/{jobId}`, {
    summary: 'Get a job',
    policy,
    params,
    out: Job,
    errors: ['not_found'],
  }),
  retryJob: route('POST', `${base}/{jobId}/retry`, {
    summary: 'Run a failed or waiting job immediately and reset its number of attempts',
    policy,
    params,
    errors: ['not_found', 'job_running'],
  }),
  cancelJob: route('DELETE', `${base}/{jobId}`, {
    summary: 'Delete a job that is not running',
    policy,
    params,
    errors: ['not_found', 'job_running'],
  }),
  listJobSchedules: route('GET', '/api/job-schedules', {
    summary: 'List the scheduled jobs with their interval, last run and next run',
    policy,
    out: z.object({
      items: z.array(
        z.object({
          kind: z.enum(jobKindNames),
          every: z.enum(['minute', 'hour', 'day']),
          lastAt: Time.nullable().describe('Time when the job was last due; null if never'),
          lastState: z
            .enum(runStates)
            .nullable()
            .describe('State of that run; null if there was none'),
          lastError: z.string().nullable().describe('Error of the last failed attempt of that run'),
          nextAt: Time,
        }),
      ),
    }),
  }),
}
