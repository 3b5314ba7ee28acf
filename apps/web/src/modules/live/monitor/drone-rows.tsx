import type { Api } from '@swath/contract/api'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Answer } from '@swath/contract/kit'
import type { LngLat } from '@swath/domain/lng-lat'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { formatAgo, formatNumber, formatTime, formatUnit } from '../../../lib/format.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { FlightMark, SimulatedTag, flightLabels } from '../../../ui/flight-badge.tsx'
import { liveConnection } from '../../../lib/live/live.ts'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import { isAirborne, lateS } from './drone-state.ts'
import { rowsInView } from './row-window.ts'
import style from './drone-rows.module.css'

export type Drone = Answer<Api['listMonitorDrones']>['items'][number]

const rowPx = 60

/** A drone's position: from the live data if available, else from the list. */
export const findPlace = (drone: Drone): LngLat | null => {
  const facts = liveConnection.store.read(drone.droneId, Date.now())
  return facts
    ? [facts.lng, facts.lat]
    : drone.lng === null || drone.lat === null
      ? null
      : [drone.lng, drone.lat]
}

type RowFacts = {
  flight: Drone['flight']
  isSimulated: boolean
  seenAtMs: number | null
  /** Silent for some seconds or offline: the age of the last message is shown instead of values. */
  isLate: boolean
  /** Hides values of a drone that is not airborne. */
  inAir: (value: number | null) => number | null
  now: Pick<Drone, 'speedMs' | 'heightM' | 'batteryPercent' | 'locked'>
}
const readRow = (drone: Drone, nowMs: number): RowFacts => {
  const facts = liveConnection.store.read(drone.droneId, nowMs)
  const flight = facts?.status ?? drone.flight
  const seenAtMs = facts
    ? nowMs - facts.ageS * 1000
    : drone.lastMessageAt
      ? Date.parse(drone.lastMessageAt)
      : null
  return {
    flight,
    seenAtMs,
    isSimulated: (facts ?? drone).simulated && flight !== 'offline',
    isLate: seenAtMs !== null && (flight === 'offline' || nowMs - seenAtMs > lateS * 1000),
    // A drone on the ground has no speed, even if its last point in the air had one.
    inAir: (value) => (isAirborne(flight) ? value : null),
    now: facts ?? drone,
  }
}

type RowProps = { drone: Drone; nowMs: number; alarm?: RecentAlarm | undefined }
export const DroneRow = ({ drone, nowMs, alarm }: RowProps) => {
  const { t } = useTranslation('monitor')
  const toTitle = useAlarmTitle()
  const { flight, isSimulated, seenAtMs, isLate, inAir, now } = readRow(drone, nowMs)
  return (
    <>
      <FlightMark flight={flight} locked={now.locked} simulated={isSimulated} />
      <span className="sr-only">{t(flightLabels[flight])}</span>
      <span className="medium truncate">
        {drone.droneName}
        {isSimulated && (
          <>
            {' '}
            <SimulatedTag />
          </>
        )}
      </span>
      <span className={`text-right tabular nowrap ${style.figures}`}>
        {inAir(now.speedMs) !== null && (
          <>
            {formatNumber(now.speedMs, 1)}
            <span className="unit"> {formatUnit('m/s')}</span>
          </>
        )}
      </span>
      <span className={`muted text-12 truncate ${style.sub}`}>
        {alarm && (
          <>
            <AlarmMark level={alarm.level} title="" /> <span className="ink">{toTitle(alarm)}</span>
            {' · '}
          </>
        )}
        {drone.modelName}
        {drone.yyAccountName && ` · ${drone.yyAccountName}`}
      </span>
      <span className="muted text-12 text-right tabular nowrap">
        {isLate ? (
          <span
            className={flight === 'offline' ? undefined : 'warning'}
            title={formatTime(seenAtMs)}
          >
            {flight === 'offline'
              ? formatAgo(seenAtMs, nowMs)
              : t('silentSince', { ago: formatAgo(seenAtMs, nowMs) })}
          </span>
        ) : (
          <>
            {inAir(now.heightM) !== null && (
              <>
                {formatNumber(now.heightM, 1)}
                <span className="unit"> {formatUnit('m')}</span> ·{' '}
              </>
            )}
            {formatNumber(now.batteryPercent, 0)}
            <span className="unit">%</span>
          </>
        )}
      </span>
    </>
  )
}

