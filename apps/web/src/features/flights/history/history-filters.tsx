import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { viewerTimeZone } from '../../../lib/time-zone.ts'
import { DayCalendar } from './day-calendar.tsx'
import { orders, type Order } from './history-address.ts'
import { toDay, isoOfDay } from './history-days.ts'
import { nextDay } from './month-grid.ts'
import type { History } from './use-history.ts'
import style from './flight-history-screen.module.css'

const orderLabels: Readonly<Record<Order, string>> = {
  '-startTime': 'flights:orderNewest',
  'startTime': 'flights:orderOldest',
  '-durationS': 'flights:orderLongest',
  '-sprayArea': 'flights:orderLargest',
  '-sprayL': 'flights:orderMostLitres',
  '-overlapRatio': 'flights:orderMostOverlap',
}

/** The days of the month, the time looked at and the order of the sorties. */
export const HistoryFilters = ({
  history: { address, days, month, setMonth },
}: {
  history: History
}) => {
  const { t } = useTranslation('flights')
  const { startTime, endTime, order, setTime, setOrder } = address
  const from = startTime ? toDay(startTime) : null
  // The end is a moment, the first that no longer counts.
  const to = endTime ? toDay(Date.parse(endTime) - 1) : null
  return (
    <>
      <DayCalendar
        month={month}
        days={days.data?.days ?? []}
        from={from}
        to={to}
        today={toDay(Date.now())}
        onMonth={setMonth}
        onDay={(day) => setTime(day && isoOfDay(day), day && isoOfDay(nextDay(day)))}
      />
      <div className={style.filters}>
        <DatePicker.RangePicker
          size="small"
          aria-label={t('period')}
          placeholder={[t('from'), t('to')]}
          format="YYYY/MM/DD"
          allowEmpty={[true, true]}
          value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
          onChange={(range) =>
            setTime(
              range?.[0] ? isoOfDay(range[0].format('YYYY-MM-DD')) : null,
              range?.[1] ? isoOfDay(nextDay(range[1].format('YYYY-MM-DD'))) : null,
            )
          }
        />
        <Select
          size="small"
          className={style.order}
          value={order}
          aria-label={t('order')}
          popupMatchSelectWidth={false}
          onChange={setOrder}
          options={orders.map((value) => ({ value, label: t(orderLabels[value]) }))}
        />
      </div>
      <p className={style.zone}>{t('zone', { zone: days.data?.timeZone ?? viewerTimeZone() })}</p>
    </>
  )
}
