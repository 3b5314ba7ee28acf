// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { appLogHandlers } from './app-logs/app-logs.routes.ts'
import { firmwareHandlers } from './firmware/firmware.routes.ts'
import { appVersionHandlers } from './app-versions/app-versions.routes.ts'
import { rtkHandlers } from './rtk/rtk.routes.ts'
import { groundStationHandlers } from './ground-station-config/ground-station-config.routes.ts'
import { accessoryHandlers } from './accessories/accessories.routes.ts'
import { removeAppLogsJob, removeAppLogsKind } from './app-logs/app-log-cleanup.ts'
import { checkFirmwareJob, checkFirmwareKind } from './firmware/check-firmware.ts'
import { continueRolloutsJob, continueRolloutsKind } from './firmware/continue-rollouts.ts'
import {
  removeAbandonedFirmwareJob,
  removeAbandonedFirmwareKind,
} from './firmware/firmware-cleanup.ts'
import { wrapFirmwareJob, wrapFirmwareKind } from './firmware/wrap-firmware.ts'
import {
  notifyOfPartsJob,
  watchPartsJob,
  notifyOfPartsKind,
  watchPartsKind,
} from './accessories/part-messages.ts'
import { notifyOfRtkJob, warnOfRtkJob, notifyOfRtkKind, warnOfRtkKind } from './rtk/rtk-warnings.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services }: ModuleParts) => ({
  ...appLogHandlers(services),
  ...firmwareHandlers(services),
  ...appVersionHandlers(services),
  ...rtkHandlers(services),
  ...groundStationHandlers(services),
  ...accessoryHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  removeAppLogsKind,
  checkFirmwareKind,
  continueRolloutsKind,
  removeAbandonedFirmwareKind,
  wrapFirmwareKind,
  notifyOfPartsKind,
  watchPartsKind,
  notifyOfRtkKind,
  warnOfRtkKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'app-logs.remove': removeAppLogsJob(services),
  'firmware.check': checkFirmwareJob(services),
  'firmware.continue-rollouts': continueRolloutsJob(services),
  'firmware.remove-abandoned': removeAbandonedFirmwareJob(services),
  'firmware.wrap': wrapFirmwareJob(services),
  'parts.tell': notifyOfPartsJob(withMessages()),
  'parts.watch': watchPartsJob(services),
  'rtk.tell': notifyOfRtkJob(withMessages()),
  'rtk.warn': warnOfRtkJob(services),
})
