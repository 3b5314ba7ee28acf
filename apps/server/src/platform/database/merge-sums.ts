import { z } from 'zod'
import { createJob, type Job, type JobKind } from '../jobs/job-kind.ts'
import type { Services } from '../services.ts'
import { tx } from './database.ts'
import { mergeSumChanges } from './sum-changes.queries.ts'

/**
 * Keeps the changes to the sums above the long lists few
 * (docs/decisions/042-sums-of-long-lists.md). Until then they are read with their changes.
 */
export const mergeSums: JobKind<object> = {
  name: 'sums.merge',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const mergeSumsJob = ({ db }: Pick<Services, 'db'>): Job =>
  createJob(mergeSums, () => tx(db, mergeSumChanges))
