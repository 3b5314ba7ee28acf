import { AimOutlined, NodeIndexOutlined } from '@ant-design/icons'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { LiveDrone } from '@swath/contract/live/live'
import type { CommandSituation, RoutePoint } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useMap } from '../../../map/map-context.ts'
import { Failure } from '../../../ui/empty.tsx'
import { FlightBadge } from '../../../ui/flight-badge.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { useLinkState } from '../../../lib/live/live.ts'
import { TrailOnMap } from '../monitor/monitor-map.tsx'
import { useFlyTo } from '../monitor/use-fly-to.ts'
import { useWatchedDrone } from '../monitor/use-watched-drone.ts'
import { NearestZone } from '../../land/public.ts'
import { CommandList } from './command-list.tsx'
import { DroneVideo } from './drone-video.tsx'
import { InstrumentPanel, Vitals } from './instrument-panel.tsx'
import { MainOrders } from './main-orders.tsx'
import { OrderButtons, OrderSettings } from './order-buttons.tsx'
import { RouteEditor } from './route-editor.tsx'
import { RouteOnMap } from './route-on-map.tsx'
import { SteeringSection, useSteering } from './steering.tsx'
import { useGiving, type GivingOrders } from './use-giving.ts'
import { useOrders, type Orders } from './use-orders.ts'
import style from './flight-control.module.css'

type ControlDrone = Answer<Api['getControlDrone']>
type MonitorDrone = Answer<Api['getMonitorDrone']>

/** Used for a drone that has never reported its width, metres. */
const usualSwathWidthM = 5

const readPlace = (live: LiveDrone | null, drone: ControlDrone | undefined): LngLat | null => {
  if (live) return [live.lng, live.lat]
  return drone && drone.lng !== null && drone.lat !== null ? [drone.lng, drone.lat] : null
}

const readRoute = (drone: ControlDrone): RoutePoint[] =>
  drone.route?.points.map(({ at, ...point }) => ({ ...point, at: [at[0], at[1]] as const })) ?? []

/** The current state of a drone: its live data, else the last state known to the server. */
const useControlledDrone = (droneId: string, onMove: (at: LngLat) => void) => {
  const link = useLinkState()
  const control = useQuery({
    ...buildQuery('getControlDrone', { query: { droneId } }),
    refetchInterval: 30_000,
    retry: false,
  })
  const steering = useSteering(droneId, control.data?.can.command ?? false)
  const { detail, live, trail } = useWatchedDrone(droneId, ({ lng, lat }) => onMove([lng, lat]))
  const drone = control.data
  const snapshot = detail.data
  const flight = live?.flight ?? drone?.flight ?? 'offline'
  const isLive = live && link === 'live' && live.flight !== 'offline'
  return {
    control,
    steering,
    detail,
    drone,
    snapshot,
    live,
    trail,
    isLinkLost: link === 'lost',
    flight,
    place: readPlace(live, drone),
    swathWidthM: live?.swathWidthM ?? snapshot?.swathWidthM ?? usualSwathWidthM,
    lastMessageAt: isLive ? live.tMs : drone?.lastMessageAt,
  }
}

type Controlled = ReturnType<typeof useControlledDrone>

/** Moves the map to the drone once, when its position is first known. */
const useFirstSight = (drone: ControlDrone | undefined): void => {
  const flyTo = useFlyTo()
  const isDone = useRef(false)
  useEffect(() => {
    const place = readPlace(null, drone)
    if (isDone.current || !flyTo || !place) return
    isDone.current = true
    flyTo(place)
  }, [drone, flyTo])
}

type DroneStateProps = {
  drone: ControlDrone
  now: LiveDrone | MonitorDrone
  controlled: Controlled
}

/**
 * The drone's activity and the age of the data; on a phone also its flight data, in one sticky
 * line.
 */
const DroneState = ({ drone, now, controlled }: DroneStateProps) => {
  const { t } = useTranslation('flight-control')
  const narrow = useNarrow()
  const { flight, live, lastMessageAt } = controlled
  return (
    <div className={`flex wrap gap-4-12 items-center justify-between medium ${style.state}`}>
      <FlightBadge
        flight={flight}
        locked={drone.locked}
        simulated={(live ?? drone).simulated && flight !== 'offline'}
      />
      {narrow && <Vitals now={now} />}
      <span className="muted text-12 regular">
        {t('lastMessage')} <TimeAgo time={lastMessageAt} />
      </span>
    </div>
  )
}

const readSituation = (
  drone: ControlDrone,
  { flight, steering }: Controlled,
): CommandSituation => ({
  isSteeredByOther: steering.isSteeredByOther,
  flight,
  locked: drone.locked,
  hasRoute: drone.route != null,
})

type CommandSectionProps = {
  drone: ControlDrone
  now: LiveDrone | MonitorDrone
  controlled: Controlled
  orders: Orders
  giving: GivingOrders
}
const CommandSection = ({ drone, now, controlled, orders, giving }: CommandSectionProps) => {
  const { t } = useTranslation('flight-control')
  const situation = readSituation(drone, controlled)
  return (
    <section className={style.section}>
      <h3>{t('commands')}</h3>
      {drone.can.command || drone.can.lock ? (
        <>
          <OrderButtons drone={drone} situation={situation} giving={giving} />
          {drone.can.command && (
            <OrderSettings
              situation={situation}
              orders={orders}
              now={{
                heightM: now.heightM,
                speedMs: now.speedMs,
                swathWidthM: controlled.swathWidthM,
              }}
            />
          )}
        </>
      ) : (
        <p className="m-0 muted">{t('notYours')}</p>
      )}
    </section>
  )
}

