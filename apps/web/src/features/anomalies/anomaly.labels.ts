import type { Alarm } from '@swath/contract/alarm-desk'
import type { Anomaly } from '@swath/contract/anomalies'

// Texts for the codes of the wire.

export const typeLabels: Readonly<Record<Anomaly['oddType'], string>> = {
  1: 'terms:enteredANoFlyZone',
  2: 'terms:abnormalSpraying',
  3: 'terms:wrongCrop',
  4: 'terms:sprayedInBadWeather',
  5: 'terms:areaDoesNotAgree',
}
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

/** A zone is entered, or an area to stay in is left. */
export const zoneLabel = ({ leftArea }: Pick<Anomaly, 'leftArea'>) =>
  leftArea ? 'anomalies:leftArea' : 'anomalies:enteredZone'
