import { simulatedFlightList } from '@swath/contract/flights/flight-list'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { dash, formatCount, formatDuration, formatHours } from '../../../../lib/format.ts'
import { useUser } from '../../../../lib/session.ts'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { CellTime } from '../../../../ui/time.tsx'
import { DroneName, Going } from '../list/flight-cells.tsx'
import { FlightLists, simulatedListPath } from '../list/flight-lists.tsx'

/**
 * Practice flights in the simulator of a remote control or ground station, of any drone. No other
 * list contains them.
 */
export const SimulatedListScreen = () => {
  const { t } = useTranslation('flights')
  const isOperator = useUser().accountType === 'operator'
  const navigate = useNavigate()
  return (
    <ListScreen
      list={simulatedFlightList}
      title={t('terms:simulatedFlights')}
      head={
        <>
          <FlightLists />
          <p className="m-0 muted">{t('simulatedHint')}</p>
        </>
      }
      shown={[
        'startTime',
        'droneName',
        'durationS',
        'oprName',
        isOperator ? 'zzAccountName' : 'yyAccountName',
        'region',
      ]}
      cellRenderers={{
        startTime: { width: 152 },
        droneName: { render: ({ droneName }) => <DroneName name={droneName} /> },
        durationS: {
          unit: t('ui:minutesSeconds'),
          render: ({ state, durationS }) =>
            state === 'open' ? <Going text={t('inSimulator')} /> : formatDuration(durationS),
        },
        endTime: {
          render: ({ state, endTime }) =>
            state === 'open' ? dash : <CellTime exact time={endTime} />,
        },
      }}
      filters={[
        { from: 'startTime', to: 'endTime', label: t('period') },
        'droneName',
        'oprName',
        'region',
        'yyAccountName',
        'zzAccountName',
        'droneId',
      ]}
      refreshMs={30_000}
      stats={({ stats }) => [
        { label: t('terms:simulatedFlights'), value: formatCount(stats.sortieCount) },
        { label: t('simulatedTime'), ...formatHours(stats.durationS) },
      ]}
      rows={{
        onOpen: ({ droneId, sortieId }) =>
          void navigate(`${simulatedListPath}/${encodeURIComponent(droneId)}/${sortieId}`),
      }}
      empty={{ title: t('simulatedEmpty'), reason: t('simulatedEmptyReason') }}
    />
  )
}
