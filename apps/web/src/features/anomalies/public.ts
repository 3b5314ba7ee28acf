// What the monitor shows of alarms.
export { AlarmMarkers, type MarkedAlarm } from './alarm-markers.tsx'
export { AlarmRows } from './alarm-rows.tsx'
export { AlarmSection, useAlarm } from './alarm-section.tsx'
export { levelLabels } from './anomaly.labels.ts'
export { useRecentAlarms, type AlarmLevel, type RecentAlarms } from './recent-alarms.ts'
