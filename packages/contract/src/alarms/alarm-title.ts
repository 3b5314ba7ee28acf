// Titles of alarms: in rows, headings, notifications, messages, files and reports.
import type { AnomalyCode } from '@swath/domain/anomaly-rules'

/**
 * Labels for filters and counts by kind of alarm. A zone violation: a no-fly zone was entered, or
 * an area to stay in was left.
 */
export const alarmKindLabels = {
  1: 'terms:zoneViolation',
  2: 'terms:abnormalSpraying',
  3: 'terms:wrongCrop',
  4: 'terms:sprayedInBadWeather',
  5: 'terms:areaDoesNotAgree',
} as const satisfies Readonly<Record<AnomalyCode, string>>

/** The fields of an alarm that determine its title. */
export type TitledAlarm = {
  readonly oddType: AnomalyCode
  readonly leftArea: boolean
  readonly noflyName: string | null
}
/** Translation key of a title, and the values of its placeholders. */
export type AlarmTitle = {
  readonly label: `terms:${string}`
  readonly values: Readonly<Record<string, string>>
}

export const alarmTitle = ({ oddType, leftArea, noflyName }: TitledAlarm): AlarmTitle => {
  if (oddType !== 1) return { label: alarmKindLabels[oddType], values: {} }
  if (noflyName === null)
    return { label: leftArea ? 'terms:leftItsArea' : 'terms:enteredANoFlyZone', values: {} }
  return {
    label: leftArea ? 'terms:leftTheArea' : 'terms:enteredTheZone',
    values: { zone: noflyName },
  }
}
