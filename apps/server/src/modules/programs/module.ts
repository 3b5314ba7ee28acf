// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'
import { changeHandlers } from './changes/changes.routes.ts'
import { removeChangesJob, removeChangesKind } from './webhooks/remove-changes.ts'
import { webhookHandlers } from './webhooks/webhooks.routes.ts'

export const createHandlers = ({ services, screensFor }: ModuleParts) => ({
  ...changeHandlers(services, { screensFor }),
  ...webhookHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [removeChangesKind]

/** Background jobs of the module. */
export const createJobs = ({ services }: JobParts) => ({
  'changes.remove': removeChangesJob(services),
})
