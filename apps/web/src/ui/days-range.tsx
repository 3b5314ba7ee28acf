import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useNarrow } from './use-width.ts'

type Ends = readonly [from: Dayjs | null, to: Dayjs | null]
type Props = {
  label: string
  value: Ends
  /** Selects to the minute instead of whole days; both ends are then required. */
  withTime?: boolean
  status?: '' | 'error'
  describedBy?: string
  onChange: (from: Dayjs | null, to: Dayjs | null) => void
}

/**
 * Two pickers with one month each, because the two months of a range picker are wider than a phone.
 */
const TwoPickers = ({ label, value: [from, to], withTime, status, onChange, ...rest }: Props) => {
  const { t } = useTranslation('ui')
  const picker = {
    'format': withTime ? 'YYYY/MM/DD HH:mm' : 'YYYY/MM/DD',
    'allowClear': !withTime,
    'inputReadOnly': true,
    // There is no room for it next to a time.
    'suffixIcon': withTime ? null : undefined,
    'status': status ?? '',
    'aria-describedby': rest.describedBy,
    ...(withTime ? { showTime: { format: 'HH:mm' } } : {}),
  } as const
  return (
    <div className="grid cols-2 gap-8">
      <DatePicker
        {...picker}
        aria-label={`${label}: ${t('fromDay')}`}
        placeholder={t('fromDay')}
        value={from}
        {...(to ? { maxDate: to } : {})}
        onChange={(day: Dayjs | null) => onChange(day, to)}
      />
      <DatePicker
        {...picker}
        aria-label={`${label}: ${t('toDay')}`}
        placeholder={t('toDay')}
        value={to}
        {...(from ? { minDate: from } : {})}
        onChange={(day: Dayjs | null) => onChange(from, day)}
      />
    </div>
  )
}

/** Selects a range of days or minutes. */
export const DaysRange = (props: Props) => {
  const { t } = useTranslation('ui')
  const { label, value, withTime = false, status = '', describedBy, onChange } = props
  if (useNarrow()) return <TwoPickers {...props} />
  return (
    <DatePicker.RangePicker
      className="w-full"
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={[t('fromDay'), t('toDay')]}
      format={withTime ? 'YYYY/MM/DD HH:mm' : 'YYYY/MM/DD'}
      allowClear={!withTime}
      allowEmpty={[!withTime, !withTime]}
      status={status}
      value={[value[0], value[1]]}
      onChange={(days) => onChange(days?.[0] ?? null, days?.[1] ?? null)}
      {...(withTime ? { showTime: { format: 'HH:mm' } } : {})}
    />
  )
}
