import { LeftOutlined } from '@ant-design/icons'
import type { FlightAlarm } from '@swath/contract/flights'
import { Button } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { showWarning } from '../../../lib/errors.ts'
import { formatClock, formatDay } from '../../../lib/format.ts'
import { Pages } from '../../../ui/pages.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useStage } from '../../../ui/stage.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { HistoryFilters } from './history-filters.tsx'
import { SortieTools } from '../export/export-flights.tsx'
import { HistoryMap, boundsOfTracks } from './history-map.tsx'
import { HistorySorties } from './history-sorties.tsx'
import { HistoryTools } from './history-tools.tsx'
import { Player } from '../track/player.tsx'
import { SortieRecord } from '../sortie/sortie-record.tsx'
import { useAlarmPlaces } from '../track/use-alarm-places.ts'
import { useFreeMap } from '../track/use-free-map.ts'
import { pageSize, useHistory } from './use-history.ts'
import { missingTracks } from '../track/use-tracks.ts'
import style from './flight-history-screen.module.css'

/** As near as an alarm is shown. */
const alarmZoom = 16.5
const noAlarms: readonly FlightAlarm[] = []

/**
 * One drone's flights: days, sorties, their tracks on the map, the record of one and its playback.
 */
export const FlightHistoryScreen = () => {
  const { t } = useTranslation('flights')
  const { droneId = '' } = useParams()
  const narrow = useNarrow()
  const { overlay } = useStage()
  const { map, padding, follow } = useFreeMap()
  const history = useHistory(droneId)
  const {
    address,
    name,
    list,
    detail,
    track,
    tracks: { tracks, isFetching, retry },
  } = history
  const { active, chosen } = address
  const [isRecordOpen, openRecord] = useState(true)
  const [jumped, jump] = useState<{ tMs: number } | null>(null)

  const showTracks = (): void => {
    if (missingTracks(history.shown).length === 0) showWarning(t('tracksAllLoaded'))
    else retry()
    const bounds = boundsOfTracks(tracks)
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
    if (narrow)
      address.setSorties(
        chosen.filter((id) => id !== active),
        null,
      )
    else openRecord(false)
  }
  const player = track ? (
    <Player key={track.sortieId} track={track} map={map} follow={follow} jumped={jumped} />
  ) : (
    active !== null && !isFetching && detail.data && <p className={style.noTrack}>{t('noTrack')}</p>
  )

  return (
    <>
      <HistoryMap
        tracks={tracks}
        activeId={active}
        detail={active === null ? undefined : detail.data}
        padding={padding}
        onOpen={open}
        colours={history.colours}
      />
      {!(narrow && active !== null) && (
        <Panel
          side="left"
          sheet="half"
          extra={<HistoryTools history={history} />}
          title={
            <>
              <Link
                className={style.back}
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
          <ThinBar active={(list.isFetching && !list.isPending) || isFetching} />
          <h1 className="sr-only">{t('title', { name })}</h1>
          <HistoryFilters history={history} />
          <HistorySorties history={history} onOpen={open} onShowTracks={showTracks} />
        </Panel>
      )}
      {active !== null && (isRecordOpen || narrow) && (
        <Panel
          key={active}
          side="right"
          title={
            detail.data
              ? `${formatDay(detail.data.startTime)} ${formatClock(detail.data.startTime)}`
              : t('record')
          }
          extra={
            detail.data?.simulated ? null : <SortieTools droneId={droneId} sortieId={active} />
          }
          onClose={closeRecord}
        >
          {narrow && player}
          <SortieRecord droneId={droneId} sortieId={active} onAlarm={goToAlarm} />
        </Panel>
      )}
      {!narrow &&
        overlay &&
        active !== null &&
        player &&
        createPortal(
          <div className={style.dock} data-wide={!isRecordOpen}>
            {!isRecordOpen && (
              <Button
                size="small"
                type="link"
                className={style.reopen}
                onClick={() => openRecord(true)}
              >
                {t('showRecord')}
              </Button>
            )}
            {player}
          </div>,
          overlay,
        )}
    </>
  )
}
