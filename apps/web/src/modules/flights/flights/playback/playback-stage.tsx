import { Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDay } from '../../../../lib/format.ts'
import { Dock } from '../../../../ui/dock.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import { CopyLink } from './copy-link.tsx'
import { playbackPath, type usePlaybackAddress } from '../history/playback-address.ts'
import { isPlaying, computeShare, type Playback } from '../track/playback-clock.ts'
import { PlaybackControls } from './playback-controls.tsx'
import { PlaybackFleet, tellFleet } from './playback-fleet.tsx'
import { PlaybackGround } from './playback-ground.tsx'
import { PlaybackTimeline } from './playback-timeline.tsx'
import { computeBounds, markBeside, listMarks, nextTakeOff, type Mark } from './playback-times.ts'
import type { Played } from './played-moment.ts'
import { useFleet } from './use-fleet.ts'
import { useFreeMap } from '../../../../ui/use-free-map.ts'
import { usePlayback } from '../track/use-playback.ts'
import { usePlaybackKeys } from '../track/use-playback-keys.ts'
import style from './playback.module.css'

/** Update interval of figures, ms: faster changes are unreadable. */
const figuresEveryMs = 200
/** Delay after the last change before the URL is updated, ms. */
const addressRestMs = 400
/** Minimum zoom for showing an alarm. */
const markZoom = 16.5

type Address = ReturnType<typeof usePlaybackAddress>
type Props = { drones: readonly Played[]; startMs: number; endMs: number; address: Address }

/**
 * Elements updated directly: the clock, the slider and the playhead on each frame, the figures of
 * the drones less often.
 */
const useReadings = (
  drones: readonly Played[],
  moments: ReturnType<typeof useFleet>['moments'],
  startMs: number,
) => {
  const { t } = useTranslation('flights')
  const clock = useRef<HTMLElement>(null)
  const day = useRef<HTMLElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const timeline = useRef<HTMLDivElement>(null)
  const fleet = useRef<HTMLDivElement>(null)
  const writtenMs = useRef(Number.NEGATIVE_INFINITY)
  const write = useCallback(
    (tMs: number, playback: Playback): void => {
      const time = formatClock(tMs)
      if (clock.current && clock.current.textContent !== time) {
        clock.current.textContent = time
        if (day.current) day.current.textContent = formatDay(tMs)
        slider.current?.setAttribute('aria-valuetext', `${formatDay(tMs)} ${time}`)
      }
      if (slider.current) slider.current.value = String(tMs - startMs)
      timeline.current?.style.setProperty('--share', String(computeShare(playback, tMs)))
      const nowMs = performance.now()
      if (!fleet.current || (isPlaying(playback) && nowMs - writtenMs.current < figuresEveryMs))
        return
      writtenMs.current = nowMs
      tellFleet(fleet.current, drones, moments, (key, values) => t(key, values ?? {}))
    },
    [drones, moments, startMs, t],
  )
  return { clock, day, slider, timeline, fleet, write }
}

/** The clock, what it draws on each frame, and the part of its state that is kept in the URL. */
const useStageClock = ({ drones, startMs, endMs, address }: Props) => {
  const { map, padding, follow } = useFreeMap()
  const { keep } = address
  const followed =
    address.followed === null
      ? -1
      : drones.findIndex(({ drone }) => drone.droneId === address.followed)
  const onFollow = useCallback(
    (index: number) => {
      const droneId = drones[index]?.drone.droneId
      keep({ followed: droneId === undefined || index === followed ? null : droneId })
    },
    [drones, followed, keep],
  )
  const { draw: drawFleet, moments } = useFleet(drones, map, { followed, follow, onFollow })
  const readings = useReadings(drones, moments, startMs)
  const { write } = readings
  const draw = useCallback(
    (tMs: number, playback: Playback): void => {
      drawFleet(tMs, isPlaying(playback))
      write(tMs, playback)
    },
    [drawFleet, write],
  )
  const clock = usePlayback(startMs, endMs, draw, { atMs: address.atMs, speed: address.speed })
  const { playback, now } = clock
  // Highlights the followed drone at once, and updates its figures.
  useEffect(() => draw(now(), playback), [followed, draw, now, playback])
  const playing = isPlaying(playback)
  useEffect(() => {
    if (playing) return
    const timer = setTimeout(() => keep({ atMs: Math.round(playback.atMs) }), addressRestMs)
    return () => clearTimeout(timer)
  }, [playing, playback.atMs, keep])
  useEffect(() => {
    const bounds = computeBounds(drones)
    if (map && bounds) map.fitBounds(bounds, { padding: padding(), maxZoom: 17, animate: false })
  }, [map, drones, padding])
  return { clock, readings, followed, onFollow, map, padding }
}

