import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { UnifiedTaskInput } from '@swath/contract/campaigns/unified-tasks'
import { fromMu, toMu } from '@swath/domain/units'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { buildQuery } from '../../../lib/query.ts'
import { usePerAreaWord } from '../../../ui/area.tsx'
import style from './unified-tasks.module.css'

type Chemical = UnifiedTaskInput['chemicals'][number]
type Draft = Omit<Chemical, 'chemicalId'> & { chemicalId: string | undefined }
type Props = { value?: readonly Draft[]; onChange?: (chemicals: readonly Draft[]) => void }

const units = ['mL', 'g'] as const

/** Converts a dose between the API (per mu) and the person's unit of area. */
const useDoses = () => {
  const unit = useAreaUnit()
  return {
    show: (perMu: number | null) =>
      perMu === null ? null : Math.round(perMu * toMu(1, unit) * 10_000) / 10_000,
    read: (perUnit: number | string | null) =>
      perUnit === null ? null : Number(perUnit) * fromMu(1, unit),
  }
}

/** The chemicals to spray, each with the amount per unit of area. */
export const ChemicalsInput = ({ value = [], onChange }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const doses = useDoses()
  const doseLabel = t('dose', { unit: usePerAreaWord() })
  const known = useQuery(buildQuery('listChemicals', { query: { size: '1000' } }))
  const change = (index: number, changed: Partial<Draft>): void =>
    onChange?.(value.map((one, place) => (place === index ? { ...one, ...changed } : one)))
  return (
    <div className="grid gap-8 justify-items-start">
      {value.map((one, index) => (
        // Two rows may still be empty: only their index distinguishes them.
        <div key={index} className={style.chemical}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('chemical')}
            placeholder={t('chemical')}
            loading={known.isPending}
            value={one.chemicalId}
            options={(known.data?.items ?? []).map(({ chemicalId, chemicalName }) => ({
              value: chemicalId,
              label: chemicalName,
            }))}
            onChange={(chemicalId: string) => change(index, { chemicalId })}
          />
          <InputNumber
            aria-label={doseLabel}
            placeholder={doseLabel}
            value={doses.show(one.dose)}
            onChange={(dose) => change(index, { dose: doses.read(dose) })}
          />
          <Select
            aria-label={t('doseUnit')}
            value={one.doseUnit}
            options={units.map((unit) => ({ value: unit, label: unit }))}
            onChange={(doseUnit: 'mL' | 'g') => change(index, { doseUnit })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('chemicalRemove')}
            onClick={() => onChange?.(value.filter((_one, place) => place !== index))}
          />
        </div>
      ))}
      {value.length < 10 && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() =>
            onChange?.([...value, { chemicalId: undefined, dose: null, doseUnit: 'mL' }])
          }
        >
          {t('chemicalAdd')}
        </Button>
      )}
    </div>
  )
}
