// Parts of this module that the program starts.
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import { anomalyHandlers } from './anomalies/anomalies.routes.ts'
import { alarmDeskHandlers } from './anomalies/alarm-desk.routes.ts'
import { alarmMessageHandlers } from './anomalies/alarm-message-list.ts'
import { bulletinHandlers } from './bulletins/bulletins.routes.ts'
import { alarmSettingHandlers } from './anomalies/alarm-settings.routes.ts'
import {
  sendAlarmDigestsJob,
  notifyOfAlarmsKind,
  sendAlarmDigestsKind,
} from './anomalies/alarm-messages.ts'
import { deliverAlarmsJob, deliverAlarmsKind } from './anomalies/alarm-delivery.ts'
import { expireAlarmsJob, expireAlarmsKind } from './anomalies/alarm-expiry.ts'
import { publishBulletinsJob, publishBulletinsKind } from './bulletins/publish-due.ts'
import { removeBulletinFilesJob, removeBulletinFilesKind } from './bulletins/bulletin-files.ts'
import { escalateAlarmsJob, escalateAlarmsKind, notifyOfAlarmsJob } from './rosters/escalation.ts'
import { rosterHandlers } from './rosters/rosters.routes.ts'
import { pushHandlers } from './push/push.routes.ts'
import type { JobParts, ModuleParts } from '../module-parts.ts'

export const createHandlers = ({ services }: ModuleParts) => ({
  ...anomalyHandlers(services),
  ...alarmDeskHandlers(services),
  ...alarmMessageHandlers(services),
  ...bulletinHandlers(services),
  ...alarmSettingHandlers(services),
  ...rosterHandlers(services),
  ...pushHandlers(services),
})

export const jobKinds: readonly JobKind<unknown>[] = [
  notifyOfAlarmsKind,
  deliverAlarmsKind,
  escalateAlarmsKind,
  sendAlarmDigestsKind,
  expireAlarmsKind,
  publishBulletinsKind,
  removeBulletinFilesKind,
]

/** Background jobs of the module: scheduled, retried or long-running work. */
export const createJobs = ({ services, withMessages }: JobParts) => ({
  'alarms.tell': notifyOfAlarmsJob(services),
  'alarms.deliver': deliverAlarmsJob(withMessages()),
  'alarms.escalate': escalateAlarmsJob(services),
  'alarms.digest': sendAlarmDigestsJob(services),
  'alarms.expire': expireAlarmsJob(services),
  'bulletins.publish': publishBulletinsJob(services),
  'bulletins.remove-files': removeBulletinFilesJob(services),
})
