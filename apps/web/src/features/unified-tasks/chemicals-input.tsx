import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { UnifiedTaskInput } from '@swath/contract/unified-tasks'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../lib/query.ts'
import style from './unified-tasks.module.css'

type Chemical = UnifiedTaskInput['chemicals'][number]
type Draft = Omit<Chemical, 'chemicalId'> & { chemicalId: string | undefined }
type Props = { value?: readonly Draft[]; onChange?: (chemicals: readonly Draft[]) => void }

const units = ['mL', 'g'] as const

/** What is to be sprayed, and how much of each on a mu. */
export const ChemicalsInput = ({ value = [], onChange }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const known = useQuery(buildQuery('listChemicals', { query: { size: '1000' } }))
  const change = (index: number, changed: Partial<Draft>): void =>
    onChange?.(value.map((one, place) => (place === index ? { ...one, ...changed } : one)))
  return (
    <div className={style.chemicals}>
      {value.map((one, index) => (
        // Two rows may still be empty: their place tells them apart.
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
            aria-label={t('dose')}
            placeholder={t('dose')}
            value={one.dose}
            onChange={(dose) => change(index, { dose: dose === null ? null : Number(dose) })}
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
