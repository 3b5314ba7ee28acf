import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRow } from '../../../charts/time-axis.ts'
import { TimeChart, type TimeCursor } from '../../../charts/time-chart.tsx'
import { formatClock, formatDuration } from '../../../lib/format.ts'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import { useMap, useMapLayer } from '../../../map/map-context.ts'
import { TrackLayer } from '../../flights/public.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { seriesColors } from '../../../ui/theme.ts'
import type { OpenedLog } from './log-session.ts'
import type { ThinSeries } from './thin.ts'
import tool from '../tools.module.css'
import style from './logs.module.css'

/** Three figures that count: a voltage wants more decimals than a pressure. */
const decimalsOf = ({ minimum, maximum }: ThinSeries): number => {
  const size = Math.max(Math.abs(minimum), Math.abs(maximum))
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4
}

const rowHeightPx = 56

export type LogCursor = { readonly seek: (tMs: number) => void }

type Props = {
  log: OpenedLog
  series: readonly ThinSeries[]
  readingShare: number | null
  cursor: Ref<LogCursor>
}

/**
 * The chosen curves over one time, and the drone on its track at the same moment. What moves is
 * drawn past React.
 */
export const LogCharts = ({ log, series, readingShare, cursor }: Props) => {
  const { t } = useTranslation('tools')
  const map = useMap()
  // Curves without a clock share no time with those that have one: they are shown alone.
  const isAbsolute = log.startMs !== null || series.some(({ absolute }) => absolute)
  const drawn = useMemo(
    () => series.filter(({ absolute }) => absolute === isAbsolute),
    [series, isAbsolute],
  )
  const { startMs, endMs } = useMemo(() => {
    const starts = [
      ...(log.startMs !== null && isAbsolute ? [log.startMs] : []),
      ...drawn.map(({ tMs }) => tMs[0]!),
    ]
    const ends = [
      ...(log.endMs !== null && isAbsolute ? [log.endMs] : []),
      ...drawn.map(({ tMs }) => tMs.at(-1)!),
    ]
    const start = starts.length === 0 ? 0 : Math.min(...starts)
    return { startMs: start, endMs: Math.max(start + 1, ...ends) }
  }, [log, drawn, isAbsolute])
  const timeText = useCallback(
    (tMs: number): string => (isAbsolute ? formatClock(tMs) : formatDuration(tMs / 1000)),
    [isAbsolute],
  )
  const rows = useMemo(
    () =>
      drawn.map((one, index): TimeRow => ({
        name: one.name.replace(/^track\./, ''),
        unit: one.unit ?? '',
        colour: seriesColors[index % seriesColors.length]!,
        values: one.values,
        tMs: one.tMs,
        decimals: decimalsOf(one),
        scale: 'fit',
      })),
    [drawn],
  )
  const axis = useMemo(() => [startMs, endMs], [startMs, endMs])

  const slider = useRef<HTMLInputElement>(null)
  const clock = useRef<HTMLElement>(null)
  const elapsed = useRef<HTMLElement>(null)
  const chart = useRef<TimeCursor>(null)
  const layer = useRef<TrackLayer | null>(null)
  const atMs = useRef(startMs)
  const { track } = log
  const seek = useCallback(
    (wanted: number): void => {
      const tMs = Math.max(startMs, Math.min(endMs, wanted))
      atMs.current = tMs
      if (track) {
        const from = track.tMs[0]!
        layer.current?.setProgress(
          Math.max(0, Math.min(1, (tMs - from) / Math.max(1, track.tMs.at(-1)! - from))),
        )
      }
      chart.current?.move(tMs)
      if (clock.current) clock.current.textContent = timeText(tMs)
      if (elapsed.current) elapsed.current.textContent = formatDuration((tMs - startMs) / 1000)
      if (slider.current) {
        slider.current.value = String(tMs - startMs)
        slider.current.setAttribute('aria-valuetext', timeText(tMs))
      }
    },
    [startMs, endMs, track, timeText],
  )
  useImperativeHandle(cursor, () => ({ seek }), [seek])
  useEffect(() => {
    seek(atMs.current)
  }, [seek, rows])

  useEffect(() => {
    if (!map || !track) return
    const made = new TrackLayer(map, { track }, 'log-track')
    layer.current = made
    seek(atMs.current)
    return () => {
      layer.current = null
      made.remove()
    }
  }, [map, track, seek])
  // A wider line that is not seen takes the clicks on the track.
  useMapLayer(
    useMemo(
      (): MapLayer | null =>
        track && {
          id: 'log-hit',
          slot: 'track-marks',
          sources: {
            line: {
              data: {
                type: 'Feature',
                properties: {},
                geometry: {
                  type: 'LineString',
                  coordinates: track.lng.map((lng, i) => [lng, track.lat[i]!]),
                },
              },
            },
          },
          styleLayers: [
            {
              id: 'line',
              source: 'line',
              kind: 'line',
              clickable: true,
              paint: { 'line-width': 14, 'line-opacity': 0 },
            },
          ],
          onClick: ({ at: [lng, lat] }) => {
            const shrink = Math.cos((lat * Math.PI) / 180)
            let nearest = 0
            let best = Infinity
            for (let i = 0; i < track.tMs.length; i++) {
              const apart = ((track.lng[i]! - lng) * shrink) ** 2 + (track.lat[i]! - lat) ** 2
              if (apart < best) [best, nearest] = [apart, i]
            }
            seek(track.tMs[nearest]!)
          },
        },
      [track, seek],
    ),
  )

  return (
    <section className={style.charts} aria-label={t('curves')}>
      <div className={style.time}>
        <b ref={clock} title={isAbsolute ? viewerTimeZone() : undefined} />
        <small>
          <span ref={elapsed} /> / {formatDuration((endMs - startMs) / 1000)}
        </small>
        {readingShare !== null && (
          <small role="status">
            {t('readingCurves', { percent: Math.round(readingShare * 100) })}
          </small>
        )}
      </div>
      <input
        ref={slider}
        type="range"
        className={style.slider}
        min={0}
        max={Math.max(1, endMs - startMs)}
        step="any"
        defaultValue={0}
        aria-label={t('moment')}
        onInput={(event) => seek(startMs + Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
          if (step === 0) return
          event.preventDefault()
          seek(atMs.current + step * (event.shiftKey ? 10_000 : 1_000))
        }}
      />
      {rows.length === 0 ? (
        <p className={tool.hint}>{t('noCurves')}</p>
      ) : (
        <div className={style.chart} style={{ height: rows.length * rowHeightPx }}>
          <TimeChart
            label={t('curvesLabel', { names: rows.map(({ name }) => name).join(', ') })}
            tMs={axis}
            rows={rows}
            timeText={timeText}
            onPick={seek}
            cursor={chart}
          />
        </div>
      )}
      {series.length > drawn.length && <p className={tool.hint}>{t('noClockCurves')}</p>}
    </section>
  )
}
