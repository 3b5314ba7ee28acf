import {
  AimOutlined,
  DisconnectOutlined,
  HistoryOutlined,
  ProfileOutlined,
} from '@ant-design/icons'
import { toPolicyFacts } from '@swath/contract/access'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { LiveDrone } from '@swath/contract/live'
import { listScreens } from '@swath/domain/access/policy'
import type { LngLat } from '@swath/domain/lng-lat'
import { muFromM2 } from '@swath/domain/units'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  dash,
  formatAgo,
  formatCount,
  formatDuration,
  formatHours,
  formatNumber,
} from '../../lib/format.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { useUser } from '../../lib/session.ts'
import { useMap } from '../../map/map-context.ts'
import { Area } from '../../ui/area.tsx'
import { Failure } from '../../ui/empty.tsx'
import { FlightBadge } from '../../ui/flight-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { DroneOrders } from '../flight-control/public.ts'
import { useLinkState, useLiveTick } from '../live/public.ts'
import { NearestZone } from '../no-fly-zones/public.ts'
import { AlarmSection, useAlarm } from '../anomalies/public.ts'
import { TrailOnMap } from './monitor-map.tsx'
import { RestingSign } from './resting-sign.tsx'
import { useFlyTo } from './use-fly-to.ts'
import { isAirborne, lateS } from './drone-state.ts'
import { useWatchedDrone } from './use-watched-drone.ts'
import style from './drone-card.module.css'

type Detail = Answer<Api['getMonitorDrone']>

const workModeLabels: Readonly<Record<1 | 2 | 3 | 4 | 5, string>> = {
  1: 'terms:manual',
  2: 'terms:abLine',
  3: 'terms:plannedRoute',
  4: 'terms:orchard',
  5: 'terms:edge',
}

/** A figure of the moment: its place and width stay whatever it is. */
const Gauge = ({
  label,
  value,
  unit,
  level,
}: {
  label: string
  value: string
  unit: string
  level?: 'low' | undefined
}) => (
  <div className={style.gauge} data-level={level}>
    <dt>{label}</dt>
    <dd>
      {value}
      {value !== dash && <span className="unit"> {unit}</span>}
    </dd>
  </div>
)

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={style.row}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const lowBatteryPercent = 20

const Gauges = ({ told, live }: { told: Detail; live: LiveDrone | null }) => {
  const { t } = useTranslation('monitor')
  const now = live ?? told
  const battery = now.batteryPercent
  // What stands has no speed, whatever its last point in the air said.
  const inAir = (value: number | null): number | null => (isAirborne(now.flight) ? value : null)
  return (
    <dl className={style.gauges}>
      <Gauge label={t('terms:speed')} value={formatNumber(inAir(now.speedMs), 1)} unit="m/s" />
      <Gauge label={t('terms:height')} value={formatNumber(inAir(now.heightM), 1)} unit="m" />
      <Gauge label={t('terms:flow')} value={formatNumber(inAir(now.flowLMin), 1)} unit="L/min" />
      <Gauge
        label={t('terms:battery')}
        value={formatNumber(battery, 0)}
        unit="%"
        level={battery !== null && battery < lowBatteryPercent ? 'low' : undefined}
      />
      <Gauge label={t('terms:link')} value={formatNumber(now.linkPercent, 0)} unit="%" />
      <Gauge label={t('terms:tank')} value={formatNumber(now.tankL, 1)} unit="L" />
    </dl>
  )
}

const Sortie = ({ told, live, nowMs }: { told: Detail; live: LiveDrone | null; nowMs: number }) => {
  const { t } = useTranslation('monitor')
  const sortie = told.currentSortie
  if (!sortie) return <p className={style.none}>{t('noSortie')}</p>
  return (
    <dl className={style.rows}>
      <Row label={t('since')}>
        <Time time={sortie.startTime} />
      </Row>
      <Row label={t('duration')}>
        <span className="figure">
          {formatDuration(Math.max(0, nowMs - Date.parse(sortie.startTime)) / 1000)}
        </span>
      </Row>
      <Row label={t('workMode')}>
        {sortie.workMode === null ? dash : t(workModeLabels[sortie.workMode])}
      </Row>
      {!(live ?? told).simulated && (
        <>
          <Row label={t('terms:coveredArea')}>
            <Area mu={sortie.sprayArea} />
          </Row>
          <Row label={t('sprayedNow')}>
            <Area mu={live ? muFromM2(live.sprayedM2) : null} />
          </Row>
          <Row label={t('terms:sprayed')}>
            {formatNumber(sortie.sprayL, 1)}
            <span className="unit"> L</span>
          </Row>
        </>
      )}
    </dl>
  )
}

