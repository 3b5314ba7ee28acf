// How alarm settings are displayed and typed: ratios as per cent.
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
  /** The platform's settings apply to claims, since no one may judge themselves. */
  isOfPlatform: of === 'claim',
  names: ALARM_SETTING_NAMES.filter((name) => ALARM_SETTINGS[name].of === of),
}))

/** `swathWidthRatio` is a multiple of the width, so it is not shown as per cent. */
const isShare = (name: AlarmSettingName): boolean =>
  ALARM_SETTINGS[name].unit === 'ratio' && name !== 'swathWidthRatio'

/** Converts a setting for display; `fromShown` converts typed numbers back. */
export const toShown = (name: AlarmSettingName, value: number): number =>
  isShare(name) ? Math.round(value * 10_000) / 100 : value
export const fromShown = (name: AlarmSettingName, shown: number): number =>
  isShare(name) ? Math.round(shown * 100) / 10_000 : shown

/** A text key, or the unit itself. */
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
