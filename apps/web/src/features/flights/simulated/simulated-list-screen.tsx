import type { SimulatedFlight } from '@swath/contract/flights'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { dash, formatCount, formatDuration, formatHours } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import type { Column } from '../../../ui/list-columns.tsx'
import type { Filter } from '../../../ui/list-filters.tsx'
import { OldListScreen } from '../../../ui/old-list-screen.tsx'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { tableExports } from '../../../ui/table-exports.ts'
import { Time } from '../../../ui/time.tsx'
import { FlightLists, simulatedListPath } from '../list/flight-lists.tsx'
import style from '../list/flight-list.module.css'

const useColumns = (): readonly Column<SimulatedFlight>[] => {
  const { t } = useTranslation('flights')
  const isOperator = useUser().accountType === 4
  return useMemo(
    () => [
      {
        key: 'startTime',
        title: t('start'),
        sort: 'startTime',
        width: 176,
        render: (row) => <Time time={row.startTime} />,
      },
      {
        key: 'droneName',
        title: t('drone'),
        render: (row) => <span className={style.name}>{row.droneName}</span>,
      },
      { key: 'droneId', title: t('droneId'), hidden: true, render: (row) => row.droneId },
      {
        key: 'durationS',
        title: t('duration'),
        number: true,
        render: (row) =>
          row.state === 'open' ? (
            <span className={style.inAir}>{t('practising')}</span>
          ) : (
            formatDuration(row.durationS)
          ),
      },
      { key: 'oprName', title: t('pilot'), render: (row) => row.oprName ?? dash },
      {
        key: 'yyAccountName',
        title: t('operator'),
        hidden: isOperator,
        render: (row) => row.yyAccountName ?? dash,
      },
      {
        key: 'zzAccountName',
        title: t('manufacturer'),
        hidden: !isOperator,
        render: (row) => row.zzAccountName,
      },
      { key: 'region', title: t('region'), render: (row) => row.region.join(' / ') || dash },
      {
        key: 'endTime',
        title: t('end'),
        hidden: true,
        render: (row) => (row.state === 'open' ? dash : <Time time={row.endTime} />),
      },
    ],
    [t, isOperator],
  )
}

const useFilters = (): readonly Filter[] => {
  const { t } = useTranslation('flights')
  return useMemo(
    (): Filter[] => [
      { kind: 'days', from: 'startTime', to: 'endTime', label: t('period') },
      { kind: 'text', name: 'droneName', label: t('droneName') },
      { kind: 'text', name: 'oprName', label: t('pilot') },
      {
        kind: 'own',
        name: 'region',
        label: t('region'),
        render: (value, change) => (
          <RegionCascader label={t('region')} value={value} onChange={change} />
        ),
      },
      { kind: 'text', name: 'yyAccountName', label: t('operator') },
      { kind: 'text', name: 'zzAccountName', label: t('manufacturer') },
      { kind: 'text', name: 'droneId', label: t('droneId') },
    ],
    [t],
  )
}

/**
 * What was practised in the simulator of a remote control or ground station, with whatever drone.
 * It is in no other list.
 */
export const SimulatedListScreen = () => {
  const { t } = useTranslation('flights')
  const columns = useColumns()
  const filters = useFilters()
  const navigate = useNavigate()
  return (
    <OldListScreen
      name="simulated-flights"
      title={t('simulatedTitle')}
      head={
        <>
          <FlightLists />
          <p className={style.hint}>{t('simulatedHint')}</p>
        </>
      }
      operation="listSimulatedFlights"
      rowKey="sortieId"
      columns={columns}
      filters={filters}
      sortName="order"
      defaultSort="-startTime"
      refreshMs={30_000}
      stats={({ stats }) => [
        { label: t('simulatedTitle'), value: formatCount(stats.sortieCount) },
        { label: t('practiceTime'), value: formatHours(stats.durationS), unit: 'h' },
      ]}
      exports={tableExports('exportSimulatedFlights', t('simulatedExportName'))}
      onOpen={({ droneId, sortieId }) =>
        void navigate(`${simulatedListPath}/${encodeURIComponent(droneId)}/${sortieId}`)
      }
      empty={{ title: t('simulatedEmpty'), reason: t('simulatedEmptyReason') }}
    />
  )
}
