// Alarm settings of an account: the thresholds by which its flights are judged, and how often its
// people are notified. Settings left open are inherited from the parent account.
import { RULE_THRESHOLDS } from './rule-thresholds.ts'

export const ALARM_SETTINGS = {
  ...RULE_THRESHOLDS,
  /**
   * Messages of level-1 alarms to one person, SMS and mail together, in any hour. One of them is
   * reserved for the digest of held ones.
   */
  messagesPerHour: { unit: 'messages', range: [1, 60], usual: 6, of: 'messages' },
} as const

export type AlarmSettingName = keyof typeof ALARM_SETTINGS
export type AlarmSettings = { readonly [K in AlarmSettingName]: number }
export type ChosenSettings = Readonly<Partial<Record<string, number>>>

export const ALARM_SETTING_NAMES = Object.keys(ALARM_SETTINGS) as readonly AlarmSettingName[]

/**
 * `chosen`: the settings of each account on the way down, from the top. Unknown names are left out.
 */
export const settleSettings = (chosen: readonly ChosenSettings[]): AlarmSettings =>
  Object.fromEntries(
    ALARM_SETTING_NAMES.map((name) => [
      name,
      chosen.findLast((own) => own[name] !== undefined)?.[name] ?? ALARM_SETTINGS[name].usual,
    ]),
  ) as AlarmSettings
