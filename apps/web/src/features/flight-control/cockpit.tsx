import { AimOutlined, NodeIndexOutlined } from '@ant-design/icons'
import type { LiveDrone } from '@swath/contract/live'
import type { CommandSituation } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatCount, formatNumber } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { useMap } from '../../map/map-context.ts'
import { Failure } from '../../ui/empty.tsx'
import { FlightBadge } from '../../ui/flight-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { TrailOnMap, useFlyTo, useLinkState, useWatchedDrone } from '../monitor/public.ts'
import { CommandList } from './command-list.tsx'
import { Cells, Compass, Horizon, LinkBars } from './instruments.tsx'
import { OrderButtons, OrderSettings } from './order-buttons.tsx'
import { RouteEditor } from './route-editor.tsx'
import { RouteOnMap } from './route-on-map.tsx'
import { useOrders } from './use-orders.ts'
import style from './flight-control.module.css'

/** GPS_FIX_TYPE of MAVLink. */
const fixWords = [
  'fixNone',
  'fixNone',
  'fix2d',
  'fix3d',
  'fixDgps',
  'fixFloat',
  'fixRtk',
  'fix3d',
  'fixPpp',
] as const

const Figure = ({
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
  <div className={style.figure} data-level={level}>
    <dt>{label}</dt>
    <dd>
      {value}
      {value !== dash && <span className="unit"> {unit}</span>}
    </dd>
  </div>
)

type Known = Pick<
  LiveDrone,
  'headingDeg' | 'speedMs' | 'heightM' | 'flowLMin' | 'tankL' | 'batteryPercent' | 'linkPercent'
>
const lowBatteryPercent = 20

const Instruments = ({ now, live }: { now: Known; live: LiveDrone | null }) => {
  const { t } = useTranslation('flight-control')
  const { batteryPercent, linkPercent } = now
  const fix = live?.fix ?? null
  return (
    <section className={style.section} aria-label={t('instruments')}>
      <div className={style.dials}>
        <Horizon rollDeg={live?.rollDeg ?? null} pitchDeg={live?.pitchDeg ?? null} />
        <Compass headingDeg={now.headingDeg} />
      </div>
      <dl className={style.figures}>
        <Figure label={t('height')} value={formatNumber(now.heightM, 1)} unit="m" />
        <Figure label={t('speed')} value={formatNumber(now.speedMs, 1)} unit="m/s" />
        <Figure label={t('flow')} value={formatNumber(now.flowLMin, 1)} unit="L/min" />
        <Figure label={t('tank')} value={formatNumber(now.tankL, 1)} unit="L" />
      </dl>
      <dl className={style.energy}>
        <div>
          <dt>{t('battery')}</dt>
          <dd
            data-level={
              batteryPercent !== null && batteryPercent < lowBatteryPercent ? 'low' : undefined
            }
          >
            <b>{formatNumber(batteryPercent, 0)}</b>
            {batteryPercent !== null && <span className="unit"> %</span>}
          </dd>
          <dd className={style.wide}>
            <Cells cellsV={live?.cellsV ?? null} />
          </dd>
        </div>
        <div>
          <dt>{t('link')}</dt>
          <dd className={style.wide}>
            <LinkBars percent={linkPercent} /> <b>{formatNumber(linkPercent, 0)}</b>
            {linkPercent !== null && <span className="unit"> %</span>}
          </dd>
        </div>
        <div>
          <dt>{t('fix')}</dt>
          <dd className={style.wide}>
            <b>{fix === null ? dash : t(`flight-control:${fixWords[fix] ?? 'fixOther'}`)}</b>
            {live?.satellites != null && (
              <span className="unit">
                {' '}
                {t('satellites', { count: live.satellites, shown: formatCount(live.satellites) })}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

type Props = {
  droneId: string
  isDrawing: boolean
  setDrawing: (isDrawing: boolean) => void
  onClose: () => void
}

/** One drone: how it flies, and what it can be told. */
export const Cockpit = ({ droneId, isDrawing, setDrawing, onClose }: Props) => {
  const { t } = useTranslation('flight-control')
  const map = useMap()
  const link = useLinkState()
  const flyTo = useFlyTo()
  const orders = useOrders(droneId)
  const [isFollowing, setFollowing] = useState(false)
  const control = useQuery({
    ...queryOf('getControlDrone', { query: { droneId } }),
    refetchInterval: 30_000,
    retry: false,
  })
  const { detail, live, trail } = useWatchedDrone(droneId, ({ lng, lat }) => {
    if (isFollowing && !isDrawing) flyTo?.([lng, lat], { near: false })
  })
  const told = detail.data
  const drone = control.data

  useEffect(() => () => setDrawing(false), [setDrawing])
  useEffect(
    () => (isFollowing ? map?.onPan(() => setFollowing(false)) : undefined),
    [map, isFollowing],
  )
  // The drone that was chosen comes into view once.
  const flown = useRef(false)
  useEffect(() => {
    if (flown.current || !flyTo || !drone || drone.lng === null || drone.lat === null) return
    flown.current = true
    flyTo([drone.lng, drone.lat])
  }, [drone, flyTo])

  const place: LngLat | null = live
    ? [live.lng, live.lat]
    : drone && drone.lng !== null && drone.lat !== null
      ? [drone.lng, drone.lat]
      : null
  const flight = live?.flight ?? drone?.flight ?? 'offline'
  const situation: CommandSituation = {
    flight,
    locked: drone?.locked ?? false,
    hasRoute: drone?.route != null,
  }
  const isAirborne = flight === 'flying' || flight === 'spraying'
  const lastMessageAt =
    live && link === 'live' && live.flight !== 'offline' ? live.tMs : drone?.lastMessageAt
  const widthM = live?.widthM ?? told?.widthM ?? 5
  const follow = (): void => {
    if (!isFollowing && place) flyTo?.(place)
    setFollowing(!isFollowing)
  }

  if (isDrawing && drone) {
    return (
      <>
        <TrailOnMap trail={trail} />
        <RouteEditor
          drone={drone}
          place={place}
          widthM={widthM}
          initial={
            drone.route?.points.map(({ at, ...point }) => ({
              ...point,
              at: [at[0], at[1]] as const,
            })) ?? []
          }
          orders={orders}
          onClose={() => setDrawing(false)}
        />
      </>
    )
  }
  return (
    <Panel
      side="right"
      sheet="half"
      title={drone?.droneName ?? droneId}
      onClose={onClose}
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
      {drone?.route && (
        <RouteOnMap
          points={drone.route.points.map(({ at, ...point }) => ({ ...point, at: [at[0], at[1]] }))}
          isDrawn={false}
        />
      )}
      {(control.isError && !drone) || (detail.isError && !told) ? (
        <Failure
          error={control.error ?? detail.error}
          onRetry={() => {
            void control.refetch()
            void detail.refetch()
          }}
        />
      ) : !drone || !told ? (
        <div className={style.section}>
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      ) : (
        <div
          data-stale={link === 'lost'}
          className={style.cockpit}
          role="group"
          aria-label={drone.droneName}
          tabIndex={0}
        >
          <div className={style.state}>
            <FlightBadge
              flight={flight}
              locked={drone.locked}
              simulated={(live ?? drone).simulated && flight !== 'offline'}
            />
            <span className={style.age}>
              {t('lastMessage')} <TimeAgo time={lastMessageAt} />
            </span>
          </div>
          <Instruments now={live ?? told} live={live} />
          <section className={style.section}>
            <h3>{t('commands')}</h3>
            {drone.can.command || drone.can.lock ? (
              <>
                <OrderButtons drone={drone} situation={situation} orders={orders} />
                {drone.can.command && (
                  <OrderSettings
                    drone={drone}
                    situation={situation}
                    orders={orders}
                    now={{
                      heightM: (live ?? told).heightM,
                      speedMs: (live ?? told).speedMs,
                      widthM,
                    }}
                  />
                )}
              </>
            ) : (
              <p className={style.none}>{t('notYours')}</p>
            )}
          </section>
          {drone.can.command && (
            <section className={style.section}>
              <h3>{t('route')}</h3>
              <div className={style.route}>
                <span>
                  {drone.route
                    ? t('routeOf', {
                        name: drone.route.name,
                        count: drone.route.points.length,
                        shown: formatCount(drone.route.points.length),
                      })
                    : t('routeNone')}
                </span>
                <Button
                  icon={<NodeIndexOutlined aria-hidden />}
                  disabled={flight === 'offline'}
                  onClick={() => setDrawing(true)}
                >
                  {t('routeDraw')}
                </Button>
              </div>
              {flight === 'offline' && <p className={style.none}>{t('whyOffline')}</p>}
            </section>
          )}
          <section className={style.section}>
            <h3>{t('given')}</h3>
            <CommandList droneId={droneId} isAirborne={isAirborne} orders={orders} />
          </section>
        </div>
      )}
    </Panel>
  )
}
