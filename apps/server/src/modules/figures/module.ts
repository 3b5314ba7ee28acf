// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { dataStatHandlers } from './data-stats/data-stats.routes.ts'
import { droneStatisticHandlers } from './drone-statistics/drone-statistics.routes.ts'
import {
  mailStatsJob,
  scheduleStatMailsJob,
  mailStatsKind,
  scheduleStatMailsKind,
} from './data-stats/send-mail.ts'
import { makeExportsJob, makeExportsKind } from './drone-statistics/make-export.ts'
import { removeExportsJob, removeExportsKind } from './drone-statistics/export-cleanup.ts'
import { checkSumsJob, checkSumsKind } from './figures/check-sums.ts'
import { mergeSumsJob, mergeSums } from './figures/merge-sums.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services }: ModuleParts) => ({
  ...dataStatHandlers(services),
  ...droneStatisticHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  mailStatsKind,
  scheduleStatMailsKind,
  makeExportsKind,
  removeExportsKind,
  checkSumsKind,
  mergeSums,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'data-stats.mail': mailStatsJob(withMessages()),
  'data-stats.mail-due': scheduleStatMailsJob(services),
  'drone-statistics.export': makeExportsJob(services),
  'drone-statistics.remove-exports': removeExportsJob(services),
  'sums.check': checkSumsJob(services),
  'sums.merge': mergeSumsJob(services),
})
