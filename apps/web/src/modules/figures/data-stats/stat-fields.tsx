// The settings of a statistic. Options that cannot be combined with the others are disabled, with
// the reason.
import { dimensions, type Dimension } from '@swath/domain/figures'
import {
  refreshIntervalsS,
  statMeasureNames,
  statMeasures,
  type DataStatSettings,
} from '@swath/contract/figures/stat-settings'
import { Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { DaysRange } from '../../../ui/days-range.tsx'
import { useStatChoices } from './stat-choices.ts'
import { periodOptions, showOptions } from './stat.labels.ts'
import { Field, useWhyNot, type FieldsProps } from './stat-field.tsx'
import { StatFilters } from './stat-filters.tsx'
import style from './data-stats.module.css'

type ChoiceProps<V extends string | number> = {
  label: string
  value: V | null
  options: readonly { value: V; label: string }[]
  patch: (value: V) => Partial<DataStatSettings>
} & FieldsProps

/**
 * A select. Options that cannot be combined with the other settings are disabled, with the reason.
 */
const Choice = <V extends string | number>(props: ChoiceProps<V>) => {
  const { label, value, options, patch, settings, change } = props
  const whyNot = useWhyNot(settings)
  return (
    <Field label={label}>
      <Select<V>
        aria-label={label}
        value={value as V}
        onChange={(chosen) => change(patch(chosen))}
        showSearch={{ optionFilterProp: 'label' }}
        options={options.map((option) => {
          const reason = option.value === value ? null : whyNot(patch(option.value))
          return { ...option, disabled: reason !== null, reason }
        })}
        optionRender={({ data }) => (
          <>
            {data.label}
            {data.reason && <p className={style.optionHint}>{data.reason}</p>}
          </>
        )}
      />
    </Field>
  )
}

const useDimensionOptions = () => {
  const { t } = useTranslation('data-stats')
  return dimensions.map((value) => ({ value, label: t(`by_${value}`) }))
}

const MeasureField = ({ settings, change }: FieldsProps) => {
  const { t } = useTranslation('data-stats')
  const whyNot = useWhyNot(settings)
  const { y } = settings
  return (
    <Field label={t('y')}>
      <Select<DataStatSettings['y']>
        mode="multiple"
        aria-label={t('y')}
        value={y}
        maxCount={4}
        onChange={(chosen) => {
          if (chosen.length > 0) change({ y: chosen })
        }}
        options={statMeasureNames.map((value) => {
          const rest = y.filter((one) => one !== value)
          const after = y.includes(value) ? rest : [...y, value]
          const reason = after.length === 0 ? null : whyNot({ y: after })
          return {
            value,
            label: t(statMeasures[value].label),
            disabled: reason !== null && !y.includes(value),
            reason,
          }
        })}
        optionRender={({ data }) => (
          <>
            {data.label}
            {data.disabled && <p className={style.optionHint}>{data.reason}</p>}
          </>
        )}
      />
    </Field>
  )
}

const nothing = 'none'

const QuestionFields = (props: FieldsProps) => {
  const { settings, change } = props
  const { t } = useTranslation('data-stats')
  const options = useDimensionOptions()
  return (
    <fieldset className={`grid gap-12 m-0 min-w-0 ${style.group}`}>
      <legend>{t('question')}</legend>
      <MeasureField {...props} />
      <Choice
        {...props}
        label={t('x')}
        value={settings.x}
        options={options}
        patch={(x) => ({ x })}
      />
      <Choice<Dimension | typeof nothing>
        {...props}
        label={t('dimension')}
        value={settings.dimension ?? nothing}
        options={[{ value: nothing, label: t('dimensionNone') }, ...options]}
        patch={(dimension) => ({ dimension: dimension === nothing ? null : dimension })}
      />
      <Choice
        {...props}
        label={t('period')}
        value={settings.periodType}
        options={periodOptions(t)}
        patch={(periodType) => ({ periodType })}
      />
      {settings.periodType === 7 && (
        <DaysRange
          label={t('periodDays')}
          value={[
            settings.startTime ? dayjs(settings.startTime) : null,
            settings.endTime ? dayjs(settings.endTime) : null,
          ]}
          onChange={(from, to) =>
            change({
              startTime: from?.format('YYYY-MM-DD') ?? null,
              endTime: to?.format('YYYY-MM-DD') ?? null,
            })
          }
        />
      )}
    </fieldset>
  )
}

type SwitchProps = { label: string; name: 'summary' | 'comparison' } & FieldsProps
const SwitchField = ({ label, name, settings, change }: SwitchProps) => {
  const id = useId()
  const whyNot = useWhyNot(settings)
  const reason = settings[name] ? null : whyNot({ [name]: true })
  return (
    <div>
      <div className={`flex gap-12 items-center ${style.switch}`}>
        <Switch
          id={id}
          checked={settings[name]}
          disabled={reason !== null}
          onChange={(isOn) => change({ [name]: isOn })}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {reason && <p className={style.hint}>{reason}</p>}
    </div>
  )
}

const topCounts = [5, 10, 20, 50, 100, 200] as const
const areaUnits = ['mu', 'acre', 'hectare', 'rai'] as const
const areaLabels = { mu: 'terms:mu', acre: 'terms:acres', hectare: 'terms:ha', rai: 'terms:rai' }

const ShowFields = (props: FieldsProps) => {
  const { settings, change } = props
  const { t } = useTranslation('data-stats')
  return (
    <fieldset className={`grid gap-12 m-0 min-w-0 ${style.group}`}>
      <legend>{t('presentation')}</legend>
      <Choice
        {...props}
        label={t('showType')}
        value={settings.showType}
        options={showOptions(t)}
        patch={(showType) => ({ showType })}
      />
      <SwitchField {...props} name="comparison" label={t('comparison')} />
      <SwitchField {...props} name="summary" label={t('summary')} />
      <Choice
        {...props}
        label={t('top')}
        value={settings.top}
        options={topCounts.map((value) => ({ value, label: String(value) }))}
        patch={(top) => ({ top })}
      />
      <Field label={t('areaUnit')}>
        <Select
          aria-label={t('areaUnit')}
          value={settings.areaUnit ?? nothing}
          onChange={(chosen) =>
            change({ areaUnit: areaUnits.find((one) => one === chosen) ?? null })
          }
          options={[
            { value: nothing, label: t('areaUnitOwn') },
            ...areaUnits.map((value) => ({ value, label: t(areaLabels[value]) })),
          ]}
        />
      </Field>
      <Choice
        {...props}
        label={t('refreshFre')}
        value={settings.refreshFre}
        options={refreshIntervalsS.map((value) => ({
          value,
          label: value === 0 ? t('refreshNever') : t('refreshMinutes', { count: value / 60 }),
        }))}
        patch={(refreshFre) => ({ refreshFre })}
      />
    </fieldset>
  )
}

export const StatFields = (props: FieldsProps) => {
  const { accountType } = useUser()
  return (
    <>
      <QuestionFields {...props} />
      <ShowFields {...props} />
      <StatFilters {...props} choices={useStatChoices()} isOperator={accountType === 'operator'} />
    </>
  )
}
