import { PlayCircleOutlined } from '@ant-design/icons'
import type { Sortie } from '@swath/contract/flights'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { formatArea, formatCount, formatHours, formatNumber } from '../../../lib/format.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import type { Filter } from '../../../ui/list-filters.tsx'
import { OldListScreen } from '../../../ui/old-list-screen.tsx'
import { tableExports } from '../../../ui/table-exports.ts'
import { RegionCascader } from '../../../ui/region-cascader.tsx'
import { useFlightColumns } from './flight-columns.tsx'
import { FlightLists } from './flight-lists.tsx'
import { anomalyWords, modeWords, sourceWords } from '../flight-words.ts'
import { dayOf, isoOfDay } from '../history/history-days.ts'
import { nextDay } from '../history/month-grid.ts'
import { PlayFlights } from './play-flights.tsx'
import { playbackPath } from '../playback/playback-address.ts'

const useFilters = (): readonly Filter[] => {
  const { t } = useTranslation('flights')
  return useMemo((): Filter[] => {
    const choice = (
      name: string,
      label: string,
      words: Readonly<Record<string, string>>,
    ): Filter => ({
      kind: 'choice',
      name,
      label,
      options: Object.entries(words).map(([value, word]) => ({ value, label: t(word) })),
    })
    return [
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
      choice('oddType', t('alarms'), anomalyWords),
      choice('workMode', t('mode'), modeWords),
      { kind: 'text', name: 'yyAccountName', label: t('operator') },
      { kind: 'text', name: 'zzAccountName', label: t('manufacturer') },
      choice('source', t('source'), sourceWords),
      { kind: 'text', name: 'droneId', label: t('droneId') },
    ]
  }, [t])
}

/** Where one sortie is shown: among those of its drone and day. */
const pathOf = ({ droneId, sortieId, startTime }: Sortie): string => {
  const day = dayOf(startTime)
  const search = new URLSearchParams({
    startTime: isoOfDay(day),
    endTime: isoOfDay(nextDay(day)),
    tracks: sortieId,
    sortie: sortieId,
  })
  return `/business_manage/drone-list/${encodeURIComponent(droneId)}/history?${search.toString()}`
}

/** Every flight that exists for whoever is signed in, of whatever drone. */
export const FlightListScreen = () => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const columns = useFlightColumns()
  const filters = useFilters()
  const navigate = useNavigate()
  return (
    <OldListScreen
      name="flights"
      title={t('listTitle')}
      head={<FlightLists />}
      operation="listFlights"
      rowKey="sortieId"
      columns={columns}
      filters={filters}
      sortName="order"
      defaultSort="-startTime"
      refreshMs={30_000}
      stats={({ stats }) => [
        { label: t('sorties'), value: formatCount(stats.sortieCount) },
        { label: t('covered'), value: formatArea(stats.sprayArea, unit), unit: areaWord },
        { label: t('flightTime'), value: formatHours(stats.durationS), unit: 'h' },
        { label: t('litres'), value: formatNumber(stats.sprayL, 1), unit: 'L' },
      ]}
      exports={tableExports('exportFlights', t('exportName'), { areaUnit: unit })}
      actions={
        <Button icon={<PlayCircleOutlined />} onClick={() => void navigate(playbackPath())}>
          {t('playbackTitle')}
        </Button>
      }
      bulk={(rows) => <PlayFlights sorties={rows} />}
      onOpen={(row) => void navigate(pathOf(row))}
      empty={{ title: t('empty'), reason: t('listEmptyReason') }}
    />
  )
}
