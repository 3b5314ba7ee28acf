import { AimOutlined, CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import type { Track } from '@swath/contract/flights'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Select, Tooltip } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRow } from '../../../charts/time-axis.ts'
import { TimeChart, type TimeCursor } from '../../../charts/time-chart.tsx'
import { formatClock, formatDuration } from '../../../lib/format.ts'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { TrackLayer } from './track-layer.ts'
import { flightColors, seriesColors } from '../../../ui/theme.ts'
import { FlightMark } from '../../../ui/flight-badge.tsx'
import { isPlaying, playbackSpeeds, shareOf, type Playback } from '../playback/playback-clock.ts'
import { rowAt, sprayStretches, trackColumns } from './track-reading.ts'
import { usePlayback } from '../playback/use-playback.ts'
import { usePlaybackKeys } from '../playback/use-playback-keys.ts'
import style from './player.module.css'

type Props = {
  track: Track
  map: MapHandle | null
  /** Keeps the drone in the free part of the map. */
  follow: (place: LngLat) => void
  /** Each new one sets the clock. */
  jumped: { readonly tMs: number } | null
}

/**
 * Plays one track by its own clock. What moves is drawn past React: the layer on the map, the
 * slider, the texts, the chart's cursor.
 */
export const Player = ({ track, map, follow, jumped }: Props) => {
  const { t } = useTranslation('flights')
  const times = track.recordTime
  const startMs = times[0]!
  const endMs = times.at(-1)!
  const slider = useRef<HTMLInputElement>(null)
  const clock = useRef<HTMLElement>(null)
  const elapsed = useRef<HTMLElement>(null)
  const state = useRef<HTMLElement>(null)
  const cursor = useRef<TimeCursor>(null)
  const layer = useRef<TrackLayer | null>(null)
  const lastMs = useRef(startMs)
  const [isFollowing, setFollowing] = useState(true)
  const isFollowed = useRef(isFollowing)
  useEffect(() => {
    isFollowed.current = isFollowing
  }, [isFollowing])

  const draw = useCallback(
    (tMs: number, playback: Playback): void => {
      lastMs.current = tMs
      const place = layer.current?.setProgress(shareOf(playback, tMs))
      if (place && isFollowed.current && isPlaying(playback)) follow(place)
      cursor.current?.move(tMs)
      const time = formatClock(tMs)
      if (slider.current) {
        slider.current.value = String(tMs - startMs)
        slider.current.setAttribute('aria-valuetext', time)
        slider.current.style.setProperty('--share', String(shareOf(playback, tMs)))
      }
      if (clock.current && clock.current.textContent !== time) clock.current.textContent = time
      const sinceStart = formatDuration((tMs - startMs) / 1000)
      if (elapsed.current && elapsed.current.textContent !== sinceStart)
        elapsed.current.textContent = sinceStart
      if (state.current)
        state.current.dataset['spraying'] = String(track.spraying[rowAt(times, tMs)])
    },
    [track, times, startMs, follow],
  )
  const { playback, toggle, seek, step, setSpeed } = usePlayback(startMs, endMs, draw)
  const known = useRef(playback)
  useEffect(() => {
    known.current = playback
  }, [playback])

  useEffect(() => {
    if (!map) return
    const made = new TrackLayer(map, { track: trackColumns(track) }, 'played')
    layer.current = made
    made.setProgress(shareOf(known.current, lastMs.current))
    return () => {
      layer.current = null
      made.remove()
    }
  }, [map, track])

  usePlaybackKeys({ toggle, step })
  useEffect(() => {
    if (jumped) seek(jumped.tMs)
  }, [jumped, seek])

  const bands = useMemo(() => sprayStretches(track), [track])
  const rows = useMemo(
    (): TimeRow[] => [
      { name: t('speed'), unit: 'm/s', colour: seriesColors[1], values: track.xspeed, decimals: 1 },
      { name: t('height'), unit: 'm', colour: seriesColors[3], values: track.height, decimals: 1 },
      { name: t('flow'), unit: 'L/min', colour: seriesColors[0], values: track.flow, decimals: 1 },
      ...(track.battery.some((percent) => percent !== null)
        ? [
            {
              name: t('battery'),
              unit: '%',
              colour: seriesColors[5],
              values: track.battery,
              decimals: 0,
            },
          ]
        : []),
    ],
    [t, track],
  )
  const wholeMs = Math.max(1, endMs - startMs)
  const playing = isPlaying(playback)

  return (
    <section className={style.player} aria-label={t('playback')}>
      <div className={style.controls}>
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
        <span className={style.time}>
          <b ref={clock} title={viewerTimeZone()} />
          <small>
            <span ref={elapsed} /> / {formatDuration(wholeMs / 1000)}
          </small>
        </span>
        <span ref={state} className={style.state}>
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
            onClick={() => setFollowing(!isFollowing)}
          />
        </Tooltip>
      </div>
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
          onInput={(event) => seek(startMs + Number(event.currentTarget.value))}
        />
      </div>
      <div className={style.chart}>
        <TimeChart
          label={t('chartLabel')}
          tMs={times}
          rows={rows}
          bands={bands}
          bandColour={flightColors.spraying}
          timeText={formatClock}
          onPick={seek}
          cursor={cursor}
        />
      </div>
    </section>
  )
}
