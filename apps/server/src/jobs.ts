// All background jobs of the program: each module adds its own.
import type { JobKindName } from '@swath/contract/overview/jobs'
import { keepOfKey } from '@swath/domain/access/key-limits'
import { listScreens } from '@swath/domain/access/policy'
import * as alarms from './modules/alarms/module.ts'
import * as campaigns from './modules/campaigns/module.ts'
import * as figures from './modules/figures/module.ts'
import * as flights from './modules/flights/module.ts'
import * as gear from './modules/gear/module.ts'
import * as land from './modules/land/module.ts'
import * as money from './modules/money/module.ts'
import * as overview from './modules/overview/module.ts'
import * as people from './modules/people/module.ts'
import * as programs from './modules/programs/module.ts'
import { createPayments, paymentPurposes } from './modules/money/public.ts'
import { startWebhooks } from './modules/programs/public.ts'
import { createThemes } from './platform/auth/themes.ts'
import { createSealer } from './platform/config/master-key.ts'
import type { Job, JobKind } from './platform/jobs/job-kind.ts'
import { createMessages } from './platform/messages/messages.ts'
import type { Services } from './platform/services.ts'

export const jobKinds: readonly JobKind<unknown>[] = [
  ...alarms.jobKinds,
  ...campaigns.jobKinds,
  ...figures.jobKinds,
  ...flights.jobKinds,
  ...gear.jobKinds,
  ...land.jobKinds,
  ...money.jobKinds,
  ...overview.jobKinds,
  ...people.jobKinds,
  ...programs.jobKinds,
]

/** Creates all jobs; a name of the contract without a job is a type error. */
export const createJobs = (services: Services): readonly Job[] => {
  const parts = {
    services,
    payments: createPayments(services, paymentPurposes),
    withMessages: () => ({
      ...services,
      themes: createThemes(services),
      messages: createMessages(services),
    }),
  }
  return Object.values({
    ...alarms.createJobs(parts),
    ...campaigns.createJobs(parts),
    ...figures.createJobs(parts),
    ...flights.createJobs(parts),
    ...gear.createJobs(parts),
    ...land.createJobs(parts),
    ...money.createJobs(parts),
    ...overview.createJobs(parts),
    ...people.createJobs(parts),
    ...programs.createJobs(parts),
  } satisfies Record<JobKindName, Job>)
}

/** The continuous work of this role: events of the database to webhooks. */
export const startDelivery = (services: Services): { stop: () => Promise<void> } => {
  const theme = createThemes(services).named('')
  return startWebhooks({
    ...services,
    sealer: createSealer(services.config),
    screensOf: (caller) => keepOfKey(listScreens(caller, theme), caller.key?.screens),
  })
}