type StageClock = ReturnType<typeof useStageClock>

/** Alarms on the timeline: jumps to one, or to the next or previous one. */
const useMarks = (drones: readonly Played[], { clock, map, padding }: StageClock) => {
  const { seek, now } = clock
  const marks = useMemo(() => listMarks(drones), [drones])
  const goToMark = useCallback(
    (mark: Mark): void => {
      seek(mark.tMs)
      map?.moveTo([mark.alarm.lng, mark.alarm.lat], {
        padding: padding(),
        zoom: Math.max(markZoom, map.view().zoom),
      })
    },
    [seek, map, padding],
  )
  const jump = useCallback(
    (direction: -1 | 1): void => {
      const mark = markBeside(marks, now(), direction)
      if (mark) goToMark(mark)
    },
    [marks, now, goToMark],
  )
  return { marks, goToMark, jump }
}

/** Clock, timeline and slider: over the map on wide windows, else in the panel. */
const ClockDock = ({
  stage: { drones, startMs, endMs, address },
  clock,
  readings,
  marks: { marks, goToMark, jump },
  narrow,
}: {
  stage: Props
  clock: StageClock['clock']
  readings: StageClock['readings']
  marks: ReturnType<typeof useMarks>
  narrow: boolean
}) => {
  const { t } = useTranslation('flights')
  const { playback, now, toggle, seek, setSpeed } = clock
  const { droneIds, keep, followed } = address
  const path = (): string =>
    playbackPath({
      droneIds,
      startTime: address.startTime!,
      endTime: address.endTime!,
      atMs: Math.round(now()),
      speed: playback.speed,
      followed,
    })
  return (
    <section className={style.clockDock} data-narrow={narrow} aria-label={t('clockAndLanes')}>
      <PlaybackControls
        isPlaying={isPlaying(playback)}
        speed={playback.speed}
        hasMarks={marks.length > 0}
        onToggle={toggle}
        onMark={jump}
        clock={readings.clock}
        day={readings.day}
        onSpeed={(speed) => {
          setSpeed(speed)
          keep({ speed })
        }}
        onNextTakeOff={() => {
          const next = nextTakeOff(drones, now())
          if (next !== null) seek(next)
        }}
      >
        <CopyLink path={path} />
      </PlaybackControls>
      <PlaybackTimeline
        ref={readings.timeline}
        drones={drones}
        marks={marks}
        startMs={startMs}
        endMs={endMs}
        onSeek={seek}
        onMark={goToMark}
      />
      <input
        ref={readings.slider}
        className={style.slider}
        type="range"
        min={0}
        max={endMs - startMs}
        step={1000}
        defaultValue={0}
        aria-label={t('momentOfDay')}
        onInput={(event) => seek(startMs + Number(event.currentTarget.value))}
      />
    </section>
  )
}

/** Plays up to 20 drones together. */
export const PlaybackStage = (stage: Props) => {
  const { t } = useTranslation('flights')
  const narrow = useNarrow()
  const { drones, address } = stage
  const stageClock = useStageClock(stage)
  const { clock, readings, followed, onFollow } = stageClock
  const marks = useMarks(drones, stageClock)
  usePlaybackKeys({ toggle: clock.toggle, step: clock.step, jump: marks.jump })
  const dock = (
    <ClockDock stage={stage} clock={clock} readings={readings} marks={marks} narrow={narrow} />
  )
  return (
    <>
      <PlaybackGround drones={drones} marks={marks.marks} onMark={marks.goToMark} />
      <Panel
        side="left"
        title={t('terms:playback')}
        extra={
          <Button size="small" type="text" onClick={address.again}>
            {t('chooseOthers')}
          </Button>
        }
      >
        <h1 className="sr-only">{t('terms:playback')}</h1>
        {narrow && dock}
        <div ref={readings.fleet}>
          <PlaybackFleet
            drones={drones}
            marks={marks.marks}
            followed={followed}
            onFollow={onFollow}
            onMark={marks.goToMark}
          />
        </div>
      </Panel>
      {!narrow && <Dock>{dock}</Dock>}
    </>
  )
}
