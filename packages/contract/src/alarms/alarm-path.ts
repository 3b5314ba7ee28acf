// Pages of the console that show alarms: for links in notifications and between screens.
import type { Screen } from '@swath/domain/access/screens'

type OneAlarm = { readonly droneId: string; readonly anomalyId: string }

const deskPath = '/bulletin_manage/bulletin-list/alarms'
const monitorPath = '/monitor_manage/monitor'

/** The desk, with one alarm open or the unresolved ones. */
export const alarmDeskPath = (anomalyId: string | null): string =>
  `${deskPath}?${new URLSearchParams(
    anomalyId === null ? { state: 'unclosed' } : { state: 'all', open: anomalyId },
  ).toString()}`

/** One drone on the monitor's map; with an alarm, the map moves to where it was raised. */
export const monitorPathOf = (droneId: string, alarmId?: string): string =>
  `${monitorPath}?${new URLSearchParams({ drone: droneId, ...(alarmId === undefined ? {} : { alarm: alarmId }) }).toString()}`

/** An alarm, or the unresolved ones, on the desk; on the monitor for people without the desk. */
export const alarmPath = (screens: readonly Screen[], alarm: OneAlarm | null): string => {
  if (screens.includes('bulletin-list')) return alarmDeskPath(alarm?.anomalyId ?? null)
  return alarm === null ? monitorPath : monitorPathOf(alarm.droneId, alarm.anomalyId)
}
