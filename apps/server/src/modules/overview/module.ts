// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { demonstrationHandlers } from './demonstration/outbox.routes.ts'
import { jobHandlers } from './jobs/jobs.routes.ts'
import { searchHandlers } from './search/search.routes.ts'
import { workbenchHandlers } from './workbench/workbench.routes.ts'
import { statScreenHandlers } from './stat-screen/stat-screen.routes.ts'
import { removeFailedJobsJob, removeFailedJobsKind } from './jobs/job-cleanup.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ jobKinds, live, screensFor, services }: ModuleParts) => ({
  ...demonstrationHandlers(services),
  ...jobHandlers(services, jobKinds),
  ...searchHandlers(services, { screensFor }),
  ...workbenchHandlers(services, { live, screensFor }),
  ...statScreenHandlers(services, live),
})

export const jobKinds: readonly JobKind<unknown>[] = [removeFailedJobsKind]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services }: JobParts) => ({
  'jobs.remove-failed': removeFailedJobsJob(services),
})
