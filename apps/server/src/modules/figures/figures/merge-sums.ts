import { z } from 'zod'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { tx } from '../../../platform/database/database.ts'
import { mergeSumChanges } from './merge-sums.queries.ts'

/**
 * Keeps the number of unmerged changes small (docs/decisions/076-figures-cube.md). Readers add
 * unmerged changes to the sums.
 */
export const mergeSums: JobKind<object> = {
  name: 'sums.merge',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const mergeSumsJob = ({ db }: Pick<Services, 'db'>): Job =>
  createJob(mergeSums, () => tx(db, mergeSumChanges))
