// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { groupControlHandlers } from './group-control/group-control.routes.ts'
import { subsidyHandlers } from './subsidies/subsidies.routes.ts'
import { unifiedTaskHandlers } from './unified-tasks/unified-tasks.routes.ts'
import { computeSubsidiesJob, computeSubsidiesKind } from './subsidies/propose.ts'
import { assignFlightsJob, assignFlightsKind } from './unified-tasks/assign-again.ts'
import { measureTasksJob, measureTasksKind } from './unified-tasks/measure-tasks.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services }: ModuleParts) => ({
  ...groupControlHandlers(services),
  ...subsidyHandlers(services),
  ...unifiedTaskHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  computeSubsidiesKind,
  assignFlightsKind,
  measureTasksKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services }: JobParts) => ({
  'subsidies.work-out': computeSubsidiesJob(services),
  'tasks.assign': assignFlightsJob(services),
  'tasks.measure': measureTasksJob(services),
})
