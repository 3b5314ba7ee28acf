import type { DataStatSettings } from '@swath/contract/figures/stat-settings'
import { SerialNumber } from '@swath/contract/fields'
import { unifiedTaskList } from '@swath/contract/campaigns/unified-task-rows'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { useTaskChoices, type StatChoices } from './stat-choices.ts'
import { Field, useWhyNot, type FieldsProps } from './stat-field.tsx'
import style from './data-stats.module.css'

type IdFilter = 'zzAccountId' | 'yyAccountId' | 'flyModelId' | 'cropId' | 'medId' | 'oprId'

type IdFieldProps = {
  name: IdFilter
  label: string
  options: StatChoices[keyof StatChoices]
} & FieldsProps

/** Disabled where the measures do not support it, with the reason below. */
const IdField = ({ name, label, options, settings, change }: IdFieldProps) => {
  const whyNot = useWhyNot(settings)
  const { t } = useTranslation('data-stats')
  const reason = settings[name] === null && options[0] ? whyNot({ [name]: options[0].value }) : null
  return (
    <Field label={label}>
      <Select<string>
        aria-label={label}
        placeholder={t('noFilter')}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        disabled={reason !== null}
        value={settings[name]}
        options={options}
        onChange={(value: string | undefined) => change({ [name]: value ?? null })}
      />
      {reason && <p className={style.hint}>{reason}</p>}
    </Field>
  )
}

type End = 'startDroneId' | 'endDroneId'
type EndProps = { name: End; label: string } & FieldsProps

/** Only applied when it is a whole number. */
const EndField = ({ name, label, settings, change }: EndProps) => {
  const { t } = useTranslation('data-stats')
  const [text, setText] = useState(settings[name] ?? '')
  const isWrong = text !== '' && !SerialNumber.safeParse(text).success
  const take = (typed: string): void => {
    setText(typed)
    if (typed === '' || SerialNumber.safeParse(typed).success)
      change({ [name]: typed === '' ? null : typed } as Partial<DataStatSettings>)
  }
  return (
    <Field label={label}>
      <Input
        aria-label={label}
        placeholder={t('noFilter')}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : ''}
        value={text}
        maxLength={32}
        autoComplete="off"
        onChange={({ target }) => take(target.value.trim())}
      />
      {isWrong && <p className="m-0 danger text-13">{t('serialNumberWrong')}</p>}
    </Field>
  )
}

/** Only for people who have campaigns. */
const TaskFields = (props: FieldsProps) => {
  const { settings, change } = props
  const { t } = useTranslation('data-stats')
  const whyNot = useWhyNot(settings)
  const tasks = useTaskChoices()
  const { labels } = unifiedTaskList.columns.tftzType
  const isAsked = settings.tftzType !== null || settings.taskIds.length > 0
  const reason = isAsked ? null : whyNot({ tftzType: 1 })
  return (
    <>
      <Field label={t('tftzType')}>
        <Select<DataStatSettings['tftzType']>
          aria-label={t('tftzType')}
          placeholder={t('noFilter')}
          allowClear
          disabled={reason !== null}
          value={settings.tftzType}
          options={([1, 2, 3, 4] as const).map((value) => ({ value, label: t(labels[value]) }))}
          onChange={(value) => change({ tftzType: value ?? null })}
        />
      </Field>
      <Field label={t('taskIds')}>
        <Select<string[]>
          mode="multiple"
          aria-label={t('taskIds')}
          placeholder={t('noFilter')}
          disabled={reason !== null}
          maxCount={100}
          showSearch={{ optionFilterProp: 'label' }}
          value={settings.taskIds}
          options={tasks}
          onChange={(taskIds) => change({ taskIds })}
        />
        {reason && <p className={style.hint}>{reason}</p>}
      </Field>
    </>
  )
}

type Props = FieldsProps & { choices: StatChoices; isOperator: boolean }

export const StatFilters = ({ choices, isOperator, ...props }: Props) => {
  const { settings, change } = props
  const { t } = useTranslation('data-stats')
  const hasTasks = useOwnScreens().findPath('unified-task-list') !== undefined
  return (
    <fieldset className={`grid gap-12 m-0 min-w-0 ${style.group}`}>
      <legend>{t('terms:filters')}</legend>
      <Field label={t('terms:region')}>
        <RegionCascader
          label={t('terms:region')}
          value={settings.region}
          onChange={(region) => change({ region })}
        />
      </Field>
      <IdField
        {...props}
        name="zzAccountId"
        label={t('terms:manufacturer')}
        options={choices.manufacturers}
      />
      {!isOperator && (
        <IdField
          {...props}
          name="yyAccountId"
          label={t('terms:operator')}
          options={choices.operators}
        />
      )}
      <IdField {...props} name="flyModelId" label={t('terms:model')} options={choices.models} />
      <IdField {...props} name="cropId" label={t('by_crop')} options={choices.crops} />
      <IdField {...props} name="medId" label={t('by_chemical')} options={choices.chemicals} />
      <IdField {...props} name="oprId" label={t('terms:pilot')} options={choices.pilots} />
      {hasTasks && <TaskFields {...props} />}
      <EndField {...props} name="startDroneId" label={t('startDroneId')} />
      <EndField {...props} name="endDroneId" label={t('endDroneId')} />
    </fieldset>
  )
}
