import { LeftOutlined } from '@ant-design/icons'
import type { FlightAlarm } from '@swath/contract/flights/flights'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { showWarning } from '../../../../lib/errors.ts'
import { formatClock, formatDay } from '../../../../lib/format.ts'
import { Dock } from '../../../../ui/dock.tsx'
import { Pages } from '../../../../ui/pages.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { ThinBar } from '../../../../ui/thin-bar.tsx'
import { useFreeMap } from '../../../../ui/use-free-map.ts'
import { useNarrow } from '../../../../ui/use-width.ts'
import { HistoryFilters } from './history-filters.tsx'
import { SortieTools } from '../export/export-flights.tsx'
import { HistoryMap, boundsOfTracks } from './history-map.tsx'
import { HistorySorties } from './history-sorties.tsx'
import { HistoryTools } from './history-tools.tsx'
import { MessagesLink } from '../messages/messages-link.tsx'
import { Player } from '../track/player.tsx'
import { SortieRecord } from '../sortie/sortie-record.tsx'
import { useAlarmPlaces } from '../track/use-alarm-places.ts'
import { pageSize, useHistory } from './use-history.ts'
import { missingTracks } from '../track/use-tracks.ts'
import style from './flight-history-screen.module.css'

/** Minimum zoom for showing an alarm. */
const alarmZoom = 16.5
const noAlarms: readonly FlightAlarm[] = []

type History = ReturnType<typeof useHistory>

type FlightsPanelProps = {
  droneId: string
  history: History
  onOpen: (sortieId: string) => void
  onShowTracks: () => void
}

/** The days and their sorties. */
const FlightsPanel = ({ droneId, history, onOpen, onShowTracks }: FlightsPanelProps) => {
  const { t } = useTranslation('flights')
  const { address, name, list, tracks } = history
  return (
    <Panel
      side="left"
      extra={<HistoryTools history={history} />}
      title={
        <>
          <Link
            className="back-icon"
            to={`/business_manage/drone-list/${encodeURIComponent(droneId)}`}
            title={t('toDrone')}
            aria-label={t('toDrone')}
          >
            <LeftOutlined />
          </Link>
          {name}
        </>
      }
      footer={
        list.data &&
        list.data.total > pageSize && (
          <Pages
            size="small"
            simple
            current={address.page}
            pageSize={pageSize}
            total={list.data.total}
            showSizeChanger={false}
            onChange={address.setPage}
            className={style.pages}
          />
        )
      }
    >
      <ThinBar active={(list.isFetching && !list.isPending) || tracks.isFetching} />
      <h1 className="sr-only">{t('title', { name })}</h1>
      <HistoryFilters history={history} />
      <HistorySorties history={history} onOpen={onOpen} onShowTracks={onShowTracks} />
    </Panel>
  )
}

type RecordPanelProps = {
  droneId: string
  sortieId: string
  detail: History['detail']['data']
  player: ReactNode
  onAlarm: (alarm: FlightAlarm) => void
  onClose: () => void
}

/** The record of the selected sortie; on a telephone its playback is above it. */
const RecordPanel = ({ droneId, sortieId, detail, player, onAlarm, onClose }: RecordPanelProps) => {
  const { t } = useTranslation('flights')
  const title = detail
    ? `${formatDay(detail.startTime)} ${formatClock(detail.startTime)}`
    : t('terms:workRecord')
  return (
    <Panel
      key={sortieId}
      side="right"
      title={title}
      extra={
        <>
          <MessagesLink droneId={droneId} sortieId={sortieId} iconOnly />
          {!detail?.simulated && <SortieTools droneId={droneId} sortieId={sortieId} />}
        </>
      }
      onClose={onClose}
    >
      {player}
      <SortieRecord droneId={droneId} sortieId={sortieId} onAlarm={onAlarm} />
    </Panel>
  )
}

type PlayerDockProps = { player: ReactNode; isRecordOpen: boolean; onReopen: () => void }

/** The playback over the map, on wide windows. */
const PlayerDock = ({ player, isRecordOpen, onReopen }: PlayerDockProps) => {
  const { t } = useTranslation('flights')
  return (
    <Dock besideDrawer={isRecordOpen}>
      {!isRecordOpen && (
        <Button size="small" type="link" className={style.reopen} onClick={onReopen}>
          {t('terms:workRecord')}
        </Button>
      )}
      {player}
    </Dock>
  )
}

/** One drone's flights by day: their tracks on the map, and the record and playback of one. */
export const FlightHistoryScreen = () => {
  const { t } = useTranslation('flights')
  const { droneId = '' } = useParams()
  const narrow = useNarrow()
  const { map, padding, follow } = useFreeMap()
  const history = useHistory(droneId)
  const { address, detail, track, tracks: allTracks } = history
  const { active, chosen } = address
  const [isRecordOpen, openRecord] = useState(true)
  const [jumped, jump] = useState<{ tMs: number } | null>(null)

  const showTracks = (): void => {
    if (missingTracks(history.shown).length === 0) showWarning(t('tracksAllLoaded'))
    else allTracks.retry()
    const bounds = boundsOfTracks(allTracks.tracks)
    if (bounds) map?.fitBounds(bounds, { padding: padding(), maxZoom: 18 })
  }
  const open = (sortieId: string): void => {
    openRecord(true)
    address.setSorties(chosen.includes(sortieId) ? chosen : [sortieId], sortieId)
  }
  const goToAlarm = ({ recordTime, lng, lat }: FlightAlarm): void => {
    jump({ tMs: Date.parse(recordTime) })
    map?.moveTo([lng, lat], { padding: padding(), zoom: Math.max(alarmZoom, map.view().zoom) })
  }
  useAlarmPlaces(active === null ? noAlarms : (detail.data?.alarms ?? noAlarms), goToAlarm)
  const closeRecord = (): void => {
    const others = chosen.filter((id) => id !== active)
    if (narrow) address.setSorties(others, null)
    else openRecord(false)
  }
  const player = track ? (
    <Player key={track.sortieId} track={track} map={map} follow={follow} jumped={jumped} />
  ) : (
    history.isTrackless && (
      <p className="m-0 muted text-center p-16">
        {detail.data?.state === 'open' ? t('justBegun') : t('noTrack')}
      </p>
    )
  )

  return (
    <>
      <HistoryMap
        tracks={allTracks.tracks}
        activeId={active}
        detail={active === null ? undefined : detail.data}
        padding={padding}
        onOpen={open}
        colours={history.colours}
      />
      {!(narrow && active !== null) && (
        <FlightsPanel droneId={droneId} history={history} onOpen={open} onShowTracks={showTracks} />
      )}
      {active !== null && (isRecordOpen || narrow) && (
        <RecordPanel
          droneId={droneId}
          sortieId={active}
          detail={detail.data}
          player={narrow && player}
          onAlarm={goToAlarm}
          onClose={closeRecord}
        />
      )}
      {!narrow && active !== null && player && (
        <PlayerDock player={player} isRecordOpen={isRecordOpen} onReopen={() => openRecord(true)} />
      )}
    </>
  )
}
