import type { QuietHours } from '@swath/contract/alarms/alarm-settings'
import { Checkbox, Form, Segmented, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { formatTimeZone } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/language.ts'

const days = [1, 2, 3, 4, 5, 6, 7]
const usualHours: QuietHours = { from: '22:00', until: '06:00', days }
/** 2024-01-01 was a Monday. */
const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  )

type TimeProps = { label: string; value: string; onChange: (time: string) => void }
const TimeField = ({ label, value, onChange }: TimeProps) => (
  <TimePicker
    aria-label={label}
    format="HH:mm"
    minuteStep={15}
    allowClear={false}
    needConfirm={false}
    // The picker needs a date; which one does not matter.
    value={dayjs(`2026-01-01T${value}`)}
    onChange={(time) => time && onChange(time.format('HH:mm'))}
  />
)

type Props = {
  value: QuietHours | null
  timeZone: string
  isSaving: boolean
  onChange: (hours: QuietHours | null) => void
}

/** The hours in which alarms wait for the digest; null: none. */
export const QuietHoursFields = ({ value, timeZone, isSaving, onChange }: Props) => {
  const { t } = useTranslation('notifications')
  return (
    <Form.Item
      layout="vertical"
      label={t('quietHours')}
      extra={t('quietHint', { timeZone: formatTimeZone(timeZone) })}
    >
      <div className="grid gap-12 justify-items-start">
        <Segmented
          aria-label={t('quietHours')}
          disabled={isSaving}
          value={value === null ? 'always' : 'quiet'}
          options={[
            { value: 'always', label: t('always') },
            { value: 'quiet', label: t('notInQuietHours') },
          ]}
          onChange={(choice) => onChange(choice === 'always' ? null : usualHours)}
        />
        {value !== null && (
          <>
            <div className="flex gap-8 items-center">
              <TimeField
                label={t('from')}
                value={value.from}
                onChange={(from) => onChange({ ...value, from })}
              />
              <span aria-hidden>–</span>
              <TimeField
                label={t('until')}
                value={value.until}
                onChange={(until) => onChange({ ...value, until })}
              />
            </div>
            <Checkbox.Group<number>
              className="gap-4-12"
              aria-label={t('days')}
              value={value.days}
              options={days.map((day) => ({ value: day, label: weekdayName(day) }))}
              onChange={(chosen) =>
                chosen.length > 0 && onChange({ ...value, days: chosen.toSorted((a, b) => a - b) })
              }
            />
          </>
        )}
      </div>
    </Form.Item>
  )
}
