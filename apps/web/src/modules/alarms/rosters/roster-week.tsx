import type { DutyPerson, Roster } from '@swath/contract/alarms/rosters'
import { listWeek, type DutySpan } from '@swath/domain/duty-roster'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../../lib/week-hours.ts'
import { useDutyName } from './duty-name.ts'
import style from './rosters.module.css'

const days = [1, 2, 3, 4, 5, 6, 7]
const hoursShown = [0, 6, 12, 18, 24]
const dayMinutes = 24 * 60
/** A shorter span has no room for its text. */
const readableMinutes = 100

const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const toPercent = (minutes: number): string => `${(minutes / dayMinutes) * 100}%`

type SpanText = { span: DutySpan; time: string; names: readonly string[] }

const useSpans = ({ shifts }: Roster, people: readonly DutyPerson[]): SpanText[] => {
  const toName = useDutyName()
  const { t } = useTranslation('rosters')
  return listWeek(shifts).map((span) => ({
    span,
    time: `${toTime(span.fromMinute)} – ${toTime(span.untilMinute)}`,
    names:
      span.shift === null
        ? [t('gap')]
        : shifts[span.shift]!.userIds.map((id) =>
            toName(people.find(({ userId }) => userId === id)),
          ),
  }))
}

const Block = ({ span, time, names }: SpanText) => (
  <div
    className={style.block}
    data-gap={span.shift === null}
    data-odd={(span.shift ?? 0) % 2 === 1}
    title={`${time}  ${names.join(' → ')}`}
    style={{
      top: toPercent(span.fromMinute),
      height: toPercent(span.untilMinute - span.fromMinute),
    }}
  >
    {span.untilMinute - span.fromMinute >= readableMinutes &&
      names.map((name, i) => (
        <span key={i} className="truncate">
          {name}
        </span>
      ))}
  </div>
)

/** The week as a grid of seven days; the same as text for screen readers and narrow screens. */
export const RosterWeek = ({
  roster,
  people,
}: {
  roster: Roster
  people: readonly DutyPerson[]
}) => {
  const { t, i18n } = useTranslation('rosters')
  const spans = useSpans(roster, people)
  const ofDay = (day: number): SpanText[] => spans.filter(({ span }) => span.day === day)
  const label = t('week', { name: roster.rosterName })
  return (
    <div className={style.week}>
      <div className={style.grid} aria-hidden>
        <div className={style.hours}>
          {hoursShown.map((hour) => (
            <span key={hour} style={{ top: toPercent(hour * 60) }}>
              {toTime(hour * 60)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <div key={day} className={style.column}>
            <span className="text-12 muted">{weekdayName(day, i18n.language)}</span>
            <div className={style.day}>
              {ofDay(day).map((one) => (
                <Block key={one.span.fromMinute} {...one} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <ul className={`list-plain ${style.list}`} aria-label={label}>
        {days.map((day) => (
          <li key={day}>
            <span className="semibold">{weekdayName(day, i18n.language)}</span>
            <ul className="list-plain">
              {ofDay(day).map(({ span, time, names }) => (
                <li key={span.fromMinute} data-gap={span.shift === null}>
                  <span className="figure">{time}</span> {names.join(' → ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
