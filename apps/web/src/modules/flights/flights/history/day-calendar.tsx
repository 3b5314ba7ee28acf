import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Answer } from '@swath/contract/kit'
import type { flightRoutes } from '@swath/contract/flights/flights'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../../lib/area-unit.ts'
import { formatArea, formatCount, formatMonth } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/language.ts'
import { useAreaWord } from '../../../../ui/area.tsx'
import { addMonths, listWeeks } from './month-grid.ts'
import style from './day-calendar.module.css'

type Day = Answer<typeof flightRoutes.getFlightStatistics>['days'][number]

/** First day of the week; 0 is Sunday. Weeks in mainland China begin with Monday. */
const firstWeekday = (language: string): 0 | 1 => (language === 'zh-CN' ? 1 : 0)

type Props = {
  /** YYYY-MM */
  month: string
  days: readonly Day[]
  /** YYYY-MM-DD, both inclusive; equal for a single day. */
  from: string | null
  to: string | null
  today: string
  onMonth: (month: string) => void
  onDay: (day: string | null) => void
}

const weekdayNames = (first: 0 | 1, language: string): string[] => {
  const names = new Intl.DateTimeFormat(language, { weekday: 'narrow', timeZone: 'UTC' })
  // 1 January 2023 was a Sunday.
  return Array.from({ length: 7 }, (_, index) => names.format(Date.UTC(2023, 0, 1 + first + index)))
}

const MonthHead = ({ month, today, onMonth }: Pick<Props, 'month' | 'today' | 'onMonth'>) => {
  const { t } = useTranslation('flights')
  return (
    <div className="flex items-center justify-between">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('monthBefore')}
        onClick={() => onMonth(addMonths(month, -1))}
      />
      <strong className="semibold" aria-live="polite">
        {formatMonth(month)}
      </strong>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label={t('monthAfter')}
        disabled={month >= today.slice(0, 7)}
        onClick={() => onMonth(addMonths(month, 1))}
      />
    </div>
  )
}

type CellProps = {
  day: string
  flown: Day | undefined
  /** The largest daily area of the month, which the colours are relative to. */
  most: number
  isToday: boolean
  isChosen: boolean
  onPress: () => void
}

const DayCell = ({ day, flown, most, isToday, isChosen, onPress }: CellProps) => {
  const { t } = useTranslation('flights')
  const unit = useAreaUnit()
  const areaWord = useAreaWord()
  const number = <span>{Number(day.slice(8))}</span>
  if (!flown)
    return (
      <td className={style.day} data-today={isToday} data-chosen={isChosen}>
        {number}
      </td>
    )
  const area = formatArea(flown.sprayArea, unit, flown.sprayArea < 100 ? 1 : 0)
  const title = t('dayLabel', {
    day,
    area: `${area} ${areaWord}`,
    count: flown.sortieCount,
    shown: formatCount(flown.sortieCount),
  })
  return (
    <td
      className={style.day}
      data-today={isToday}
      data-chosen={isChosen}
      data-flown="true"
      style={{ '--share': flown.sprayArea / most } as CSSProperties}
    >
      <button type="button" aria-pressed={isChosen} onClick={onPress} title={title}>
        {number}
        <small>{area}</small>
      </button>
    </td>
  )
}

/**
 * The days of a month with the area sprayed on each. A second click on the selected day clears the
 * selection.
 */
export const DayCalendar = ({ month, days, from, to, today, onMonth, onDay }: Props) => {
  const language = currentLanguage()
  const first = firstWeekday(language)
  const byDay = new Map(days.map((day) => [day.day, day]))
  const ofMonth = days.filter(({ day }) => day.startsWith(month))
  const most = Math.max(1, ...ofMonth.map(({ sprayArea }) => sprayArea))
  return (
    <div className={style.calendar}>
      <MonthHead month={month} today={today} onMonth={onMonth} />
      <table className={style.grid}>
        <thead>
          <tr>
            {weekdayNames(first, language).map((name, index) => (
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(month, first).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  <td key={index} />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    flown={byDay.get(day)}
                    most={most}
                    isToday={day === today}
                    isChosen={from !== null && to !== null && day >= from && day <= to}
                    onPress={() => onDay(from === day && to === day ? null : day)}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