type RouteSectionProps = { drone: ControlDrone; isOffline: boolean; onDraw: () => void }
const RouteSection = ({ drone, isOffline, onDraw }: RouteSectionProps) => {
  const { t } = useTranslation('flight-control')
  const { route } = drone
  const count = route?.points.length ?? 0
  return (
    <section className={style.section}>
      <h3>{t('route')}</h3>
      <div className="flex gap-12 items-center justify-between">
        <span className="min-w-0 break-anywhere">
          {route
            ? t('routeOf', { name: route.name, count, shown: formatCount(count) })
            : t('routeNone')}
        </span>
        <Button icon={<NodeIndexOutlined aria-hidden />} disabled={isOffline} onClick={onDraw}>
          {t('routeDraw')}
        </Button>
      </div>
      {isOffline && <p className="m-0 muted">{t('whyOffline')}</p>}
    </section>
  )
}

type CockpitBodyProps = {
  controlled: Controlled
  orders: Orders
  giving: GivingOrders
  onDraw: () => void
}
const CockpitBody = ({ controlled, orders, giving, onDraw }: CockpitBodyProps) => {
  const { t } = useTranslation('flight-control')
  const { control, detail, drone, snapshot, live, flight } = controlled
  if ((control.isError && !drone) || (detail.isError && !snapshot))
    return (
      <Failure
        error={control.error ?? detail.error}
        onRetry={() => {
          void control.refetch()
          void detail.refetch()
        }}
      />
    )
  if (!drone || !snapshot)
    return (
      <div className={style.section}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    )
  const isAirborne = flight === 'flying' || flight === 'spraying'
  return (
    <div
      data-stale={controlled.isLinkLost}
      className={style.cockpit}
      role="group"
      aria-label={drone.droneName}
      tabIndex={0}
    >
      <DroneState drone={drone} now={live ?? snapshot} controlled={controlled} />
      {drone.can.command && <SteeringSection {...controlled.steering} />}
      {drone.videoUrl !== null && <DroneVideo url={drone.videoUrl} droneName={drone.droneName} />}
      <InstrumentPanel now={live ?? snapshot} live={live} />
      {controlled.place && (
        <section className={style.section}>
          <NearestZone at={controlled.place} />
        </section>
      )}
      <CommandSection
        drone={drone}
        now={live ?? snapshot}
        controlled={controlled}
        orders={orders}
        giving={giving}
      />
      {drone.can.command && (
        <RouteSection
          drone={drone}
          isOffline={flight === 'offline' || controlled.steering.isSteeredByOther}
          onDraw={onDraw}
        />
      )}
      <section className={style.section}>
        <h3>{t('given')}</h3>
        <CommandList droneId={drone.droneId} isAirborne={isAirborne} orders={orders} />
      </section>
    </div>
  )
}

type Props = {
  droneId: string
  isDrawing: boolean
  setDrawing: (isDrawing: boolean) => void
  onClose: () => void
}

/** One drone: its flight state, and the commands it accepts. */
export const Cockpit = ({ droneId, isDrawing, setDrawing, onClose }: Props) => {
  const { t } = useTranslation('flight-control')
  const map = useMap()
  const flyTo = useFlyTo()
  const orders = useOrders(droneId)
  const [isFollowing, setFollowing] = useState(false)
  const controlled = useControlledDrone(droneId, (at) => {
    if (isFollowing && !isDrawing) flyTo?.(at, { near: false })
  })
  const { drone, place, trail } = controlled
  const giving = useGiving(drone?.droneName ?? droneId, orders)
  useEffect(() => () => setDrawing(false), [setDrawing])
  useEffect(
    () => (isFollowing ? map?.onPan(() => setFollowing(false)) : undefined),
    [map, isFollowing],
  )
  useFirstSight(drone)
  const follow = (): void => {
    if (!isFollowing && place) flyTo?.(place)
    setFollowing(!isFollowing)
  }

  if (isDrawing && drone)
    return (
      <>
        <TrailOnMap trail={trail} />
        <RouteEditor
          drone={drone}
          place={place}
          swathWidthM={controlled.swathWidthM}
          initial={readRoute(drone)}
          orders={orders}
          onClose={() => setDrawing(false)}
        />
      </>
    )
  return (
    <Panel
      side="right"
      title={drone?.droneName ?? droneId}
      onClose={onClose}
      footer={
        drone?.can.command && (
          <MainOrders
            droneId={droneId}
            situation={readSituation(drone, controlled)}
            orders={giving}
          />
        )
      }
      extra={
        <Button
          type={isFollowing ? 'primary' : 'text'}
          size="small"
          icon={<AimOutlined aria-hidden />}
          aria-pressed={isFollowing}
          disabled={!place}
          onClick={follow}
        >
          {t('follow')}
        </Button>
      }
    >
      <TrailOnMap trail={trail} />
      {drone?.route && <RouteOnMap points={readRoute(drone)} isDrawn={false} />}
      <CockpitBody
        controlled={controlled}
        orders={orders}
        giving={giving}
        onDraw={() => setDrawing(true)}
      />
    </Panel>
  )
}
