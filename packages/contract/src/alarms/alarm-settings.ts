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

/** Null: as the account above has it. */
export const OwnAlarmSettings = z.strictObject(values).meta({ id: 'OwnAlarmSettings' })

const SettingName = z.enum(
  ALARM_SETTING_NAMES as readonly [AlarmSettingName, ...AlarmSettingName[]],
)

export const AlarmSetting = z
  .object({
    name: SettingName,
    value: z.number().describe('In force'),
    inherited: z.number().describe('What it would be if the account chose nothing'),
    inheritedFrom: z.string().nullable().describe('An account above; null: usual'),
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
    history: z.array(AlarmSettingChange).describe('Of the own account, newest first, at most 100'),
    version: RowVersion,
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'AlarmSettings' })
export type AlarmSettings = z.infer<typeof AlarmSettings>

export const AlarmSettingsInput = z.object({
  ...values,
  effectiveFrom: Time.nullable()
    .default(null)
    .describe('Not before now; null: at once. Flights that began before keep what was in force'),
  version: SeenVersion,
})

export const AlarmChannels = z.object({ channels: z.array(z.enum(['sms', 'mail'])).max(2) })
const OwnChannels = AlarmChannels.extend({
  phoneNum: z.string().nullable().describe('Masked; null: no SMS reaches the person'),
  email: z.string().nullable().describe('Masked; null: no mail does'),
}).meta({ id: 'AlarmChannels' })
const toldPolicy = { screens: ['monitor', 'bulletin-list'], right: 'alarm.sms' } as const

export const alarmSettingRoutes = {
  getAlarmSettings: route('GET', base, {
    policy: { screens },
    summary: 'By what the own account’s alarms are judged and told, with what was changed and when',
    out: AlarmSettings,
  }),
  updateAlarmSettings: route('PUT', base, {
    policy: { screens, right: 'account.manage' },
    summary:
      'Choose figures of the own account, from a moment on: accounts below that choose none have them too',
    body: AlarmSettingsInput,
    out: AlarmSettings,
    errors: ['conflict'],
  }),
  getAlarmChannels: route('GET', '/api/bulletin/alarmChannels', {
    policy: toldPolicy,
    summary: 'By what the caller is told of level-1 alarms',
    out: OwnChannels,
  }),
  updateAlarmChannels: route('PUT', '/api/bulletin/alarmChannels', {
    policy: toldPolicy,
    summary: 'Choose by what to be told of level-1 alarms; none: not at all',
    body: AlarmChannels,
    out: OwnChannels,
  }),
}