type Props = {
  droneId: string
  /** Of the drone: somebody came for it, and the map goes to where it was raised. */
  alarmId: string | null
  /** Brought into view when the card is opened by a link or from a list. */
  fliesThere: boolean
  isFollowing: boolean
  setFollowing: (isFollowing: boolean) => void
  onClose: () => void
}

type Watched = ReturnType<typeof useWatchedDrone>

const readPlace = ({ live, detail }: Watched): LngLat | null => {
  if (live) return [live.lng, live.lat]
  const told = detail.data
  return told && told.lng !== null && told.lat !== null ? [told.lng, told.lat] : null
}

/** Where the map goes when the card opens: to the alarm that it is opened for, else to the drone. */
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

/** The camera goes with the drone until the person moves the map, or the card closes. */
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

const Actions = ({
  droneId,
  hasList,
  isFollowing,
  canFollow,
  onFollow,
}: {
  droneId: string
  hasList: boolean
  isFollowing: boolean
  canFollow: boolean
  onFollow: () => void
}) => {
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

const Today = ({ today }: Pick<Detail, 'today'>) => {
  const { t } = useTranslation('monitor')
  return (
    <dl className={`${style.gauges} ${style.pairs}`}>
      <div className={style.gauge}>
        <dt>{t('terms:area')}</dt>
        <dd>
          <Area mu={today.sprayArea} decimals={1} />
        </dd>
      </div>
      <Gauge label={t('terms:sorties')} value={formatCount(today.sortieCount)} unit="" />
      <Gauge label={t('terms:flightTime')} value={formatHours(today.durationS)} unit="h" />
      <Gauge label={t('terms:sprayed')} value={formatNumber(today.sprayL, 1)} unit="L" />
    </dl>
  )
}

const Whose = ({ told, swathWidthM }: { told: Detail; swathWidthM: number | null }) => {
  const { t } = useTranslation('monitor')
  return (
    <dl className={style.rows}>
      <Row label={t('terms:serialNumber')}>
        <code>{told.droneId}</code>
      </Row>
      <Row label={t('terms:model')}>{told.modelName}</Row>
      <Row label={t('terms:pilot')}>{told.oprName ?? dash}</Row>
      <Row label={t('terms:operator')}>{told.yyAccountName ?? dash}</Row>
      <Row label={t('terms:manufacturer')}>{told.zzAccountName}</Row>
      <Row label={t('region')}>{told.region.join(' / ') || dash}</Row>
      <Row label={t('terms:swathWidth')}>
        <span className="figure">
          {formatNumber(swathWidthM, 1)} <span className="unit">m</span>
        </span>
      </Row>
    </dl>
  )
}

/** When it was last heard; of one that flies and fell silent, by the second. */
const Age = ({ seenAt, flies }: { seenAt: number | string | null; flies: boolean }) => {
  const { t } = useTranslation('monitor')
  const nowMs = useLiveTick()
  const isLate = flies && seenAt !== null && nowMs - new Date(seenAt).getTime() > lateS * 1000
  return (
    <span className={style.age} data-late={isLate}>
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

const CardBody = ({ watched, told }: { watched: Watched; told: Detail }) => {
  const { detail, live } = watched
  const place = readPlace(watched)
  const { t } = useTranslation('monitor')
  const link = useLinkState()
  const now = live ?? told
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
        <div className={style.state}>
          <FlightBadge
            flight={now.flight}
            locked={told.locked}
            simulated={now.simulated && now.flight !== 'offline'}
          />
          <Age
            seenAt={isLive ? live.tMs : told.lastMessageAt}
            flies={isAirborne(now.flight) && !now.simulated}
          />
        </div>
        <Gauges told={told} live={live} />
        {place && <NearestZone at={place} />}
      </section>
      <section className={style.section}>
        <h3>{t('currentSortie')}</h3>
        <Sortie told={told} live={live} nowMs={Math.max(live?.tMs ?? 0, detail.dataUpdatedAt)} />
      </section>
      <section className={style.section}>
        <h3>{t('todayOfDrone')}</h3>
        <Today today={told.today} />
      </section>
      <section className={style.section}>
        <h3>{t('terms:drone')}</h3>
        <Whose told={told} swathWidthM={live?.swathWidthM ?? told.swathWidthM} />
      </section>
    </div>
  )
}

/** All of one drone, beside the map that it moves on. */
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
  const told = detail.data
  return (
    <Panel
      side="right"
      title={told?.droneName ?? droneId}
      onClose={onClose}
      footer={
        told && (
          <div className={style.foot}>
            <DroneOrders
              droneId={droneId}
              droneName={told.droneName}
              flight={(watched.live ?? told).flight}
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
      {told ? (
        <CardBody watched={watched} told={told} />
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
