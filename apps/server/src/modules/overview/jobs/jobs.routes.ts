import type { Job, jobRoutes } from '@swath/contract/overview/jobs'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { pickInterval, nextRunMs, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countFittingJobs,
  countStates,
  findJob,
  forget,
  lastRuns,
  pageOfJobs,
  retryNow,
  type JobRow,
} from './jobs.queries.ts'

const presentJob = (row: JobRow): Job => {
  const idle = row.state !== 'running'
  return {
    jobId: row.id,
    kind: row.kind,
    state: row.state,
    runAt: row.run_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    startedAt: row.locked_at?.toISOString() ?? null,
    tries: row.attempts,
    triesAtMost: row.max_attempts,
    lastError: row.last_error,
    can: { retry: idle, cancel: idle },
  }
}

export const jobHandlers = (
  services: Pick<Services, 'db' | 'clock' | 'events'>,
  kinds: readonly JobKind<unknown>[],
): Handlers<typeof jobRoutes> => {
  const { db, clock } = services
  const { record } = createChanges(services)
  /** Jobs of the whole service are visible only to its operator, regardless of the screens of others. */
  const requireOperator = ({ caller }: SignedInContext): void => {
    if (caller.scope.kind !== 'all') fail('forbidden')
  }

  const change = async (
    jobId: string,
    context: SignedInContext,
    action: 'job.retry' | 'job.cancel',
    work: (trx: Tx, jobId: string) => Promise<boolean>,
  ): Promise<void> => {
    requireOperator(context)
    return record(context, async (trx) => {
      const job = (await findJob(trx, jobId)) ?? fail('not_found')
      return {
        action,
        object: { type: 'job', id: jobId, name: job.kind },
        details: { lastError: job.last_error },
        write: async () => {
          if (!(await work(trx, jobId))) fail('job_running')
        },
        answer: nothing,
      }
    })
  }

  return {
    listJobs: async ({ query }, context) => {
      requireOperator(context)
      const { currentPage, pageSize, sortParam: order = '-runAt' } = query
      const [rows, total, stats] = await Promise.all([
        pageOfJobs(db, query, { order, limit: pageSize, offset: (currentPage - 1) * pageSize }),
        countFittingJobs(db, query),
        countStates(db, query),
      ])
      return { items: rows.map(presentJob), total, currentPage, pageSize, stats }
    },

    getJob: async ({ params }, context) => {
      requireOperator(context)
      return presentJob((await findJob(db, params.jobId)) ?? fail('not_found'))
    },

    retryJob: ({ params }, context) => change(params.jobId, context, 'job.retry', retryNow),
    cancelJob: ({ params }, context) => change(params.jobId, context, 'job.cancel', forget),

    listJobSchedules: async (_input, context) => {
      requireOperator(context)
      const runs = await lastRuns(db)
      return {
        items: kinds.flatMap(({ name, schedule }) => {
          if (!schedule) return []
          const last = runs.get(name)
          return {
            kind: name,
            every: pickInterval(schedule),
            lastAt: last?.at.toISOString() ?? null,
            lastState: last?.state ?? null,
            lastError: last?.error ?? null,
            nextAt: new Date(nextRunMs(schedule, clock.now())).toISOString(),
          }
        }),
      }
    },
  }
}
