import type { Alarm } from '@swath/contract/alarms/alarm-desk'
import type { Anomaly } from '@swath/contract/alarms/anomalies'

// Labels for the API's codes.

export const levelLabels: Readonly<Record<Anomaly['level'], string>> = {
  1: 'anomalies:level1',
  2: 'terms:level2',
  3: 'terms:level3',
}
export const reasonLabels: Readonly<Record<NonNullable<Alarm['closedReason']>, string>> = {
  real: 'anomalies:reasonReal',
  false_alarm: 'anomalies:reasonFalseAlarm',
  allowed: 'anomalies:reasonAllowed',
  technical: 'anomalies:reasonTechnical',
  other: 'terms:other',
  expired: 'anomalies:reasonExpired',
  withdrawn: 'anomalies:reasonWithdrawn',
}
