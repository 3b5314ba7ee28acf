// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { appLogHandlers } from './app-logs/app-logs.routes.ts'
import { firmwareHandlers } from './firmware/firmware.routes.ts'
import { appVersionHandlers } from './app-versions/app-versions.routes.ts'
import { rtkHandlers } from './rtk/rtk.routes.ts'
import { groundStationHandlers } from './ground-station-config/ground-station-config.routes.ts'
import { accessoryHandlers } from './accessories/accessories.routes.ts'
import { removalOfAppLogsJob, removalOfAppLogs } from './app-logs/app-log-cleanup.ts'
import { checkingOfFirmwareJob, checkingOfFirmware } from './firmware/check-firmware.ts'
import { continuationOfRolloutsJob, continuationOfRollouts } from './firmware/continue-rollouts.ts'
import {
  removalOfAbandonedFirmwareJob,
  removalOfAbandonedFirmware,
} from './firmware/firmware-cleanup.ts'
import { wrappingOfFirmwareJob, wrappingOfFirmware } from './firmware/wrap-firmware.ts'
import {
  tellingOfPartsJob,
  watchingOfPartsJob,
  tellingOfParts,
  watchingOfParts,
} from './accessories/part-messages.ts'
import { tellingOfRtkJob, warningOfRtkJob, tellingOfRtk, warningOfRtk } from './rtk/rtk-warnings.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

/** The calls of this module. */
export const createHandlers = ({ services }: ModuleParts) => ({
  ...appLogHandlers(services),
  ...firmwareHandlers(services),
  ...appVersionHandlers(services),
  ...rtkHandlers(services),
  ...groundStationHandlers(services),
  ...accessoryHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  removalOfAppLogs,
  checkingOfFirmware,
  continuationOfRollouts,
  removalOfAbandonedFirmware,
  wrappingOfFirmware,
  tellingOfParts,
  watchingOfParts,
  tellingOfRtk,
  warningOfRtk,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'app-logs.remove': removalOfAppLogsJob(services),
  'firmware.check': checkingOfFirmwareJob(services),
  'firmware.continue-rollouts': continuationOfRolloutsJob(services),
  'firmware.remove-abandoned': removalOfAbandonedFirmwareJob(services),
  'firmware.wrap': wrappingOfFirmwareJob(services),
  'parts.tell': tellingOfPartsJob(withMessages()),
  'parts.watch': watchingOfPartsJob(services),
  'rtk.tell': tellingOfRtkJob(withMessages()),
  'rtk.warn': warningOfRtkJob(services),
})
