import { CalendarOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DaysRange } from '../../../../ui/days-range.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { orders, type Order } from './history-address.ts'
import { toDay, isoOfDay } from './history-days.ts'
import { nextDay } from './month-grid.ts'
import type { History } from './use-history.ts'
import style from './flight-history-screen.module.css'
import { formatTimeZone } from '../../../../lib/format.ts'

const orderLabels: Readonly<Record<Order, string>> = {
  '-startTime': 'flights:orderNewest',
  'startTime': 'flights:orderOldest',
  '-durationS': 'flights:orderLongest',
  '-sprayArea': 'flights:orderLargest',
  '-sprayL': 'flights:orderMostLitres',
  '-overlapRatio': 'flights:orderMostOverlap',
}

/** The first and the last selected day, YYYY-MM-DD. */
const readDays = (startTime: string | null, endTime: string | null) => ({
  from: startTime ? toDay(startTime) : null,
  // The end is exclusive.
  to: endTime ? toDay(Date.parse(endTime) - 1) : null,
})

/** The sums of days lack the areas of flights in the air, which the list has. */
const addFlightsInAir = ({ days, sorties }: History) => {
  const inAir = Map.groupBy(
    sorties.filter(({ state }) => state === 'open'),
    ({ startTime }) => toDay(startTime),
  )
  return (days.data?.days ?? []).map((one) => ({
    ...one,
    sprayArea:
      one.sprayArea + (inAir.get(one.day) ?? []).reduce((sum, { sprayArea }) => sum + sprayArea, 0),
  }))
}

const Days = ({ history }: { history: History }) => {
  const { t } = useTranslation('flights')
  const { address, days, month, setMonth } = history
  const { startTime, endTime, setTime } = address
  const { from, to } = readDays(startTime, endTime)
  return (
    <>
      <DayCalendar
        month={month}
        days={addFlightsInAir(history)}
        from={from}
        to={to}
        today={toDay(Date.now())}
        onMonth={setMonth}
        onDay={(day) => setTime(day && isoOfDay(day), day && isoOfDay(nextDay(day)))}
      />
      <div className={style.period}>
        <DaysRange
          label={t('period')}
          value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
          onChange={(first, last) =>
            setTime(
              first ? isoOfDay(first.format('YYYY-MM-DD')) : null,
              last ? isoOfDay(nextDay(last.format('YYYY-MM-DD'))) : null,
            )
          }
        />
        <p className="m-0 muted text-12">
          {t('zone', { zone: formatTimeZone(days.data?.timeZone) })}
        </p>
      </div>
    </>
  )
}

/** Selected period and sort order. The calendar is behind a button, to leave room for the sorties. */
export const HistoryFilters = ({ history }: { history: History }) => {
  const { t } = useTranslation('flights')
  const [isOpen, setOpen] = useState(false)
  const { address } = history
  const { from, to } = readDays(address.startTime, address.endTime)
  const shownDays = [...new Set([from, to].filter((day) => day !== null))]
  return (
    <>
      <div className={`grid gap-8 items-center ${style.filters}`}>
        <Button
          icon={<CalendarOutlined aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {shownDays.map((day) => day.replaceAll('-', '/')).join(' – ') || t('period')}
        </Button>
        <Select
          className="min-w-0"
          value={address.order}
          aria-label={t('order')}
          popupMatchSelectWidth={false}
          onChange={address.setOrder}
          options={orders.map((value) => ({ value, label: t(orderLabels[value]) }))}
        />
      </div>
      {isOpen && <Days history={history} />}
    </>
  )
}
