import {
  AimOutlined,
  DisconnectOutlined,
  HistoryOutlined,
  ProfileOutlined,
} from '@ant-design/icons'
import { toPolicyFacts } from '@swath/contract/people/access'
import { listScreens } from '@swath/domain/access/policy'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatAgo } from '../../../lib/format.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { useUser } from '../../../lib/session.ts'
import { useMap } from '../../../map/map-context.ts'
import { Failure } from '../../../ui/empty.tsx'
import { FlightBadge } from '../../../ui/flight-badge.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { useLinkState } from '../../../lib/live/live.ts'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import { droneCardFoot } from './monitor-slots.ts'
import { NearestZone } from '../../land/public.ts'
import { AlarmSection, useAlarm } from '../../alarms/public.ts'
import { Gauges, Sortie, Today, Whose, type Detail } from './drone-figures.tsx'
import { TrailOnMap } from './monitor-map.tsx'
import { RestingSign } from './resting-sign.tsx'
import { useFlyTo } from './use-fly-to.ts'
import { isAirborne, lateS } from './drone-state.ts'
import { useWatchedDrone } from './use-watched-drone.ts'
import style from './drone-card.module.css'

type Props = {
  droneId: string
  /** The alarm of the drone to show: the map moves to where it was raised. */
  alarmId: string | null
  /** True if the card was opened by a link or from a list: the map moves to the drone. */
  fliesThere: boolean
  isFollowing: boolean
  setFollowing: (isFollowing: boolean) => void
  onClose: () => void
}

type Watched = ReturnType<typeof useWatchedDrone>

const readPlace = ({ live, detail }: Watched): LngLat | null => {
  if (live) return [live.lng, live.lat]
  const snapshot = detail.data
  return snapshot && snapshot.lng !== null && snapshot.lat !== null
    ? [snapshot.lng, snapshot.lat]
    : null
}

/** Moves the map when the card opens: to its alarm, or else to the drone. */
const useArrival = (watched: Watched, { droneId, alarmId, fliesThere }: Props): void => {
  const flyTo = useFlyTo()
  const alarm = useAlarm(droneId, alarmId)
  const arrived = useRef(fliesThere ? null : droneId)
  const goal = alarmId ?? droneId
  const place = alarmId === null ? readPlace(watched) : alarm.data && placeOf(alarm.data)
  const [lng, lat] = place ?? []
  useEffect(() => {
    if (arrived.current === goal || !flyTo || lng === undefined || lat === undefined) return
    arrived.current = goal
    flyTo([lng, lat])
  }, [goal, flyTo, lng, lat])
}
const placeOf = ({ lng, lat }: { lng: number; lat: number }): LngLat => [lng, lat]

/** The camera follows the drone until the person moves the map, or the card closes. */
const useCamera = (
  watched: Watched,
  { isFollowing, setFollowing }: Pick<Props, 'isFollowing' | 'setFollowing'>,
) => {
  const map = useMap()
  const flyTo = useFlyTo()
  useEffect(
    () => (isFollowing ? map?.onPan(() => setFollowing(false)) : undefined),
    [map, isFollowing, setFollowing],
  )
  useEffect(() => () => setFollowing(false), [setFollowing])
  return (): void => {
    const at = readPlace(watched)
    if (!isFollowing && at) flyTo?.(at)
    setFollowing(!isFollowing)
  }
}

type ActionsProps = {
  droneId: string
  hasList: boolean
  isFollowing: boolean
  canFollow: boolean
  onFollow: () => void
}
const Actions = ({ droneId, hasList, isFollowing, canFollow, onFollow }: ActionsProps) => {
  const { t } = useTranslation('monitor')
  const navigate = useNavigate()
  const page = `/business_manage/drone-list/${encodeURIComponent(droneId)}`
  return (
    <div className={style.actions}>
      <Button
        type={isFollowing ? 'primary' : 'default'}
        icon={<AimOutlined aria-hidden />}
        aria-pressed={isFollowing}
        disabled={!canFollow}
        onClick={onFollow}
      >
        {t('follow')}
      </Button>
      {hasList && (
        <Button
          icon={<HistoryOutlined aria-hidden />}
          onClick={() => void navigate(`${page}/history`)}
        >
          {t('history')}
        </Button>
      )}
      {hasList && (
        <Button icon={<ProfileOutlined aria-hidden />} onClick={() => void navigate(page)}>
          {t('terms:details')}
        </Button>
      )}
    </div>
  )
}

