// Keeps partitions for tracks of the coming months ready.
import { z } from 'zod'
import { createMonths } from '../../../gateway/tracks/public.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'

export const createMonthsKind: JobKind<object> = {
  name: 'tracks.months',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 3, minute: 41 },
}

export const createMonthsJob = ({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): Job =>
  createJob(createMonthsKind, async () => {
    const months = await createMonths(db, clock.now())
    if (months.length > 0) log.info({ months }, 'partitions for tracks were created')
  })
