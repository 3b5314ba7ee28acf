// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { demonstrationHandlers } from './demonstration/outbox.routes.ts'
import { jobHandlers } from './jobs/jobs.routes.ts'
import { searchHandlers } from './search/search.routes.ts'
import { shareLinkHandlers } from './share-links/share-links.routes.ts'
import { workbenchHandlers } from './workbench/workbench.routes.ts'
import { statScreenHandlers } from './stat-screen/stat-screen.routes.ts'
import { removeFailedJobsJob, removeFailedJobsKind } from './jobs/job-cleanup.ts'
import {
  checkStoredDataJob,
  checkStoredDataKind,
  tellStoredFaultJob,
  tellStoredFaultKind,
} from './stored-data/check-stored-data.ts'
import { logAuditEndsJob, logAuditEndsKind } from './stored-data/log-audit-ends.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({
  jobKinds,
  live,
  runAs,
  screensFor,
  services,
  themes,
}: ModuleParts) => ({
  ...demonstrationHandlers(services),
  ...jobHandlers(services, jobKinds),
  ...searchHandlers(services, { screensFor }),
  ...shareLinkHandlers(services, { themes, runAs }),
  ...workbenchHandlers(services, { live, screensFor }),
  ...statScreenHandlers(services, live),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  removeFailedJobsKind,
  checkStoredDataKind,
  logAuditEndsKind,
  tellStoredFaultKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'jobs.remove-failed': removeFailedJobsJob(services),
  'stored-data.check': checkStoredDataJob(services),
  'stored-data.log-ends': logAuditEndsJob(services),
  'stored-data.tell': tellStoredFaultJob(withMessages()),
})
