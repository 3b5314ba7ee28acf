import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { monitorQueries, narrowBy } from './monitor-queries.ts'
import style from './monitor-panel.module.css'

const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div className={style.label} aria-hidden="true">
      {label}
    </div>
    {children}
  </div>
)

type ChoiceProps = {
  label: string
  value: string | undefined
  onChange: (value: string | null) => void
  options: readonly { value: string; label: string }[]
  loading?: boolean
}
const Choice = ({ label, value, onChange, options, loading = false }: ChoiceProps) => (
  <Field label={label}>
    <Select
      allowClear
      showSearch
      optionFilterProp="label"
      style={{ width: '100%' }}
      placeholder={label}
      aria-label={label}
      value={value ?? null}
      loading={loading}
      options={[...options]}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  </Field>
)

/** Filters of the map, the list and the sums; stored in this browser. */
export const MonitorFilters = () => {
  const { t } = useTranslation('monitor')
  const filters = useStored(monitorQueries)
  const manufacturers = useQuery({ ...buildQuery('listManufacturers'), staleTime: Infinity })
  const operators = useQuery({ ...buildQuery('listOperators'), staleTime: 300_000 })
  const models = useQuery({
    ...buildQuery('listDroneModels', { query: { pageSize: '500' } }),
    staleTime: 300_000,
  })
  const accounts = (items: readonly { accountId: string; accountName: string }[] | undefined) =>
    (items ?? []).map(({ accountId, accountName }) => ({ value: accountId, label: accountName }))
  const ofMaker = (models.data?.items ?? []).filter(
    (model) => filters.zzAccountId === undefined || model.zzAccountId === filters.zzAccountId,
  )
  return (
    <div className={`grid gap-10 border-b bg-raised ${style.filters}`}>
      <Field label={t('region')}>
        <RegionCascader
          label={t('region')}
          value={filters.region ?? null}
          onChange={(region) => narrowBy({ region })}
        />
      </Field>
      <Choice
        label={t('terms:manufacturer')}
        value={filters.zzAccountId}
        options={accounts(manufacturers.data?.items)}
        loading={manufacturers.isPending}
        onChange={(zzAccountId) => narrowBy({ zzAccountId, flyModelId: null })}
      />
      <Choice
        label={t('terms:operator')}
        value={filters.yyAccountId}
        options={accounts(operators.data?.items)}
        loading={operators.isPending}
        onChange={(yyAccountId) => narrowBy({ yyAccountId })}
      />
      <Choice
        label={t('deviceType')}
        value={filters.deviceType}
        onChange={(deviceType) => narrowBy({ deviceType })}
        options={[
          { value: 'sprayer', label: t('deviceSprayer') },
          { value: 'spreader', label: t('deviceSpreader') },
          { value: 'mapper', label: t('deviceMapper') },
        ]}
      />
      <Choice
        label={t('terms:model')}
        value={filters.flyModelId}
        options={ofMaker.map(({ flyModelId, modelName }) => ({
          value: flyModelId,
          label: modelName,
        }))}
        loading={models.isPending}
        onChange={(flyModelId) => narrowBy({ flyModelId })}
      />
      <Button disabled={Object.keys(filters).length === 0} onClick={() => monitorQueries.set({})}>
        {t('filtersReset')}
      </Button>
    </div>
  )
}
