import { useSyncExternalStore } from 'react'
import { formatAgo, formatMinute, formatMoment, formatTime, formatTimeZone } from '../lib/format.ts'
import { useNarrow } from './use-width.ts'
import style from './time.module.css'

export type Moment = string | number | null | undefined

const dateTime = (time: Moment): string | undefined => {
  const ms = typeof time === 'number' ? time : time ? Date.parse(time) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

const tickMs = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
/** One timer for all times on the page. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A text that depends on the time: its component renders again only when the text changes. */
const useTimedText = (format: (nowMs: number) => string): string =>
  useSyncExternalStore(subscribe, () => format(Date.now()))

/**
 * YYYY/MM/DD HH:mm in the viewer's account time zone; a tooltip has the seconds and names the zone.
 * `seconds`: shown, for moments that are compared, as of flights, alarms and logs.
 */
export const Time = ({ time, seconds = false }: { time: Moment; seconds?: boolean }) => {
  const machine = dateTime(time)
  const text = seconds ? formatTime(time) : formatMinute(time)
  return machine ? (
    <time
      className="figure"
      dateTime={machine}
      title={seconds ? formatTimeZone() : `${formatTime(time)} (${formatTimeZone()})`}
    >
      {text}
    </time>
  ) : (
    <span className="figure">{text}</span>
  )
}

type TextProps = { time: Moment; text: string }

/**
 * A short text for a time. The exact time is in the tooltip, for screen readers, on a row with the
 * keyboard's focus, and in print.
 */
const ShortTime = ({ time, text }: TextProps) => {
  const machine = dateTime(time)
  if (!machine) return <span className="figure">{text}</span>
  const exact = formatTime(time)
  return (
    <time
      className={`figure ${style.short}`}
      dateTime={machine}
      title={`${exact} (${formatTimeZone()})`}
      data-exact={exact}
      aria-label={`${text}, ${exact}`}
    >
      <span>{text}</span>
    </time>
  )
}

/** "3 min ago", kept up to date. */
export const TimeAgo = ({ time }: { time: Moment }) => {
  const ms = Date.parse(dateTime(time) ?? '')
  // A server's clock may be some seconds ahead of this one.
  const text = useTimedText((nowMs) =>
    formatAgo(time, Number.isNaN(ms) ? nowMs : Math.max(nowMs, ms)),
  )
  return <ShortTime time={time} text={text} />
}

type CellProps = { time: Moment; exact?: boolean }
const RelativeCell = ({ time, exact = false }: CellProps) => (
  <ShortTime time={time} text={useTimedText((nowMs) => formatMoment(time, nowMs, exact))} />
)

const nearMs = 60_000

/**
 * A time in a table of things that happen all the time: seconds within a minute, else as `CellTime`.
 * `isToCome`: just after it has passed it is now, until the page knows the next one.
 */
export const NearTime = ({ time, isToCome = false }: { time: Moment; isToCome?: boolean }) => {
  const ms = Date.parse(dateTime(time) ?? '')
  const text = useTimedText((nowMs) => {
    if (!(Math.abs(ms - nowMs) < nearMs)) return formatMoment(time, nowMs)
    return formatAgo(time, isToCome ? Math.min(nowMs, ms) : Math.max(nowMs, ms))
  })
  return <ShortTime time={time} text={text} />
}

/**
 * A time in a table: "5 min ago", "yesterday 14:05", "12 Mar", kept up to date. `exact`: date and
 * minute, for money and for records; a phone has space only for "12 Mar 14:05".
 */
export const CellTime = ({ time, exact = false }: CellProps) => {
  const narrow = useNarrow()
  return exact && !narrow ? (
    <ShortTime time={time} text={formatMinute(time)} />
  ) : (
    <RelativeCell time={time} exact={exact} />
  )
}
