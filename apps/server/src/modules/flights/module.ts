// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { claimHandlers } from './claims/claims.routes.ts'
import { flightHandlers } from './flights/flights.routes.ts'
import { flightLogHandlers } from './flight-logs/flight-logs.routes.ts'
import { flightExportHandlers } from './flight-exports/flight-exports.routes.ts'
import { plotWorkHandlers } from './plot-work/plot-work.routes.ts'
import { compareClaimsJob, compareClaimsKind } from './claims/compare-claims.ts'
import {
  readLostLogsJob,
  removeStaleLogsJob,
  readLostLogsKind,
  removeStaleLogsKind,
} from './flight-logs/log-cleanup.ts'
import { keepGroundJob, keepGround } from './plot-work/keep-ground.ts'
import { archiveTracksJob, archiveTracksKind } from './track-archives/archive-tracks.ts'
import { createMonthsJob, createMonthsKind } from './track-archives/create-months.ts'
import { fetchWeatherJob, fetchWeatherKind } from './weather/fetch-weather.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services }: ModuleParts) => ({
  ...claimHandlers(services),
  ...flightHandlers(services),
  ...flightLogHandlers(services),
  ...flightExportHandlers(services),
  ...plotWorkHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  compareClaimsKind,
  readLostLogsKind,
  removeStaleLogsKind,
  keepGround,
  archiveTracksKind,
  createMonthsKind,
  fetchWeatherKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services }: JobParts) => ({
  'claims.compare': compareClaimsJob(services),
  'flight-logs.read-lost': readLostLogsJob(services),
  'flight-logs.remove-forgotten': removeStaleLogsJob(services),
  'plots.keep-ground': keepGroundJob(services),
  'tracks.archive': archiveTracksJob(services),
  'tracks.months': createMonthsJob(services),
  'weather.fetch': fetchWeatherJob(services),
})
