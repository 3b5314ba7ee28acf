// The only caller of this feature: the operator of the whole service.
import { sql } from 'kysely'
import { jobRoutes } from '@swath/contract/overview/jobs'
import { tx } from '../../../platform/database/database.ts'
import { addJob } from '../../../platform/jobs/jobs.queries.ts'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { worldNow, type PersonName } from '../../../sweep/testing-world.ts'

const people: readonly PersonName[] = ['root']
const nobodys = () => ({ params: { jobId: '1' } })

export const jobSweep = featureSweep(jobRoutes, {
  // Due far in the future, so that no test runs it.
  seed: (db) =>
    tx(db, async (trx) => {
      await addJob(trx, {
        name: 'figures.check-sums',
        payload: {},
        queue: null,
        runAt: new Date(worldNow + 10 * 365 * 86_400_000),
        triesAtMost: 1,
        key: null,
        priority: 0,
      })
      await sql`update graphile_worker._private_jobs set last_error = 'disk full'`.execute(trx)
    }),
  cases: {
    listJobs: { people, right: true },
    getJob: { people, right: true, request: nobodys },
    retryJob: { people, right: true, request: nobodys },
    cancelJob: { people, right: true, request: nobodys },
    listJobSchedules: { people, right: true },
  },
})
