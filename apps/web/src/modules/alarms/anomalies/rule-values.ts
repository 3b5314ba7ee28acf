// How the settings of alarms are shown and typed: shares as per cent.
import {
  ALARM_SETTINGS,
  ALARM_SETTING_NAMES,
  type AlarmSettingName,
} from '@swath/domain/alarm-settings'
import { formatNumber } from '../../../lib/format.ts'

const groups = [
  { of: 'blowing_anomaly', label: 'anomalies:groupSpraying' },
  { of: 'abnormal_weather', label: 'anomalies:groupWeather' },
  { of: 'wrong_acres', label: 'anomalies:groupAcres' },
  { of: 'claim', label: 'anomalies:groupClaim' },
  { of: 'messages', label: 'anomalies:groupMessages' },
] as const

export const settingGroups = groups.map(({ of, label }) => ({
  label,
  /** Claims are judged by the platform's settings, since no one may judge themselves. */
  isOfPlatform: of === 'claim',
  names: ALARM_SETTING_NAMES.filter((name) => ALARM_SETTINGS[name].of === of),
}))

/** A width in widths is no share. */
const isShare = (name: AlarmSettingName): boolean =>
  ALARM_SETTINGS[name].unit === 'ratio' && name !== 'swathWidthRatio'

/** As it is shown; typed numbers go back through `fromShown`. */
export const toShown = (name: AlarmSettingName, value: number): number =>
  isShare(name) ? Math.round(value * 10_000) / 100 : value
export const fromShown = (name: AlarmSettingName, shown: number): number =>
  isShare(name) ? Math.round(shown * 100) / 10_000 : shown

/** A key of a text, or the unit itself. */
export const unitOf = (name: AlarmSettingName): string => {
  if (isShare(name)) return '%'
  const { unit } = ALARM_SETTINGS[name]
  if (unit === 'days') return 'anomalies:unitDays'
  if (unit === 'messages') return 'anomalies:unitMessages'
  return unit === 'ratio' ? '×' : unit
}

export const formatSetting = (name: AlarmSettingName, value: number): string => {
  const shown = toShown(name, value)
  return formatNumber(shown, Number.isInteger(shown) ? 0 : 1)
}
