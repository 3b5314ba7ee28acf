// Alarm thresholds and notification settings of an account, and notification settings of a person.
import {
  ALARM_SETTINGS,
  ALARM_SETTING_NAMES,
  type AlarmSettingName,
} from '@swath/domain/alarm-settings'
import { z } from 'zod'
import { RowVersion, SeenVersion, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Alarms')
const screens = ['account-detail'] as const
const base = '/api/bulletin/alarmSettings'

const values = Object.fromEntries(
  ALARM_SETTING_NAMES.map((name) => {
    const { range, unit } = ALARM_SETTINGS[name]
    const number = unit === 'messages' ? z.int() : z.number()
    return [name, number.min(range[0]).max(range[1]).nullable()]
  }),
) as Readonly<Record<AlarmSettingName, z.ZodNullable<z.ZodNumber>>>

/** Null: inherited from the parent account. */
export const OwnAlarmSettings = z.strictObject(values).meta({ id: 'OwnAlarmSettings' })

const SettingName = z.enum(
  ALARM_SETTING_NAMES as readonly [AlarmSettingName, ...AlarmSettingName[]],
)

export const AlarmSetting = z
  .object({
    name: SettingName,
    value: z.number().describe('Value in force'),
    inherited: z.number().describe('Value that applies if the account sets none'),
    inheritedFrom: z
      .string()
      .nullable()
      .describe(
        'Name of the account that the value is inherited from; null if it is the default of the platform',
      ),
    own: z.number().nullable(),
  })
  .meta({ id: 'AlarmSetting' })
export type AlarmSetting = z.infer<typeof AlarmSetting>

export const AlarmSettingChange = z
  .object({
    effectiveFrom: Time,
    changedAt: Time,
    userName: z.string(),
    changes: z.array(
      z.object({ name: SettingName, before: z.number().nullable(), after: z.number().nullable() }),
    ),
  })
  .meta({ id: 'AlarmSettingChange' })

export const AlarmSettings = z
  .object({
    settings: z.array(AlarmSetting),
    history: z
      .array(AlarmSettingChange)
      .describe('Changes made by the caller’s account, newest first, at most 100'),
    version: RowVersion,
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'AlarmSettings' })
export type AlarmSettings = z.infer<typeof AlarmSettings>

export const AlarmSettingsInput = z.object({
  ...values,
  effectiveFrom: Time.nullable()
    .default(null)
    .describe(
      'Start of validity, not in the past; null: now. Flights that began earlier keep the previous settings',
    ),
  version: SeenVersion,
})

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
export const QuietHours = z
  .object({
    from: LocalTime.describe('HH:MM in the account’s time zone'),
    until: LocalTime.describe('HH:MM; if not after the start, on the next day'),
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .describe('Days on which the hours begin, 1 (Monday) to 7 (Sunday)'),
  })
  .meta({ id: 'QuietHours' })
export type QuietHours = z.infer<typeof QuietHours>

const Channels = z.object({ channels: z.array(z.enum(['sms', 'mail'])).max(2) })
const quietHoursUse = 'Alarms in these hours are held for the digest after them; null: none'
export const AlarmChannels = Channels.extend({
  quietHours: QuietHours.nullable().optional().describe(`${quietHoursUse}; absent: unchanged`),
})
const OwnChannels = Channels.extend({
  quietHours: QuietHours.nullable().describe(quietHoursUse),
  timeZone: z.string().describe('IANA time zone of the quiet hours'),
  phoneNum: z
    .string()
    .nullable()
    .describe('Masked phone number; null: the caller cannot receive SMS'),
  email: z
    .string()
    .nullable()
    .describe('Masked e-mail address; null: the caller cannot receive e-mail'),
}).meta({ id: 'AlarmChannels' })
const channelPolicy = { screens: ['monitor', 'bulletin-list'], right: 'alarm.sms' } as const

export const alarmSettingRoutes = {
  getAlarmSettings: route('GET', base, {
    policy: { screens },
    summary:
      'Get the alarm thresholds and notification settings of the caller’s account, with the history of changes',
    out: AlarmSettings,
  }),
  updateAlarmSettings: route('PUT', base, {
    policy: { screens, right: 'account.manage' },
    summary:
      'Set the alarm settings of the caller’s account from a given time on; sub-accounts inherit the values that they do not set',
    body: AlarmSettingsInput,
    out: AlarmSettings,
    errors: ['conflict'],
  }),
  getAlarmChannels: route('GET', '/api/bulletin/alarmChannels', {
    policy: channelPolicy,
    summary:
      'Get the channels by which the caller is notified of level-1 alarms, and the caller’s quiet hours',
    out: OwnChannels,
  }),
  updateAlarmChannels: route('PUT', '/api/bulletin/alarmChannels', {
    policy: channelPolicy,
    summary:
      'Set the caller’s quiet hours and the channels, besides Web Push, by which the caller is notified of level-1 alarms',
    body: AlarmChannels,
    out: OwnChannels,
  }),
}
