import { monitorPathOf } from '@swath/contract/alarms/alarm-path'

export type OnMonitor = {
  readonly droneId: string
  /** An alarm of the drone: the map moves to where it was raised. */
  readonly alarmId?: string
}

/** One drone on the monitor's map with its card open. */
export const monitorLink = ({ droneId, alarmId }: OnMonitor): string =>
  monitorPathOf(droneId, alarmId)
