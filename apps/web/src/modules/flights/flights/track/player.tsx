import { AimOutlined, CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { seriesColors } from '@swath/fixtures/paper-palette'
import type { Track } from '@swath/contract/flights/flights'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Select, Tooltip } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRow } from '../../../../charts/time-axis.ts'
import { TimeChart, type TimeCursor } from '../../../../charts/time-chart.tsx'
import { formatClock, formatDuration, formatTimeZone } from '../../../../lib/format.ts'
import type { MapHandle } from '../../../../map/map-types.ts'
import { TrackLayer } from './track-layer.ts'
import { flightColors } from '../../../../lib/theme.ts'
import { FlightMark } from '../../../../ui/flight-badge.tsx'
import { isPlaying, playbackSpeeds, computeShare, type Playback } from './playback-clock.ts'
import { rowAt, sprayStretches, trackColumns } from './track-reading.ts'
import { usePlayback } from './use-playback.ts'
import { usePlaybackKeys } from './use-playback-keys.ts'
import style from './player.module.css'

type Props = {
  track: Track
  map: MapHandle | null
  /** Keeps the drone in the free part of the map. */
  follow: (place: LngLat) => void
  /** Each new object makes the clock jump to its time. */
  jumped: { readonly tMs: number } | null
}

/** Elements updated directly for each frame: the texts, the slider, the chart's cursor. */
const useReadings = (track: Track) => {
  const slider = useRef<HTMLInputElement>(null)
  const clock = useRef<HTMLElement>(null)
  const elapsed = useRef<HTMLElement>(null)
  const state = useRef<HTMLElement>(null)
  const cursor = useRef<TimeCursor>(null)
  const write = useCallback(
    (tMs: number, share: number): void => {
      const times = track.recordTime
      const sinceStartMs = tMs - times[0]!
      cursor.current?.move(tMs)
      const time = formatClock(tMs)
      if (slider.current) {
        slider.current.value = String(sinceStartMs)
        slider.current.setAttribute('aria-valuetext', time)
        slider.current.style.setProperty('--share', String(share))
      }
      writeText(clock.current, time)
      writeText(elapsed.current, formatDuration(sinceStartMs / 1000))
      if (state.current)
        state.current.dataset['spraying'] = String(track.spraying[rowAt(times, tMs)])
    },
    [track],
  )
  return { slider, clock, elapsed, state, cursor, write }
}

type Readings = ReturnType<typeof useReadings>

/** Skips an unchanged text, to avoid a new layout. */
const writeText = (element: HTMLElement | null, text: string): void => {
  if (element && element.textContent !== text) element.textContent = text
}

/** Draws the track with the drone on the map. @returns a function that moves the drone */
const usePlayedLayer = (map: MapHandle | null, track: Track) => {
  const layer = useRef<TrackLayer | null>(null)
  const share = useRef(0)
  useEffect(() => {
    if (!map) return
    const made = new TrackLayer(map, { track: trackColumns(track) }, 'played')
    layer.current = made
    made.setProgress(share.current)
    return () => {
      layer.current = null
      made.remove()
    }
  }, [map, track])
  return useCallback((next: number): LngLat | undefined => {
    share.current = next
    return layer.current?.setProgress(next)
  }, [])
}

const useChartRows = (track: Track): TimeRow[] => {
  const { t } = useTranslation('flights')
  return useMemo(() => {
    const row = (name: string, unit: string, colour: string, values: TimeRow['values']) => ({
      name,
      unit,
      colour,
      values,
      decimals: 1,
    })
    const rows: TimeRow[] = [
      row(t('speed'), 'm/s', seriesColors[1], track.xspeed),
      row(t('height'), 'm', seriesColors[3], track.height),
      row(t('flow'), 'L/min', seriesColors[0], track.flow),
    ]
    return track.battery.some((percent) => percent !== null)
      ? [...rows, { ...row(t('battery'), '%', seriesColors[5], track.battery), decimals: 0 }]
      : rows
  }, [t, track])
}

type Clock = ReturnType<typeof usePlayback>

