import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Answer } from '@swath/contract/kit'
import type { flightRoutes } from '@swath/contract/flights'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { formatArea, formatCount } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { addMonths, weeksOf } from './month-grid.ts'
import style from './day-calendar.module.css'

type Day = Answer<typeof flightRoutes.getFlightStatistics>['days'][number]

/** First day of the week, 0 Sunday: mainland China begins with Monday. */
const firstWeekday = (language: string): 0 | 1 => (language === 'zh-CN' ? 1 : 0)

type Props = {
  /** YYYY-MM */
  month: string
  days: readonly Day[]
  /** YYYY-MM-DD, both included; the same twice for one day. */
  from: string | null
  to: string | null
  today: string
  onMonth: (month: string) => void
  onDay: (day: string | null) => void
}

/**
 * The month's days with what was sprayed on each; a second press on the chosen day frees the
 * choice.
 */
export const DayCalendar = ({ month, days, from, to, today, onMonth, onDay }: Props) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const language = currentLanguage()
  const byDay = new Map(days.map((day) => [day.day, day]))
  const most = Math.max(
    1,
    ...days.filter(({ day }) => day.startsWith(month)).map(({ sprayArea }) => sprayArea),
  )
  const first = firstWeekday(language)
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' }).format(
      Date.UTC(2023, 0, 1 + first + index),
    ),
  )
  const title = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(Date.parse(`${month}-01T00:00:00Z`))
  return (
    <div className={style.calendar}>
      <div className={style.head}>
        <Button
          type="text"
          size="small"
          icon={<LeftOutlined />}
          aria-label={t('monthBefore')}
          onClick={() => onMonth(addMonths(month, -1))}
        />
        <strong aria-live="polite">{title}</strong>
        <Button
          type="text"
          size="small"
          icon={<RightOutlined />}
          aria-label={t('monthAfter')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </div>
      <table className={style.grid}>
        <thead>
          <tr>
            {weekdays.map((name, index) => (
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, first).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) => {
                if (day === null) return <td key={index} />
                const flown = byDay.get(day)
                const isChosen = from !== null && to !== null && day >= from && day <= to
                if (!flown)
                  return (
                    <td
                      key={day}
                      className={style.day}
                      data-today={day === today}
                      data-chosen={isChosen}
                    >
                      <span>{Number(day.slice(8))}</span>
                    </td>
                  )
                const area = formatArea(flown.sprayArea, unit, flown.sprayArea < 100 ? 1 : 0)
                return (
                  <td
                    key={day}
                    className={style.day}
                    data-today={day === today}
                    data-chosen={isChosen}
                    data-flown="true"
                    style={{ '--share': flown.sprayArea / most } as CSSProperties}
                  >
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      onClick={() => onDay(from === day && to === day ? null : day)}
                      title={t('dayLabel', {
                        day,
                        area: `${area} ${areaWord}`,
                        count: flown.sortieCount,
                        shown: formatCount(flown.sortieCount),
                      })}
                    >
                      <span>{Number(day.slice(8))}</span>
                      <small>{area}</small>
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
