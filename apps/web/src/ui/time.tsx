import { useEffect, useState } from 'react'
import { formatAgo, formatTime } from '../lib/format.ts'
import { viewerTimeZone } from '../lib/time-zone.ts'

export type Moment = string | number | null | undefined

const dateTime = (time: Moment): string | undefined => {
  const ms = typeof time === 'number' ? time : time ? Date.parse(time) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** YYYY/MM/DD HH:mm:ss in the viewer's account time zone, which a tooltip names. */
export const Time = ({ time }: { time: Moment }) => {
  const machine = dateTime(time)
  return machine ? (
    <time className="figure" dateTime={machine} title={viewerTimeZone()}>
      {formatTime(time)}
    </time>
  ) : (
    <span className="figure">{formatTime(time)}</span>
  )
}

/** "3 min ago", kept up to date; the absolute time is in the tooltip and for screen readers. */
export const TimeAgo = ({ time }: { time: Moment }) => {
  const [nowMs, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const machine = dateTime(time)
  if (!machine) return <span className="figure">{formatTime(time)}</span>
  // Data may be some seconds newer than this clock's last tick.
  const ago = formatAgo(time, Math.max(nowMs, Date.parse(machine)))
  return (
    <time
      className="figure"
      dateTime={machine}
      title={`${formatTime(time)} (${viewerTimeZone()})`}
      aria-label={`${ago}, ${formatTime(time)}`}
    >
      {ago}
    </time>
  )
}
