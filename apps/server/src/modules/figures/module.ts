// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { dataStatHandlers } from './data-stats/data-stats.routes.ts'
import { droneStatisticHandlers } from './drone-statistics/drone-statistics.routes.ts'
import {
  mailingOfStatsJob,
  schedulingOfStatMailsJob,
  mailingOfStats,
  schedulingOfStatMails,
} from './data-stats/send-mail.ts'
import { makingOfExportsJob, makingOfExports } from './drone-statistics/make-export.ts'
import { removalOfExportsJob, removalOfExports } from './drone-statistics/export-cleanup.ts'
import { checkingOfSumsJob, checkingOfSums } from './figures/check-sums.ts'
import { mergeSumsJob, mergeSums } from './figures/merge-sums.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

/** The calls of this module. */
export const createHandlers = ({ services }: ModuleParts) => ({
  ...dataStatHandlers(services),
  ...droneStatisticHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  mailingOfStats,
  schedulingOfStatMails,
  makingOfExports,
  removalOfExports,
  checkingOfSums,
  mergeSums,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'data-stats.mail': mailingOfStatsJob(withMessages()),
  'data-stats.mail-due': schedulingOfStatMailsJob(services),
  'drone-statistics.export': makingOfExportsJob(services),
  'drone-statistics.remove-exports': removalOfExportsJob(services),
  'sums.check': checkingOfSumsJob(services),
  'sums.merge': mergeSumsJob(services),
})
