// Who may make the calls of this feature: the operator of the whole service alone.
import { jobRoutes } from '@swath/contract/jobs'
import { featureSweep } from '../../sweep/testing-cases.ts'
import type { PersonName } from '../../sweep/testing-world.ts'

const people: readonly PersonName[] = ['root']
const nobodys = () => ({ params: { jobId: '1' } })

export const jobSweep = featureSweep(jobRoutes, {
  cases: {
    listJobs: { people, right: true },
    getJob: { people, right: true, request: nobodys },
    retryJob: { people, right: true, request: nobodys },
    cancelJob: { people, right: true, request: nobodys },
    listJobSchedules: { people, right: true },
  },
})
