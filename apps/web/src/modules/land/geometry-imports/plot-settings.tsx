import type {
  GeometryImport,
  ImportSettings as Settings,
} from '@swath/contract/land/geometry-imports'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { SettingField } from './setting-field.tsx'

type Props = { settings: GeometryImport['settings']; change: (some: Partial<Settings>) => void }

/** Selects a subordinate account, by its name or a phone number of one of its people. */
const OwnerField = ({ settings: { ownerId }, change }: Props) => {
  const { t } = useTranslation('geometry-imports')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({ ...buildQuery('listPlotOwners', { query: { search } }), ...keepShown })
  const chosen = useQuery({
    ...buildQuery('listPlotOwners', { query: { accountId: ownerId ?? '' } }),
    enabled: ownerId !== null,
  })
  const own = { value: '', label: t('ownAccount') }
  const below = [...(chosen.data?.items ?? []), ...(found.data?.items ?? [])]
  // Most accounts have no subordinate accounts, so there is nothing to select.
  if (found.data?.items.length === 0 && typed === '' && ownerId === null) return null
  return (
    <SettingField label={t('ownerOf')}>
      <Select
        value={ownerId ?? ''}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        placeholder={t('ownerSearch')}
        notFoundContent={t('ownerNone')}
        options={[
          ...(search === '' ? [own] : []),
          ...[...new Map(below.map((one) => [one.accountId, one.accountName]))].map(
            ([value, label]) => ({ value, label }),
          ),
        ]}
        onChange={(accountId) => change({ ownerId: accountId === '' ? null : accountId })}
      />
    </SettingField>
  )
}

const CropField = ({ settings: { cropId }, change }: Props) => {
  const { t } = useTranslation('geometry-imports')
  const crops = useQuery(buildQuery('listCrops', { query: { size: '1000' } }))
  return (
    <SettingField label={t('crop')}>
      <Select
        value={cropId ?? ''}
        loading={crops.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('cropNone') },
          ...(crops.data?.items ?? []).map((one) => ({ value: one.cropId, label: one.cropName })),
        ]}
        onChange={(chosen) => change({ cropId: chosen === '' ? null : chosen })}
      />
    </SettingField>
  )
}

/** Selects the column with the village of each plot. */
const VillageField = ({
  columns,
  settings: { villageColumn },
  change,
}: Props & { columns: readonly string[] }) => {
  const { t } = useTranslation('geometry-imports')
  return (
    <SettingField label={t('terms:village')}>
      <Select
        value={villageColumn ?? ''}
        options={[
          { value: '', label: t('nameAuto') },
          ...columns.map((column) => ({ value: column, label: column })),
        ]}
        onChange={(column) => change({ villageColumn: column === '' ? null : column })}
      />
    </SettingField>
  )
}

/** Properties for all plots of the file. */
export const PlotSettings = (props: Props & { columns: readonly string[] }) => (
  <>
    <VillageField {...props} />
    <OwnerField {...props} />
    <CropField {...props} />
  </>
)
