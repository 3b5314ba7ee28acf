import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { seriesColors } from '@swath/fixtures/paper-palette'
import type { TimeRow } from '../../../../charts/time-axis.ts'
import { TimeChart, type TimeCursor } from '../../../../charts/time-chart.tsx'
import { formatClock, formatDuration, formatTimeZone } from '../../../../lib/format.ts'
import type { OpenedLog } from './log-session.ts'
import { useLogTrack, useLogTrackClicks } from './log-track.ts'
import type { ThinSeries } from './thin.ts'
import tool from '../tools.module.css'
import style from './logs.module.css'

/** Three significant digits: a voltage needs more decimals than a pressure. */
const pickDecimals = ({ minimum, maximum }: ThinSeries): number => {
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

type LogTime = {
  readonly startMs: number
  readonly endMs: number
  /** Series without absolute time cannot share an axis with others, so only one kind is shown. */
  readonly isAbsolute: boolean
  readonly drawn: readonly ThinSeries[]
  readonly timeText: (tMs: number) => string
}

const useLogTime = (log: OpenedLog, series: readonly ThinSeries[]): LogTime => {
  const isAbsolute = log.startMs !== null || series.some(({ absolute }) => absolute)
  const drawn = useMemo(
    () => series.filter(({ absolute }) => absolute === isAbsolute),
    [series, isAbsolute],
  )
  const [startMs, endMs] = useMemo(() => {
    const own = (tMs: number | null): number[] => (tMs !== null && isAbsolute ? [tMs] : [])
    const starts = [...own(log.startMs), ...drawn.map(({ tMs }) => tMs[0]!)]
    const ends = [...own(log.endMs), ...drawn.map(({ tMs }) => tMs.at(-1)!)]
    const start = starts.length === 0 ? 0 : Math.min(...starts)
    return [start, Math.max(start + 1, ...ends)]
  }, [log, drawn, isAbsolute])
  const timeText = useCallback(
    (tMs: number): string => (isAbsolute ? formatClock(tMs) : formatDuration(tMs / 1000)),
    [isAbsolute],
  )
  return { startMs, endMs, isAbsolute, drawn, timeText }
}

const useRows = (drawn: readonly ThinSeries[]): TimeRow[] =>
  useMemo(
    () =>
      drawn.map((one, index) => ({
        name: one.name.replace(/^track\./, ''),
        unit: one.unit ?? '',
        colour: seriesColors[index % seriesColors.length]!,
        values: one.values,
        tMs: one.tMs,
        decimals: pickDecimals(one),
        scale: 'fit',
      })),
    [drawn],
  )

/** The current time for clock, slider, chart and track: `seek` updates them without React. */
const useMoment = ({ startMs, endMs, timeText }: LogTime, showOnTrack: (tMs: number) => void) => {
  const slider = useRef<HTMLInputElement>(null)
  const clock = useRef<HTMLElement>(null)
  const elapsed = useRef<HTMLElement>(null)
  const chart = useRef<TimeCursor>(null)
  const atMs = useRef(startMs)
  const seek = useCallback(
    (wanted: number): void => {
      const tMs = Math.max(startMs, Math.min(endMs, wanted))
      atMs.current = tMs
      showOnTrack(tMs)
      chart.current?.move(tMs)
      if (clock.current) clock.current.textContent = timeText(tMs)
      if (elapsed.current) elapsed.current.textContent = formatDuration((tMs - startMs) / 1000)
      if (slider.current) {
        slider.current.value = String(tMs - startMs)
        slider.current.setAttribute('aria-valuetext', timeText(tMs))
      }
    },
    [startMs, endMs, showOnTrack, timeText],
  )
  return { slider, clock, elapsed, chart, atMs, seek }
}

type Moment = ReturnType<typeof useMoment>

const MomentSlider = ({ time, moment }: { time: LogTime; moment: Moment }) => {
  const { t } = useTranslation('tools')
  const { startMs, endMs } = time
  return (
    <input
      ref={moment.slider}
      type="range"
      className={style.slider}
      min={0}
      max={Math.max(1, endMs - startMs)}
      step="any"
      defaultValue={0}
      aria-label={t('moment')}
      onInput={(event) => moment.seek(startMs + Number(event.currentTarget.value))}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        if (step === 0) return
        event.preventDefault()
        moment.seek(moment.atMs.current + step * (event.shiftKey ? 10_000 : 1_000))
      }}
    />
  )
}

/**
 * The selected curves over time, with the drone on its track at the same time. Moving parts bypass
 * React.
 */
export const LogCharts = ({ log, series, readingShare, cursor }: Props) => {
  const { t } = useTranslation('tools')
  const time = useLogTime(log, series)
  const { startMs, endMs, drawn, timeText } = time
  const rows = useRows(drawn)
  const axis = useMemo(() => [startMs, endMs], [startMs, endMs])
  const moment = useMoment(time, useLogTrack(log.track))
  const { seek, atMs } = moment
  useLogTrackClicks(log.track, seek)
  useImperativeHandle(cursor, () => ({ seek }), [seek])
  useEffect(() => seek(atMs.current), [seek, atMs, rows])

  return (
    <section className="grid gap-4 min-w-0" aria-label={t('curves')}>
      <div className="flex gap-12 items-baseline tabular">
        <b
          className="text-16 semibold"
          ref={moment.clock}
          title={time.isAbsolute ? formatTimeZone() : undefined}
        />
        <small className="muted text-12">
          <span ref={moment.elapsed} /> / {formatDuration((endMs - startMs) / 1000)}
        </small>
        {readingShare !== null && (
          <small className="muted text-12" role="status">
            {t('readingCurves', { percent: Math.round(readingShare * 100) })}
          </small>
        )}
      </div>
      <MomentSlider time={time} moment={moment} />
      {rows.length === 0 ? (
        <p className={tool.hint}>{t('noCurves')}</p>
      ) : (
        <div className="grid" style={{ height: rows.length * rowHeightPx }}>
          <TimeChart
            label={t('curvesLabel', { names: rows.map(({ name }) => name).join(', ') })}
            tMs={axis}
            rows={rows}
            timeText={timeText}
            onPick={seek}
            cursor={moment.chart}
          />
        </div>
      )}
      {series.length > drawn.length && <p className={tool.hint}>{t('noClockCurves')}</p>}
    </section>
  )
}
