import { AimOutlined, EyeOutlined, WarningOutlined } from '@ant-design/icons'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Popover } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../../lib/format.ts'
import { mapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { useMap } from '../../../map/map-context.ts'
import { AlarmMarkers, useRecentAlarms, type MarkedAlarm } from '../../alarms/public.ts'
import { liveConnection, useLinkState } from '../../../lib/live/live.ts'
import type { LiveView } from '../../../lib/live/live-connection.ts'
import { DroneCard } from './drone-card.tsx'
import { Legend, MapChoices } from './map-choices.tsx'
import { useListRange } from './use-list-range.ts'
import { useMapRange } from './map-range.ts'
import { useMonitorAddress, type MonitorAddress } from './monitor-address.ts'
import type { Shown } from './shown.ts'
import { MonitorMap } from './monitor-map.tsx'
import { MonitorPanel } from './monitor-panel.tsx'
import { monitorQueries } from './monitor-queries.ts'
import { PlotCard } from './plot-card.tsx'
import { OnMap } from '../../../ui/on-map.tsx'
import { useFirstView, useFitToWanted, useFollowAll } from '../../../ui/use-first-view.ts'
import { useLiveView } from './use-live-view.ts'
import { useTroubleKeys } from './use-trouble-keys.ts'
import style from './monitor-panel.module.css'

/** The map moves each second while it follows a drone, so its range is read less often. */
const followedRangeMs = 2500

const LinkBanner = () => {
  const { t } = useTranslation('monitor')
  const link = useLinkState()
  const { frameAtMs } = liveConnection.store
  if (link !== 'lost') return null
  return (
    <div className={style.banner} role="alert">
      <WarningOutlined aria-hidden />
      <span>
        {frameAtMs === null ? t('linkNone') : t('linkLost', { time: formatClock(frameAtMs) })}
      </span>
      <Button size="small" onClick={() => liveConnection.retryNow()}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Filters of map and list. */
const useWanted = (shown: Shown): LiveView['filters'] => {
  const filters = useStored(monitorQueries)
  const condition = shown.view === 'drones' ? shown.condition : null
  return useMemo(
    () => (condition === null ? filters : { ...filters, condition }),
    [filters, condition],
  )
}

/** Alarms selected in the panel, on the map unless the person hides them. */
const useShownAlarms = (shown: Shown) => {
  const { showAlert } = useStored(mapSettings)
  const alarms = useRecentAlarms(useStored(monitorQueries))
  const items = alarms.answer?.items ?? noAlarms
  const level = shown.view === 'alarms' ? shown.level : null
  const shownAlarms = useMemo(
    () => (level === null ? items : items.filter((alarm) => alarm.level === level)),
    [items, level],
  )
  return { alarms, shownAlarms, onMap: showAlert ? shownAlarms : noAlarms }
}
const noAlarms: readonly RecentAlarm[] = []

type MapToolsProps = { hasDrones: boolean; isFollowing: boolean; onFollow: (isOn: boolean) => void }

/** Controls of the map, next to the panel's title. */
const MapTools = ({ hasDrones, isFollowing, onFollow }: MapToolsProps) => {
  const { t } = useTranslation('monitor')
  return (
    <>
      {hasDrones && (
        <Button
          type={isFollowing ? 'primary' : 'text'}
          icon={<AimOutlined aria-hidden />}
          title={t('followAll')}
          aria-label={t('followAll')}
          aria-pressed={isFollowing}
          onClick={() => onFollow(!isFollowing)}
        />
      )}
      <MapChoicesButton hasDrones={hasDrones} />
    </>
  )
}

/** Shows which drones the map follows, and a button to stop. */
const FollowBanner = ({ isAll, onStop }: { isAll: boolean; onStop: () => void }) => {
  const { t } = useTranslation('monitor')
  return (
    <div className={style.following} role="status">
      <AimOutlined aria-hidden />
      <span>{isAll ? t('followingAll') : t('followingOne')}</span>
      <Button size="small" onClick={onStop}>
        {t('followStop')}
      </Button>
    </div>
  )
}

const MapChoicesButton = ({ hasDrones }: { hasDrones: boolean }) => {
  const { t } = useTranslation('monitor')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      getPopupContainer={(button) => button.closest('section') ?? document.body}
      content={
        <div className={`grid gap-16 ${style.popover}`}>
          <MapChoices hasDrones={hasDrones} />
          <Legend hasDrones={hasDrones} />
        </div>
      }
    >
      <Button
        type="text"
        icon={<EyeOutlined aria-hidden />}
        title={t('mapChoices')}
        aria-label={t('mapChoices')}
      />
    </Popover>
  )
}

type Following = 'nobody' | 'chosen' | 'all'

/** Follows one or all drones until the person moves the map. */
const useFollowing = (wanted: Parameters<typeof useFollowAll>[1]) => {
  const map = useMap()
  const [following, setFollowing] = useState<Following>('nobody')
  useFollowAll(following === 'all', wanted)
  useEffect(
    () => (following === 'all' ? map?.onPan(() => setFollowing('nobody')) : undefined),
    [map, following],
  )
  return {
    following,
    followAll: (isOn: boolean) => setFollowing(isOn ? 'all' : 'nobody'),
    stopFollowing: () => setFollowing('nobody'),
    followChosen: useCallback(
      (isOn: boolean) => setFollowing((now) => (isOn ? 'chosen' : now === 'all' ? now : 'nobody')),
      [],
    ),
  }
}

/** The card of the selected drone or plot. */
const ChosenCard = ({
  address: { selection, select },
  clickedId,
  isFollowing,
  setFollowing,
}: {
  address: MonitorAddress
  /** Clicked on the map, so it is visible already. */
  clickedId: string | null
  isFollowing: boolean
  setFollowing: (isFollowing: boolean) => void
}) => {
  const { droneId, alarmId, plotId } = selection
  if (droneId !== null)
    return (
      <DroneCard
        key={droneId}
        droneId={droneId}
        alarmId={alarmId}
        fliesThere={clickedId !== droneId}
        isFollowing={isFollowing}
        setFollowing={setFollowing}
        onClose={() => select({})}
      />
    )
  return plotId === null ? null : (
    <PlotCard key={plotId} plotId={plotId} onClose={() => select({})} />
  )
}

const TroubleKeys = (options: Parameters<typeof useTroubleKeys>[0]) => (
  <p className="sr-only" role="status">
    {useTroubleKeys(options)}
  </p>
)

type OverMapProps = {
  following: Following
  stopFollowing: () => void
  isChosen: boolean
  hasDrones: boolean
}

/** The banner that names whom the map follows, and the legend. */
const OverMap = ({ following, stopFollowing, isChosen, hasDrones }: OverMapProps) => (
  <>
    <OnMap area="top">
      {following !== 'nobody' && (
        <FollowBanner isAll={following === 'all'} onStop={stopFollowing} />
      )}
    </OnMap>
    <OnMap area="legend">
      <div className={style.strip} data-short={isChosen}>
        <Legend hasDrones={hasDrones} />
      </div>
    </OnMap>
  </>
)

/** The monitor: alarms, flying drones and the details of one, on the map and next to it. */
export const MonitorScreen = () => {
  const { t } = useTranslation('monitor')
  const address = useMonitorAddress()
  const { shown, selection, select } = address
  const hasDrones = address.views.includes('drones')
  const wanted = useWanted(shown)
  const { following, followAll, followChosen, stopFollowing } = useFollowing(wanted)
  const range = useMapRange(following === 'nobody' ? 0 : followedRangeMs)
  const listRange = useListRange(selection.droneId)
  const [pointedId, setPointed] = useState<string | null>(null)
  const [hoveredPlace, setHovered] = useState<LngLat | null>(null)
  // A clicked drone is visible already; links and the list need the map to move.
  const [clickedId, setClicked] = useState<string | null>(null)
  const { alarms, shownAlarms, onMap } = useShownAlarms(shown)
  const isChosen = selection.droneId !== null || selection.plotId !== null
  useFirstView(!isChosen, wanted)
  useFitToWanted(wanted)
  useLiveView(range, wanted)

  const choose = (chosen: Parameters<typeof select>[0], clicked: string | null = null): void => {
    setClicked(clicked)
    select(chosen)
  }
  const chooseAlarm = ({ droneId, anomalyId }: MarkedAlarm): void =>
    select({ droneId, alarmId: anomalyId })
  return (
    <>
      <h1 className="sr-only">{t('terms:monitor')}</h1>
      <LinkBanner />
      <TroubleKeys
        isOn={hasDrones}
        alarms={alarms.answer?.items ?? noAlarms}
        selectedId={selection.droneId}
        onChoose={({ droneId, alarmId }) => choose({ droneId, alarmId })}
      />
      <MonitorMap
        range={range}
        selectedId={selection.droneId}
        alarms={onMap}
        hoveredPlace={hoveredPlace}
        onSelect={(droneId) => choose({ droneId }, droneId)}
        onHover={setPointed}
        pointedId={pointedId}
        selectedPlotId={selection.plotId}
        onPlot={(plotId) => select({ plotId })}
      />
      <AlarmMarkers
        alarms={onMap}
        freshIds={alarms.freshIds}
        selectedId={selection.alarmId}
        onSelect={chooseAlarm}
      />
      <MonitorPanel
        address={address}
        range={listRange}
        alarms={alarms}
        shownAlarms={shownAlarms}
        pointedId={pointedId}
        onHover={setHovered}
        onDrone={(droneId) => choose({ droneId })}
        onAlarm={chooseAlarm}
        onPlot={({ blockId }) => select({ plotId: blockId })}
        extra={
          <MapTools hasDrones={hasDrones} isFollowing={following === 'all'} onFollow={followAll} />
        }
      />
      <ChosenCard
        address={address}
        clickedId={clickedId}
        isFollowing={following === 'chosen'}
        setFollowing={followChosen}
      />
      <OverMap {...{ following, stopFollowing, isChosen, hasDrones }} />
    </>
  )
}
