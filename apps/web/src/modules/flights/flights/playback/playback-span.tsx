import { SearchOutlined } from '@ant-design/icons'
import { longestPlayedMs } from '@swath/contract/flights/flights'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { formatTime, formatTimeZone } from '../../../../lib/format.ts'
import { buildQuery } from '../../../../lib/query.ts'
import { parseLocalTime } from '../../../../lib/time-zone.ts'
import { DaysRange } from '../../../../ui/days-range.tsx'
import { toDay, isoOfDay } from '../history/history-days.ts'
import { nextDay } from '../history/month-grid.ts'
import type { usePlaybackAddress } from '../history/playback-address.ts'
import style from './playback.module.css'

const dayAround = (time: string | number): { startTime: string; endTime: string } => {
  const day = toDay(time)
  return { startTime: isoOfDay(day), endTime: isoOfDay(nextDay(day)) }
}

/** The date pickers do not support time zones, so they get local time in the viewer's zone. */
const shown = (time: string) => dayjs(formatTime(time).replaceAll('/', '-').replace(' ', 'T'))
const taken = (time: dayjs.Dayjs): string =>
  new Date(parseLocalTime(time.format('YYYY-MM-DDTHH:mm:ss'))).toISOString()

export type Address = ReturnType<typeof usePlaybackAddress>
type Span = { startTime: string; endTime: string }

/** The period in the URL, else the day of the latest flight; null until that is loaded. */
export const useSpan = ({ startTime, endTime }: Address) => {
  const isNamed = Boolean(startTime && endTime)
  const newest = useQuery({
    ...buildQuery('listFlights', { query: { pageSize: '1' } }),
    enabled: !isNamed,
    staleTime: 60_000,
  })
  const span: Span | null =
    startTime && endTime
      ? { startTime, endTime }
      : newest.data
        ? dayAround(newest.data.items[0]?.startTime ?? Date.now())
        : null
  return { newest, span }
}

export const isTooLong = (span: Span | null): boolean =>
  span !== null && Date.parse(span.endTime) - Date.parse(span.startTime) > longestPlayedMs

type SpanAndSearchProps = {
  span: Span | null
  onSpan: (span: Span) => void
  search: string
  onSearch: (search: string) => void
  /** Only the period: a phone shows the rest in the header. */
  isShort: boolean
}
/** The period, and a search by name. */
export const SpanAndSearch = ({ span, onSpan, search, onSearch, isShort }: SpanAndSearchProps) => {
  const { t } = useTranslation('flights')
  const tooLong = isTooLong(span)
  return (
    <div className={`grid gap-6 p-12-16 ${style.span}`}>
      <DaysRange
        withTime
        label={t('period')}
        value={[span ? shown(span.startTime) : null, span ? shown(span.endTime) : null]}
        status={tooLong ? 'error' : ''}
        describedBy="playback-span"
        onChange={(from, to) => {
          if (from && to) onSpan({ startTime: taken(from), endTime: taken(to) })
        }}
      />
      <p
        className={`m-0 muted text-12 ${isShort && !tooLong ? 'sr-only' : ''}`}
        id="playback-span"
        data-wrong={tooLong}
      >
        {tooLong ? t('playTooLong') : t('zone', { zone: formatTimeZone() })}
      </p>
      {!isShort && (
        <Input
          allowClear
          prefix={<SearchOutlined />}
          value={search}
          placeholder={t('terms:nameOrSerialNumber')}
          aria-label={t('terms:nameOrSerialNumber')}
          maxLength={100}
          onChange={(event) => onSearch(event.target.value)}
        />
      )}
    </div>
  )
}
