// Inputs for task forms: a day, an area in the person's unit, and selects whose options are loaded.
import { fromMu, toMu } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { DatePicker, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../lib/area-unit.ts'
import { buildQuery } from '../../lib/query.ts'
import { useAreaWord } from '../area.tsx'
import { RegionCascader } from '../region-cascader.tsx'
import { useNarrow } from '../use-width.ts'

type Field<Value> = { id?: string; value?: Value; onChange?: (value: Value) => void }

/** The first is shown; all of them can be typed. */
const dayFormats = ['YYYY/MM/DD', 'YYYY-MM-DD', 'YYYYMMDD']

export const DayInput = ({
  value,
  onChange,
  from,
  until,
  ...rest
}: Field<string | undefined> & { from?: string; until?: string }) => (
  <DatePicker
    {...rest}
    style={{ width: '100%' }}
    format={dayFormats}
    allowClear={false}
    // The keyboard of a phone would cover the calendar.
    inputReadOnly={useNarrow()}
    {...(from ? { minDate: dayjs(from) } : {})}
    {...(until ? { maxDate: dayjs(until) } : {})}
    value={value ? dayjs(value) : null}
    onChange={(day: Dayjs | null) => onChange?.(day?.format('YYYY-MM-DD'))}
  />
)

const toFour = (value: number): number => Math.round(value * 10_000) / 10_000

export const AreaInput = ({ value, onChange, ...rest }: Field<number | null>) => {
  const unit = useAreaUnit()
  return (
    <InputNumber
      {...rest}
      style={{ width: '100%' }}
      suffix={useAreaWord()}
      value={value == null ? null : toFour(fromMu(value, unit))}
      onChange={(area) => onChange?.(area === null ? null : toMu(Number(area), unit))}
    />
  )
}

export const CropInput = ({ value, onChange, ...rest }: Field<string | null>) => {
  const { t } = useTranslation('unified-tasks')
  const crops = useQuery(buildQuery('listCrops', { query: { size: '1000' } }))
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('cropAny')}
      loading={crops.isPending}
      value={value ?? undefined}
      options={(crops.data?.items ?? []).map(({ cropId, cropName }) => ({
        value: cropId,
        label: cropName,
      }))}
      onChange={(cropId: string | undefined) => onChange?.(cropId ?? null)}
    />
  )
}

export const WorkTypeInput = ({ value, onChange, ...rest }: Field<string | null>) => {
  const types = useQuery(buildQuery('listWorkTypes', { query: { size: '1000' } }))
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={types.isPending}
      value={value ?? undefined}
      options={(types.data?.items ?? []).map(({ workTypeId, workTypeName }) => ({
        value: workTypeId,
        label: workTypeName,
      }))}
      onChange={(id: string | undefined) => onChange?.(id ?? null)}
    />
  )
}

export const SupervisorInput = ({ value, onChange, ...rest }: Field<string | null>) => {
  const choices = useQuery(buildQuery('listTaskSupervisorChoices', { query: {} }))
  return (
    <Select
      {...rest}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={choices.isPending}
      value={value ?? undefined}
      options={(choices.data?.items ?? []).map(({ accountId, accountName }) => ({
        value: accountId,
        label: accountName,
      }))}
      onChange={(id: string | undefined) => onChange?.(id ?? null)}
    />
  )
}

export const RegionInput = ({ value, onChange, ...rest }: Field<string | null>) => {
  const { t } = useTranslation('unified-tasks')
  return (
    <RegionCascader
      {...rest}
      value={value ?? null}
      onChange={(code) => onChange?.(code)}
      label={t('terms:region')}
    />
  )
}
