import { LeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { showError } from '../../../../lib/errors.ts'
import { formatClock, formatDay } from '../../../../lib/format.ts'
import { Dock } from '../../../../ui/dock.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { ThinBar } from '../../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import { simulatedListPath } from '../list/flight-lists.tsx'
import { HistoryMap } from '../history/history-map.tsx'
import { Player } from '../track/player.tsx'
import { SortieRecord, sortieQuery } from '../sortie/sortie-record.tsx'
import { useFreeMap } from '../../../../ui/use-free-map.ts'
import { useTracks } from '../track/use-tracks.ts'

const nothing = (): void => undefined

/** One simulated flight: its track on the map, and its playback. */
export const SimulatedFlightScreen = () => {
  const { t } = useTranslation('flights')
  const { droneId = '', sortieId = '' } = useParams()
  const narrow = useNarrow()
  const { map, padding, follow } = useFreeMap()
  const detail = useQuery(sortieQuery({ droneId, sortieId }))
  const endTime = detail.data?.endTime
  const { tracks, isFetching, error } = useTracks(
    useMemo(
      () => (endTime === undefined ? [] : [{ droneId, sortieId, endTime }]),
      [droneId, sortieId, endTime],
    ),
  )
  useEffect(() => {
    if (error) showError(error)
  }, [error])
  const track = tracks.find(({ recordTime }) => recordTime.length > 1)
  const title = detail.data
    ? `${detail.data.droneName} · ${formatDay(detail.data.startTime)} ${formatClock(detail.data.startTime)}`
    : t('simulatedOne')
  const player = track ? (
    <Player key={track.sortieId} track={track} map={map} follow={follow} jumped={null} />
  ) : (
    detail.data?.hasTrack === false && (
      <p className="m-0 muted text-center p-16">{t('noSimulatedTrack')}</p>
    )
  )
  return (
    <>
      <HistoryMap
        tracks={tracks}
        activeId={sortieId}
        detail={detail.data}
        padding={padding}
        onOpen={nothing}
      />
      <Panel
        side="left"
        title={
          <>
            <Link
              className="back-icon"
              to={simulatedListPath}
              title={t('toSimulated')}
              aria-label={t('toSimulated')}
            >
              <LeftOutlined />
            </Link>
            {title}
          </>
        }
      >
        <ThinBar active={isFetching} />
        <h1 className="sr-only">{t('simulatedOne')}</h1>
        {narrow && player}
        <SortieRecord droneId={droneId} sortieId={sortieId} onAlarm={nothing} />
      </Panel>
      {!narrow && player && <Dock>{player}</Dock>}
    </>
  )
}
