import { alarmKindLabels } from '@swath/contract/alarms/alarm-title'
import { PlayCircleOutlined } from '@ant-design/icons'
import { flightList, type Sortie } from '@swath/contract/flights/flight-list'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { formatArea, formatCount, formatHours, formatNumber } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session.ts'
import { useAreaWord } from '../../../../ui/area.tsx'
import { toOptions } from '../../../../ui/list-filters.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { flightCells } from './flight-cells.tsx'
import { FlightLists } from './flight-lists.tsx'
import { toDay, isoOfDay } from '../history/history-days.ts'
import { nextDay } from '../history/month-grid.ts'
import { PlayFlights } from './play-flights.tsx'
import { playbackPath } from '../history/playback-address.ts'

/** Path of a sortie in the flight history, with the sorties of its drone and day. */
const buildFlightPath = ({ droneId, sortieId, startTime }: Sortie): string => {
  const day = toDay(startTime)
  const search = new URLSearchParams({
    startTime: isoOfDay(day),
    endTime: isoOfDay(nextDay(day)),
    tracks: sortieId,
    sortie: sortieId,
  })
  return `/business_manage/drone-list/${encodeURIComponent(droneId)}/history?${search.toString()}`
}

/** All flights that the signed-in person can see; operators see no column with their own name. */
export const FlightListScreen = () => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const isOperator = useUser().accountType === 'operator'
  const navigate = useNavigate()
  return (
    <ListScreen
      list={flightList}
      title={t('terms:flights')}
      head={<FlightLists />}
      shown={[
        'startTime',
        'droneName',
        'durationS',
        'sprayArea',
        'sprayL',
        'anomalies',
        'oprName',
        'blockName',
        ...(isOperator ? [] : (['yyAccountName'] as const)),
      ]}
      cellRenderers={{
        ...flightCells,
        durationS: { ...flightCells.durationS, unit: t('ui:minutesSeconds') },
      }}
      filters={[
        { from: 'startTime', to: 'endTime', label: t('period') },
        'droneName',
        'oprName',
        'region',
        { name: 'oddType', label: t('alarms'), options: toOptions(alarmKindLabels, t) },
        'workMode',
        'yyAccountName',
        'zzAccountName',
        'source',
        'droneId',
      ]}
      refreshMs={10_000}
      stats={({ stats }) => [
        { label: t('terms:sorties'), value: formatCount(stats.sortieCount) },
        { label: t('covered'), value: formatArea(stats.sprayArea, unit), unit: areaWord },
        { label: t('terms:flightTime'), ...formatHours(stats.durationS) },
        { label: t('litres'), value: formatNumber(stats.sprayL, 1), unit: 'L' },
      ]}
      actions={
        <Button icon={<PlayCircleOutlined />} onClick={() => void navigate(playbackPath())}>
          {t('terms:playback')}
        </Button>
      }
      rows={{
        bulk: (rows) => <PlayFlights sorties={rows} />,
        onOpen: (row) => void navigate(buildFlightPath(row)),
      }}
      empty={{ title: t('empty'), reason: t('listEmptyReason') }}
    />
  )
}
