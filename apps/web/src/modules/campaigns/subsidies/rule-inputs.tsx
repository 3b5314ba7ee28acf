// Inputs of rules: rates by crop, chemical and kind of task, and seasons.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { SubsidyRuleInput } from '@swath/contract/campaigns/subsidy-rules'
import type { Currency } from '@swath/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { CropInput, DayInput } from '../../../ui/fields/field-inputs.tsx'
import { MoneyInput } from '../../../ui/money-field.tsx'
import { typeKeys } from './rule-content.tsx'
import style from './subsidies.module.css'

type Rate = SubsidyRuleInput['rates'][number]
export type RateDraft = Omit<Rate, 'rateMinor'> & { rateMinor: number | null }
type Season = SubsidyRuleInput['seasons'][number]
export type SeasonDraft = { [K in keyof Season]: Season[K] | undefined }

type Field<T> = { value?: readonly T[]; onChange?: (rows: readonly T[]) => void }

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={label} onClick={onClick} />
)

type Props = { value: string | null; onChange: (id: string | null) => void }
const ChemicalInput = ({ value, onChange }: Props) => {
  const { t } = useTranslation('subsidies')
  const known = useQuery(buildQuery('listChemicals', { query: { size: '1000' } }))
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('chemical')}
      placeholder={t('chemicalAny')}
      loading={known.isPending}
      value={value ?? undefined}
      options={(known.data?.items ?? []).map(({ chemicalId, chemicalName }) => ({
        value: chemicalId,
        label: chemicalName,
      }))}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  )
}

const types = [1, 2, 3, 4] as const
const ratesAtMost = 60
const seasonsAtMost = 12

export const RatesInput = ({
  value = [],
  onChange,
  currency,
  per,
}: Field<RateDraft> & {
  currency: Currency
  /** Label of the unit of the rates. */
  per: string
}) => {
  const { t } = useTranslation(['subsidies', 'unified-tasks'])
  const change = (index: number, changed: Partial<RateDraft>): void =>
    onChange?.(value.map((one, place) => (place === index ? { ...one, ...changed } : one)))
  return (
    <div className="grid gap-8 justify-items-start">
      {value.map((rate, index) => (
        // Two rows may still be empty: only their index distinguishes them.
        <div key={index} className={style.rate}>
          <CropInput value={rate.cropId} onChange={(cropId) => change(index, { cropId })} />
          <ChemicalInput
            value={rate.chemicalId}
            onChange={(chemicalId) => change(index, { chemicalId })}
          />
          <Select
            allowClear
            aria-label={t('taskType')}
            placeholder={t('taskTypeAny')}
            value={rate.taskType ?? undefined}
            options={types.map((type) => ({ value: type, label: t(typeKeys[type]) }))}
            onChange={(type: Rate['taskType'] | undefined) =>
              change(index, { taskType: type ?? null })
            }
          />
          <MoneyInput
            currency={currency}
            aria-label={t('ratePer', { unit: per })}
            placeholder={t('ratePer', { unit: per })}
            value={rate.rateMinor}
            onChange={(rateMinor) => change(index, { rateMinor })}
          />
          <RemoveButton
            label={t('rateRemove')}
            onClick={() => onChange?.(value.filter((_one, place) => place !== index))}
          />
        </div>
      ))}
      {value.length < ratesAtMost && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            onChange?.([
              ...value,
              { cropId: null, chemicalId: null, taskType: null, rateMinor: null },
            ])
          }
        >
          {t('rateAdd')}
        </Button>
      )}
    </div>
  )
}

export const SeasonsInput = ({ value = [], onChange }: Field<SeasonDraft>) => {
  const { t } = useTranslation('subsidies')
  const change = (index: number, changed: Partial<SeasonDraft>): void =>
    onChange?.(value.map((one, place) => (place === index ? { ...one, ...changed } : one)))
  return (
    <div className="grid gap-8 justify-items-start">
      {value.map((season, index) => (
        <div key={index} className={style.season}>
          <Input
            aria-label={t('seasonName')}
            placeholder={t('seasonName')}
            maxLength={40}
            value={season.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <DayInput value={season.fromDay} onChange={(fromDay) => change(index, { fromDay })} />
          <DayInput value={season.untilDay} onChange={(untilDay) => change(index, { untilDay })} />
          <RemoveButton
            label={t('seasonRemove')}
            onClick={() => onChange?.(value.filter((_one, place) => place !== index))}
          />
        </div>
      ))}
      {value.length < seasonsAtMost && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            onChange?.([...value, { name: '', fromDay: undefined, untilDay: undefined }])
          }
        >
          {t('seasonAdd')}
        </Button>
      )}
    </div>
  )
}
