// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { anomalyHandlers } from './anomalies/anomalies.routes.ts'
import { alarmDeskHandlers } from './anomalies/alarm-desk.routes.ts'
import { bulletinHandlers } from './bulletins/bulletins.routes.ts'
import { alarmSettingHandlers } from './anomalies/alarm-settings.routes.ts'
import {
  tellingOfAlarmsJob,
  digestOfAlarmsJob,
  tellingOfAlarms,
  digestOfAlarms,
} from './anomalies/alarm-messages.ts'
import { deliveryOfAlarmsJob, deliveryOfAlarms } from './anomalies/alarm-delivery.ts'
import { expiryOfAlarmsJob, expiryOfAlarms } from './anomalies/alarm-expiry.ts'
import { publicationOfBulletinsJob, publicationOfBulletins } from './bulletins/publish-due.ts'
import { removalOfBulletinFilesJob, removalOfBulletinFiles } from './bulletins/bulletin-files.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

/** The calls of this module. */
export const createHandlers = ({ services }: ModuleParts) => ({
  ...anomalyHandlers(services),
  ...alarmDeskHandlers(services),
  ...bulletinHandlers(services),
  ...alarmSettingHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  tellingOfAlarms,
  deliveryOfAlarms,
  digestOfAlarms,
  expiryOfAlarms,
  publicationOfBulletins,
  removalOfBulletinFiles,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'alarms.tell': tellingOfAlarmsJob(services),
  'alarms.deliver': deliveryOfAlarmsJob(withMessages()),
  'alarms.digest': digestOfAlarmsJob(services),
  'alarms.expire': expiryOfAlarmsJob(services),
  'bulletins.publish': publicationOfBulletinsJob(services),
  'bulletins.remove-files': removalOfBulletinFilesJob(services),
})
