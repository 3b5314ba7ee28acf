import { DownloadOutlined } from '@ant-design/icons'
import { droneStatisticList } from '@swath/contract/figures/drone-statistics'
import { Button, Dropdown, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatArea, formatCount, formatHours, formatNumber } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { tableNames } from '../../../ui/table-exports.ts'
import { StatTabs } from '../data-stats/stat-tabs.tsx'
import { useStatChoices, useTaskChoices } from '../data-stats/stat-choices.ts'
import { useStartExport } from './drone-statistics.mutations.ts'
import { ExportShelf } from './export-shelf.tsx'

/** Exports all matching rows in the background. */
const ExportButton = () => {
  const { t } = useTranslation('data-stats')
  const areaUnit = useAreaUnit()
  const [params] = useSearchParams()
  const start = useStartExport()
  const asked = Object.fromEntries(
    Object.keys(droneStatisticList.filters).flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const begin = (format: string): void =>
    start.mutate(
      { asked, areaUnit, format: format === 'xlsx' ? 'xlsx' : 'csv' },
      { onSuccess: () => showSuccess(t('exportStarted')) },
    )
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: Object.entries(tableNames).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => begin(key),
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={start.isPending}>
        {t('terms:export')}
      </Button>
    </Dropdown>
  )
}

type Options = { value: string; label: string }[]
const choiceFilter = <N extends string>(name: N, label: string, options: Options) => ({
  name,
  label,
  render: (value: string | null, change: (value: string | null) => void) => (
    <Select<string>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      style={{ inlineSize: '100%' }}
      options={options}
      value={value}
      onChange={(chosen: string | undefined) => change(chosen ?? null)}
    />
  ),
})

const useFilters = () => {
  const { t } = useTranslation('data-stats')
  const choices = useStatChoices()
  const tasks = useTaskChoices()
  const isOperator = useUser().accountType === 'operator'
  return [
    { from: 'startTime' as const, to: 'endTime' as const, label: t('period') },
    {
      name: 'region' as const,
      label: t('terms:region'),
      render: (value: string | null, change: (value: string | null) => void) => (
        <RegionCascader label={t('terms:region')} value={value} onChange={change} />
      ),
    },
    choiceFilter('zzAccountId' as const, t('terms:manufacturer'), choices.manufacturers),
    ...(isOperator
      ? []
      : [choiceFilter('yyAccountId' as const, t('terms:operator'), choices.operators)]),
    choiceFilter('flyModelId' as const, t('terms:model'), choices.models),
    choiceFilter('cropId' as const, t('by_crop'), choices.crops),
    ...(tasks.length === 0 ? [] : [choiceFilter('taskId' as const, t('by_task'), tasks)]),
    { name: 'startDroneId' as const, label: t('startDroneId') },
    { name: 'endDroneId' as const, label: t('endDroneId') },
  ]
}

/** Work of each drone, filtered by time, place and kind of work. */
export const DroneStatisticsScreen = () => {
  const { t } = useTranslation('data-stats')
  const navigate = useNavigate()
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const isOperator = useUser().accountType === 'operator'
  return (
    <ListScreen
      list={droneStatisticList}
      title={t('terms:droneStatistics')}
      head={
        <>
          <StatTabs />
          <ExportShelf />
        </>
      }
      shown={[
        'droneName',
        'droneId',
        isOperator ? 'zzAccountName' : 'yyAccountName',
        'sprayArea',
        'flightCount',
        'flightTimeS',
        'sprayL',
        'activeDayNum',
        'lastFlightAt',
      ]}
      filters={useFilters()}
      stats={({ stats }) => [
        { label: t('terms:drones'), value: formatCount(stats.droneNum) },
        { label: t('terms:coveredArea'), value: formatArea(stats.sprayArea, unit), unit: areaWord },
        { label: t('sweptArea'), value: formatArea(stats.sweptArea, unit), unit: areaWord },
        { label: t('terms:sorties'), value: formatCount(stats.flightCount) },
        { label: t('terms:flightTime'), ...formatHours(stats.flightTimeS) },
        { label: t('terms:sprayed'), value: formatNumber(stats.sprayL, 1), unit: 'L' },
      ]}
      actions={<ExportButton />}
      rows={{
        onOpen: ({ droneId }) =>
          void navigate(`/business_manage/drone-list/${encodeURIComponent(droneId)}`),
      }}
      empty={{ title: t('noWork'), reason: t('noWorkReason') }}
    />
  )
}
