import { memo, useMemo, type CSSProperties, type MouseEvent, type Ref } from 'react'
import { formatClock } from '../../../../lib/format.ts'
import { startOfDay } from '../../../../lib/time-zone.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../../ui/alarm-title.ts'
import { toDay } from '../history/history-days.ts'
import { playColour } from '../history/play-colours.ts'
import { listSilences, computeTicks, type Mark } from './playback-times.ts'
import type { Played } from './played-moment.ts'
import style from './playback.module.css'

type LaneProps = { played: Played; index: number; startMs: number; endMs: number }

/**
 * Width of a lane's view box: browsers cannot draw beyond 2²⁵ units, and a day has more
 * milliseconds.
 */
const laneUnits = 10_000

/** One drone's flights, with the gaps in which no points were received. */
const Lane = ({ played, index, startMs, endMs }: LaneProps) => {
  const silences = useMemo(() => listSilences(played), [played])
  const at = (tMs: number): number =>
    Math.max(0, Math.min(laneUnits, ((tMs - startMs) / (endMs - startMs)) * laneUnits))
  return (
    <svg className={style.lane} viewBox={`0 0 ${laneUnits} 10`} preserveAspectRatio="none">
      <line x1="0" x2={laneUnits} y1="5" y2="5" className={style.ground} />
      {played.drone.flights.map(({ sortieId }, flight) => (
        <rect
          key={sortieId}
          x={at(played.startMs[flight]!)}
          width={Math.max(
            laneUnits / 1500,
            at(played.endMs[flight]!) - at(played.startMs[flight]!),
          )}
          y="1"
          height="8"
          fill={playColour(index)}
        />
      ))}
      {silences.map(([from, until]) => (
        <rect
          key={from}
          className={style.silence}
          x={at(from)}
          width={at(until) - at(from)}
          y="1"
          height="8"
        />
      ))}
    </svg>
  )
}

type Props = {
  drones: readonly Played[]
  marks: readonly Mark[]
  startMs: number
  endMs: number
  onSeek: (tMs: number) => void
  onMark: (mark: Mark) => void
  /** Its CSS variable `--share` is the current position, 0 to 1. */
  ref: Ref<HTMLDivElement>
}

/**
 * The whole period at a glance. A click jumps there; keyboard users have the slider and the list of
 * alarms.
 */
const TimelineView = ({ drones, marks, startMs, endMs, onSeek, onMark, ref }: Props) => {
  const toTitle = useAlarmTitle()
  const wholeMs = endMs - startMs
  const formatShare = (tMs: number): string =>
    `${Math.max(0, Math.min(1, (tMs - startMs) / wholeMs)) * 100}%`
  const ticks = useMemo(() => {
    const midnight = startOfDay(toDay(startMs))
    return computeTicks(startMs, endMs, 8, Math.ceil(midnight / 86_400_000) * 86_400_000 - midnight)
  }, [startMs, endMs])
  const seek = (event: MouseEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSeek(
      startMs + Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width))) * wholeMs,
    )
  }
  return (
    <div ref={ref} className={style.timeline} style={{ '--lanes': drones.length } as CSSProperties}>
      <div className={`grid items-center muted tabular ${style.numbers}`} aria-hidden="true">
        {drones.map((played, index) => (
          <span key={played.drone.droneId}>{index + 1}</span>
        ))}
      </div>
      <div className={style.lanes} onClick={seek} aria-hidden="true">
        {drones.map((played, index) => (
          <Lane
            key={played.drone.droneId}
            played={played}
            index={index}
            startMs={startMs}
            endMs={endMs}
          />
        ))}
        {marks.map((mark) => (
          <button
            key={mark.alarm.anomalyId}
            type="button"
            tabIndex={-1}
            className={style.mark}
            style={{ 'left': formatShare(mark.tMs), '--lane': mark.index } as CSSProperties}
            onClick={(event) => {
              event.stopPropagation()
              onMark(mark)
            }}
          >
            <AlarmMark
              level={mark.alarm.level}
              title={`${formatClock(mark.tMs)} ${drones[mark.index]!.drone.droneName}: ${toTitle(mark.alarm)}`}
            />
          </button>
        ))}
        <span className={style.playhead} />
      </div>
      <div className={`relative muted text-11 tabular ${style.axis}`} aria-hidden="true">
        {ticks.map((tMs) => (
          <span key={tMs} style={{ left: formatShare(tMs) }}>
            {formatClock(tMs).slice(0, 5)}
          </span>
        ))}
      </div>
    </div>
  )
}
export const PlaybackTimeline = memo(TimelineView)
