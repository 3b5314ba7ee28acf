// The entry point of this module for other modules.
export { AlarmMarkers, type MarkedAlarm } from './anomalies/alarm-markers.tsx'
export { AlarmRows } from './anomalies/alarm-rows.tsx'
export { AlarmRules } from './anomalies/alarm-rules.tsx'
export { AlarmSection, useAlarm } from './anomalies/alarm-section.tsx'
export { levelLabels } from './anomalies/anomaly.labels.ts'
export { DeskSign } from './anomalies/desk-link.tsx'
export { evidenceLines } from './anomalies/evidence.ts'
export { type AlarmLevel, type RecentAlarms, useRecentAlarms } from './anomalies/recent-alarms.ts'