type Props = {
  drones: readonly Drone[]
  /** The alarm to name in the row of a drone. */
  alarms?: ReadonlyMap<string, RecentAlarm>
  label: string
  selectedId: string | null
  /** The drone under the pointer on the map. */
  pointedId: string | null
  onSelect: (drone: Drone) => void
  /** Called with the position of the hovered or focused drone; null: none. */
  onHover: (place: LngLat | null) => void
}

const bringIntoSight = (list: HTMLElement, index: number): void => {
  if (index * rowPx < list.scrollTop) list.scrollTop = index * rowPx
  else if ((index + 1) * rowPx > list.scrollTop + list.clientHeight)
    list.scrollTop = (index + 1) * rowPx - list.clientHeight
}

/** The visible part of the list in px, updated on scrolling and resizing. */
const useSeenPart = () => {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  const measure = useCallback(() => {
    if (box.current) setSeen({ top: box.current.scrollTop, height: box.current.clientHeight })
  }, [])
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [measure])
  return { box, seen, measure }
}

type KeysProps = Pick<Props, 'drones' | 'onSelect' | 'onHover'> & {
  box: RefObject<HTMLElement | null>
  /** Height of the visible part, px. */
  seenHeight: number
}
/** The active row, and keyboard navigation. */
const useRowKeys = ({ drones, onSelect, onHover, box, seenHeight }: KeysProps) => {
  const [active, setActive] = useState(0)
  const at = Math.min(active, drones.length - 1)
  const goTo = (index: number): void => {
    const next = Math.max(0, Math.min(drones.length - 1, index))
    setActive(next)
    const drone = drones[next]
    if (drone) onHover(findPlace(drone))
    if (box.current) bringIntoSight(box.current, next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(seenHeight / rowPx) - 1)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: drones.length - 1,
    }[event.key]
    const drone = drones[at]
    if (to !== undefined) goTo(to)
    else if ((event.key === 'Enter' || event.key === ' ') && drone) onSelect(drone)
    else return
    event.preventDefault()
  }

  return { at, setActive, onKeyDown }
}

/**
 * Drones in rows of equal height; only visible ones are rendered, once a second. Arrow keys move,
 * Enter selects.
 */
export const DroneRows = (props: Props) => {
  const { drones, alarms, label, selectedId, pointedId, onSelect, onHover } = props
  const nowMs = useLiveTick()
  const { box, seen, measure } = useSeenPart()
  useEffect(() => () => onHover(null), [onHover])

  // Scrolls to the drone under the pointer on the map.
  useEffect(() => {
    const list = box.current
    const index = pointedId === null ? -1 : drones.findIndex(({ droneId }) => droneId === pointedId)
    if (!list || index < 0) return
    bringIntoSight(list, index)
  }, [box, pointedId, drones])

  const keys = { drones, onSelect, onHover, box, seenHeight: seen.height }
  const { at, setActive, onKeyDown } = useRowKeys(keys)
  const { first, end } = rowsInView(seen.top, seen.height, rowPx, drones.length)
  return (
    <div
      ref={box}
      className={style.box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={drones[at] ? `row-${drones[at].droneId}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onHover(null)}
      onBlur={() => onHover(null)}
    >
      <div className="relative" style={{ height: drones.length * rowPx }} role="presentation">
        {drones.slice(first, end).map((drone, i) => (
          // The list handles the keys: it keeps the focus, and announces the active row to screen
          // readers.
          <div
            key={drone.droneId}
            id={`row-${drone.droneId}`}
            role="option"
            aria-selected={drone.droneId === selectedId}
            aria-posinset={first + i + 1}
            aria-setsize={drones.length}
            className={style.row}
            data-active={first + i === at}
            data-pointed={drone.droneId === pointedId}
            style={{ top: (first + i) * rowPx, height: rowPx }}
            onPointerEnter={() => onHover(findPlace(drone))}
            onClick={() => {
              setActive(first + i)
              onSelect(drone)
            }}
          >
            <DroneRow drone={drone} nowMs={nowMs} alarm={alarms?.get(drone.droneId)} />
          </div>
        ))}
      </div>
    </div>
  )
}
