// What other features show of alarms.
export { AlarmDesk } from './alarm-desk.tsx'
export { AlarmRules } from './alarm-rules.tsx'
export { AlarmMarkers, type MarkedAlarm } from './alarm-markers.tsx'
export { AlarmRows } from './alarm-rows.tsx'
export { AlarmSection, useAlarm } from './alarm-section.tsx'
export { evidenceLines } from './evidence.ts'
export { levelLabels } from './anomaly.labels.ts'
export { useRecentAlarms, type AlarmLevel, type RecentAlarms } from './recent-alarms.ts'
