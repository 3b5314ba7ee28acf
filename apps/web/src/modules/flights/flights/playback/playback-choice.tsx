import { SearchOutlined } from '@ant-design/icons'
import { longestPlayedMs, mostPlayed, type FlownDrone } from '@swath/contract/flights/flights'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Skeleton } from 'antd'
import dayjs from 'dayjs'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import {
  dash,
  formatArea,
  formatClock,
  formatCount,
  formatTime,
  formatTimeZone,
} from '../../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../../lib/query.ts'
import { parseLocalTime } from '../../../../lib/time-zone.ts'
import { AlarmMark } from '../../../../ui/alarm-mark.tsx'
import { useAreaWord } from '../../../../ui/area.tsx'
import { DaysRange } from '../../../../ui/days-range.tsx'
import { Empty, Failure } from '../../../../ui/empty.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { ThinBar } from '../../../../ui/thin-bar.tsx'
import { toDay, isoOfDay } from '../history/history-days.ts'
import { nextDay } from '../history/month-grid.ts'
import type { usePlaybackAddress } from '../history/playback-address.ts'
import { useDayTracks } from './day-tracks.ts'
import style from './playback.module.css'

const listedAtMost = 100

const dayAround = (time: string | number): { startTime: string; endTime: string } => {
  const day = toDay(time)
  return { startTime: isoOfDay(day), endTime: isoOfDay(nextDay(day)) }
}

/** The date pickers do not support time zones, so they get local time in the viewer's zone. */
const shown = (time: string) => dayjs(formatTime(time).replaceAll('/', '-').replace(' ', 'T'))
const taken = (time: dayjs.Dayjs): string =>
  new Date(parseLocalTime(time.format('YYYY-MM-DDTHH:mm:ss'))).toISOString()

type DroneRowProps = {
  drone: FlownDrone
  isChosen: boolean
  isFull: boolean
  onChoose: (isChosen: boolean) => void
}
const DroneRow = ({ drone, isChosen, isFull, onChoose }: DroneRowProps) => {
  const { t } = useTranslation('flights')
  const isInAir = drone.endTime === null
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  return (
    <li>
      <Checkbox
        checked={isChosen}
        disabled={!isChosen && isFull}
        onChange={(event) => onChoose(event.target.checked)}
        className={style.choice}
      >
        <span className={`grid flex-1 min-w-0 leading-20 ${style.who}`}>
          <b>
            {drone.droneName}
            {drone.alarmCount > 0 && (
              <>
                {' '}
                <AlarmMark
                  level={2}
                  title={t('alarmCount', {
                    count: drone.alarmCount,
                    shown: formatCount(drone.alarmCount),
                  })}
                />
              </>
            )}
          </b>
          <small>
            {formatClock(drone.startTime).slice(0, 5)}
            {isInAir ? ` · ${t('open')}` : `–${formatClock(drone.endTime).slice(0, 5)}`}
            {drone.yyAccountName && ` · ${drone.yyAccountName}`}
          </small>
        </span>
        <span className={`grid flex-none leading-20 text-right tabular ${style.figures}`}>
          {t('terms:sortieCount', {
            count: drone.sortieCount,
            shown: formatCount(drone.sortieCount),
          })}
          <small>
            {/* A flight adds its area when it has landed. */}
            {isInAir && drone.sprayArea === 0 ? (
              dash
            ) : (
              <>
                {formatArea(drone.sprayArea, unit)} {areaWord}
              </>
            )}
          </small>
        </span>
      </Checkbox>
    </li>
  )
}

type Address = ReturnType<typeof usePlaybackAddress>
type Span = { startTime: string; endTime: string }

/** The period in the URL, else the day of the latest flight; null until that is loaded. */
const useSpan = ({ startTime, endTime }: Address) => {
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

const isTooLong = (span: Span | null): boolean =>
  span !== null && Date.parse(span.endTime) - Date.parse(span.startTime) > longestPlayedMs

type SpanAndSearchProps = {
  span: Span | null
  onSpan: (span: Span) => void
  search: string
  onSearch: (search: string) => void
}
const SpanAndSearch = ({ span, onSpan, search, onSearch }: SpanAndSearchProps) => {
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
      <p className="m-0 muted text-12" id="playback-span" data-wrong={tooLong}>
        {tooLong ? t('playTooLong') : t('zone', { zone: formatTimeZone() })}
      </p>
      <Input
        allowClear
        prefix={<SearchOutlined />}
        value={search}
        placeholder={t('terms:nameOrSerialNumber')}
        aria-label={t('terms:nameOrSerialNumber')}
        maxLength={100}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  )
}