const Controls = ({
  clock: { playback, toggle, setSpeed },
  readings,
  wholeMs,
  isFollowing,
  onFollow,
}: {
  clock: Clock
  readings: Readings
  wholeMs: number
  isFollowing: boolean
  onFollow: () => void
}) => {
  const { t } = useTranslation('flights')
  const playing = isPlaying(playback)
  return (
    <div className={`flex gap-10 items-center min-w-0 ${style.controls}`}>
      <Tooltip title={`${playing ? t('pause') : t('play')} (${t('spaceKey')})`}>
        <Button
          type="primary"
          shape="circle"
          icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={playing ? t('pause') : t('play')}
          onClick={toggle}
        />
      </Tooltip>
      <Select
        size="small"
        className={style.speed}
        value={playback.speed}
        aria-label={t('speedChoice')}
        onChange={setSpeed}
        popupMatchSelectWidth={false}
        options={playbackSpeeds.map((value) => ({ value, label: `${value}×` }))}
      />
      <span className="grid leading-18 tabular">
        <b className="text-16 semibold" ref={readings.clock} title={formatTimeZone()} />
        <small className="muted text-12 nowrap">
          <span ref={readings.elapsed} /> / {formatDuration(wholeMs / 1000)}
        </small>
      </span>
      <span ref={readings.state} className={`text-13 ml-auto ${style.state}`}>
        <span data-when="true">
          <FlightMark flight="spraying" /> {t('spraying')}
        </span>
        <span data-when="false">
          <FlightMark flight="flying" /> {t('transit')}
        </span>
      </span>
      <Tooltip title={isFollowing ? t('followStop') : t('follow')}>
        <Button
          type={isFollowing ? 'default' : 'text'}
          className={style.follow}
          icon={<AimOutlined />}
          aria-pressed={isFollowing}
          aria-label={t('follow')}
          onClick={onFollow}
        />
      </Tooltip>
    </div>
  )
}

type PositionSliderProps = {
  bands: ReturnType<typeof sprayStretches>
  startMs: number
  wholeMs: number
  slider: Readings['slider']
  onSeek: (tMs: number) => void
}

/** The slider, with the sprayed periods in its background. */
const PositionSlider = ({ bands, startMs, wholeMs, slider, onSeek }: PositionSliderProps) => {
  const { t } = useTranslation('flights')
  return (
    <div className={style.slider}>
      <svg
        className={style.stretches}
        viewBox={`0 0 ${wholeMs} 8`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bands.map(([from, to]) => (
          <rect
            key={from}
            x={from - startMs}
            width={Math.max(wholeMs / 2000, to - from)}
            height="8"
          />
        ))}
      </svg>
      <input
        ref={slider}
        type="range"
        min={0}
        max={wholeMs}
        step={100}
        defaultValue={0}
        aria-label={t('position')}
        onInput={(event) => onSeek(startMs + Number(event.currentTarget.value))}
      />
    </div>
  )
}

/**
 * Plays one track with its own clock. Moving parts bypass React: the map layer, the slider, the
 * texts, and the chart's cursor.
 */
export const Player = ({ track, map, follow, jumped }: Props) => {
  const { t } = useTranslation('flights')
  const times = track.recordTime
  const startMs = times[0]!
  const endMs = times.at(-1)!
  const wholeMs = Math.max(1, endMs - startMs)
  const readings = useReadings(track)
  const showOnMap = usePlayedLayer(map, track)
  const [isFollowing, setFollowing] = useState(true)
  const isFollowed = useRef(isFollowing)
  useEffect(() => {
    isFollowed.current = isFollowing
  }, [isFollowing])

  const { write } = readings
  const draw = useCallback(
    (tMs: number, playback: Playback): void => {
      const share = computeShare(playback, tMs)
      const place = showOnMap(share)
      if (place && isFollowed.current && isPlaying(playback)) follow(place)
      write(tMs, share)
    },
    [showOnMap, write, follow],
  )
  const clock = usePlayback(startMs, endMs, draw)
  const { toggle, seek, step } = clock
  usePlaybackKeys({ toggle, step })
  useEffect(() => {
    if (jumped) seek(jumped.tMs)
  }, [jumped, seek])

  const bands = useMemo(() => sprayStretches(track), [track])
  const rows = useChartRows(track)
  return (
    <section className={style.player} aria-label={t('terms:playback')}>
      <Controls
        clock={clock}
        readings={readings}
        wholeMs={wholeMs}
        isFollowing={isFollowing}
        onFollow={() => setFollowing(!isFollowing)}
      />
      <PositionSlider
        bands={bands}
        startMs={startMs}
        wholeMs={wholeMs}
        slider={readings.slider}
        onSeek={seek}
      />
      <div className={style.chart}>
        <TimeChart
          label={t('chartLabel')}
          tMs={times}
          rows={rows}
          bands={bands}
          bandColour={flightColors.spraying}
          timeText={formatClock}
          onPick={seek}
          cursor={readings.cursor}
        />
      </div>
    </section>
  )
}