/** The age of the last message; updated each second for an airborne drone that is silent. */
const Age = ({ seenAt, flies }: { seenAt: number | string | null; flies: boolean }) => {
  const { t } = useTranslation('monitor')
  const nowMs = useLiveTick()
  const isLate = flies && seenAt !== null && nowMs - new Date(seenAt).getTime() > lateS * 1000
  return (
    <span className={`muted text-12 regular ${style.age}`} data-late={isLate}>
      {isLate ? (
        <>
          <DisconnectOutlined aria-hidden /> {t('silentSince', { ago: formatAgo(seenAt, nowMs) })}
        </>
      ) : (
        <>
          {t('lastMessage')} <TimeAgo time={seenAt} />
        </>
      )}
    </span>
  )
}

const CardBody = ({ watched, snapshot }: { watched: Watched; snapshot: Detail }) => {
  const { detail, live } = watched
  const place = readPlace(watched)
  const { t } = useTranslation('monitor')
  const link = useLinkState()
  const now = live ?? snapshot
  const isLive = live && link === 'live' && live.flight !== 'offline'
  return (
    <div
      data-stale={link === 'lost'}
      className={style.card}
      role="group"
      aria-label={t('terms:drone')}
      tabIndex={0}
    >
      <section className={style.section}>
        <div className={`flex wrap gap-4-12 items-center justify-between medium ${style.state}`}>
          <FlightBadge
            flight={now.flight}
            locked={snapshot.locked}
            simulated={now.simulated && now.flight !== 'offline'}
          />
          <Age
            seenAt={isLive ? live.tMs : snapshot.lastMessageAt}
            flies={isAirborne(now.flight) && !now.simulated}
          />
        </div>
        <Gauges snapshot={snapshot} live={live} />
        {place && <NearestZone at={place} />}
      </section>
      <section className={style.section}>
        <h3>{t('currentSortie')}</h3>
        <Sortie
          snapshot={snapshot}
          live={live}
          nowMs={Math.max(live?.tMs ?? 0, detail.dataUpdatedAt)}
        />
      </section>
      <section className={style.section}>
        <h3>{t('todayOfDrone')}</h3>
        <Today today={snapshot.today} />
      </section>
      <section className={style.section}>
        <h3>{t('terms:drone')}</h3>
        <Whose snapshot={snapshot} swathWidthM={live?.swathWidthM ?? snapshot.swathWidthM} />
      </section>
    </div>
  )
}

/** The zoom buttons keep the drone where it is on the screen. */
const useZoomPlace = (place: LngLat | null): void => {
  const map = useMap()
  const [lng, lat] = place ?? []
  useEffect(() => {
    map?.setZoomPlace(lng === undefined || lat === undefined ? null : [lng, lat])
  }, [map, lng, lat])
  useEffect(() => () => map?.setZoomPlace(null), [map])
}

/** All details of one drone, next to the map. */
export const DroneCard = (props: Props) => {
  const { droneId, isFollowing, onClose } = props
  const flyTo = useFlyTo()
  const watched = useWatchedDrone(droneId, ({ lng, lat }) => {
    if (isFollowing) flyTo?.([lng, lat], { near: false })
  })
  const toggleFollowing = useCamera(watched, props)
  useArrival(watched, props)
  const hasList = listScreens(toPolicyFacts(useUser()), hostTheme()).includes('drone-list')
  const { detail, trail } = watched
  const place = readPlace(watched)
  useZoomPlace(place)
  const snapshot = detail.data
  return (
    <Panel
      side="right"
      title={snapshot?.droneName ?? droneId}
      onClose={onClose}
      footer={
        snapshot && (
          <div className="grid gap-8">
            <droneCardFoot.Slot
              droneId={droneId}
              droneName={snapshot.droneName}
              flight={(watched.live ?? snapshot).flight}
            />
            <Actions
              droneId={droneId}
              hasList={hasList}
              isFollowing={isFollowing}
              canFollow={place !== null}
              onFollow={toggleFollowing}
            />
          </div>
        )
      }
    >
      <TrailOnMap trail={trail} />
      {place && <RestingSign droneId={droneId} place={place} />}
      {props.alarmId !== null && (
        <section className={style.section}>
          <AlarmSection droneId={droneId} alarmId={props.alarmId} hasHistory={hasList} />
        </section>
      )}
      {snapshot ? (
        <CardBody watched={watched} snapshot={snapshot} />
      ) : detail.isError ? (
        <Failure error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <div className={style.section}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
    </Panel>
  )
}
