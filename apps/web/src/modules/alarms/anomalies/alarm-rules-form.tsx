import {
  AlarmSettingsInput,
  type AlarmSetting,
  type AlarmSettings,
} from '@swath/contract/alarms/alarm-settings'
import { ALARM_SETTINGS } from '@swath/domain/alarm-settings'
import { DatePicker, InputNumber } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatDay, formatUnit } from '../../../lib/format.ts'
import { startOfDay } from '../../../lib/time-zone.ts'
import { useUser } from '../../../lib/session.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { formatSetting, fromShown, settingGroups, toShown, unitOf } from './rule-values.ts'
import style from './alarm-rules.module.css'

const useUpdateRules = () =>
  useChange({
    run: (body: Body<'updateAlarmSettings'>) => call('updateAlarmSettings', { body }),
    outdated: ['getAlarmSettings'],
  })

const SettingField = ({ setting: { name, inherited } }: { setting: AlarmSetting }) => {
  const { t } = useTranslation('anomalies')
  const [least, most] = ALARM_SETTINGS[name].range
  return (
    <FormField
      name={name}
      label={t(`setting.${name}`)}
      extra={t('ruleRange', { least: formatSetting(name, least), most: formatSetting(name, most) })}
      getValueProps={(value: number | null) => ({
        value: value == null ? null : toShown(name, value),
      })}
      normalize={(shown: number | null) => (shown == null ? null : fromShown(name, shown))}
    >
      <InputNumber
        controls={false}
        suffix={formatUnit(t(unitOf(name)))}
        placeholder={t('inheritedValue', { value: formatSetting(name, inherited) })}
        style={{ width: '100%' }}
      />
    </FormField>
  )
}

const SinceField = () => {
  const { t } = useTranslation('anomalies')
  return (
    <FormField
      name="effectiveFrom"
      label={t('rulesSince')}
      extra={t('rulesSinceHint')}
      getValueProps={(time: string | null) => ({
        value: time == null ? null : dayjs(formatDay(time), 'YYYY/MM/DD'),
      })}
      normalize={(day: Dayjs | null) =>
        day === null ? null : new Date(startOfDay(day.format('YYYY-MM-DD'))).toISOString()
      }
    >
      <DatePicker style={{ width: '100%' }} disabledDate={(day) => !day.isAfter(dayjs(), 'day')} />
    </FormField>
  )
}

type Props = { open: boolean; known: AlarmSettings; onClose: () => void }

/** Empty fields inherit the values of the parent account. */
export const AlarmRulesForm = ({ open, known, onClose }: Props) => {
  const { t } = useTranslation('anomalies')
  const { accountType } = useUser()
  const update = useUpdateRules()
  const own = Object.fromEntries(known.settings.map(({ name, own: value }) => [name, value]))
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('rulesEdit')}
      schema={AlarmSettingsInput}
      initial={{ ...own, effectiveFrom: null, version: known.version }}
      onSubmit={async (body) => {
        await update.mutateAsync(body)
        showSuccess(t('rulesSaved'))
      }}
    >
      <SinceField />
      {settingGroups.map(({ label, names, isOfPlatform }) => (
        <fieldset
          key={label}
          className={`grid gap-0-16 mb-8 ${style.fields}`}
          // Hidden instead of removed, because the form submits all settings.
          hidden={isOfPlatform && accountType !== 'platform'}
        >
          <legend>{t(label)}</legend>
          {known.settings
            .filter(({ name }) => names.includes(name))
            .map((setting) => (
              <SettingField key={setting.name} setting={setting} />
            ))}
        </fieldset>
      ))}
    </FormDrawer>
  )
}