type ChosenBarProps = {
  listed: readonly string[]
  chosen: readonly string[]
  setChosen: (droneIds: readonly string[]) => void
}
const ChosenBar = ({ listed, chosen, setChosen }: ChosenBarProps) => {
  const { t } = useTranslation('flights')
  const all = [...new Set([...chosen, ...listed])].slice(0, mostPlayed)
  return (
    <div className={`flex wrap items-center text-13 ${style.selection}`}>
      <span role="status">
        {chosen.length === 0
          ? t('chosenNone')
          : t('chosenDrones', { count: chosen.length, most: mostPlayed })}
      </span>
      <Button
        type="link"
        size="small"
        disabled={all.length === chosen.length}
        onClick={() => setChosen(all)}
      >
        {listed.length > mostPlayed ? t('chooseFirst', { count: mostPlayed }) : t('chooseListed')}
      </Button>
      <Button type="link" size="small" disabled={chosen.length === 0} onClick={() => setChosen([])}>
        {t('clear')}
      </Button>
    </div>
  )
}

type FlownDronesProps = {
  items: readonly FlownDrone[]
  total: number
  chosen: readonly string[]
  setChosen: (droneIds: readonly string[]) => void
}
const FlownDrones = ({ items, total, chosen, setChosen }: FlownDronesProps) => {
  const { t } = useTranslation('flights')
  return (
    <>
      <ChosenBar
        listed={items.map(({ droneId }) => droneId)}
        chosen={chosen}
        setChosen={setChosen}
      />
      <ul className={`list-plain ${style.choices}`}>
        {items.map((drone) => (
          <DroneRow
            key={drone.droneId}
            drone={drone}
            isChosen={chosen.includes(drone.droneId)}
            isFull={chosen.length >= mostPlayed}
            onChoose={(isChosen) =>
              setChosen(
                isChosen ? [...chosen, drone.droneId] : chosen.filter((id) => id !== drone.droneId),
              )
            }
          />
        ))}
      </ul>
      {total > listedAtMost && (
        <p className="m-0 muted text-12 p-12-16">
          {t('moreDrones', { shown: formatCount(total - listedAtMost) })}
        </p>
      )}
    </>
  )
}

/** Selects the period and the drones. */
export const PlaybackChoice = ({ address }: { address: Address }) => {
  const { t } = useTranslation('flights')
  const { newest, span } = useSpan(address)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const [chosen, setChosen] = useState<readonly string[]>(address.droneIds)
  const { startTime, endTime } = span ?? { startTime: '', endTime: '' }
  const list = useQuery({
    ...buildQuery('listFlownDrones', {
      query: { startTime, endTime, search: wanted, pageSize: String(listedAtMost) },
    }),
    ...keepShown,
    enabled: span !== null,
  })
  useDayTracks(list.data?.items, { startTime, endTime })
  const error = newest.error ?? list.error
  return (
    <Panel
      side="left"
      title={t('terms:playback')}
      footer={
        <div className="flex gap-12 items-center flex-1">
          {chosen.length === 0 && (
            <span className="muted text-13" id="playback-hint">
              {t('chooseDrones', { most: mostPlayed })}
            </span>
          )}
          <Button
            type="primary"
            className="flex-1"
            aria-describedby={chosen.length === 0 ? 'playback-hint' : undefined}
            disabled={chosen.length === 0 || isTooLong(span) || span === null}
            onClick={() => {
              if (span) address.choose({ droneIds: chosen, ...span })
            }}
          >
            {chosen.length === 0 ? t('play') : t('playCount', { count: chosen.length })}
          </Button>
        </div>
      }
    >
      <h1 className="sr-only">{t('terms:playback')}</h1>
      <ThinBar active={list.isFetching && !list.isPending} />
      <SpanAndSearch span={span} onSpan={address.setSpan} search={search} onSearch={setSearch} />
      {error && !list.data ? (
        <Failure error={error} onRetry={() => void (newest.error ? newest : list).refetch()} />
      ) : !list.data ? (
        <div className="p-16">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      ) : list.data.items.length === 0 ? (
        <Empty
          title={wanted ? t('noDroneFits') : t('nobodyFlew')}
          reason={wanted ? t('noDroneFitsReason') : t('nobodyFlewReason')}
        />
      ) : (
        <FlownDrones
          items={list.data.items}
          total={list.data.total}
          chosen={chosen}
          setChosen={setChosen}
        />
      )}
    </Panel>
  )
}
