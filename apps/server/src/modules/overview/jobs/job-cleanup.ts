import { z } from 'zod'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { deleteFailedJobs } from '../../../platform/jobs/jobs.queries.ts'
import type { Services } from '../../../platform/services.ts'

/** Long enough for people to return from a holiday and investigate. */
const keptMs = 30 * 86_400_000

export const removeFailedJobsKind: JobKind<object> = {
  name: 'jobs.remove-failed',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 3, minute: 47 },
}

export const removeFailedJobsJob = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Job =>
  createJob(removeFailedJobsKind, async () => {
    await deleteFailedJobs(db, new Date(clock.now() - keptMs))
  })
