import { DatePicker } from 'antd'
import dayjs from 'dayjs'

type Props = {
  id?: string
  /** YYYY-MM-DD */
  value?: string
  onChange?: (day: string | undefined) => void
}

/** A day, as the input of a form field. */
export const DayInput = ({ id, value, onChange }: Props) => (
  <DatePicker
    {...(id ? { id } : {})}
    format="YYYY/MM/DD"
    style={{ width: '100%' }}
    value={value ? dayjs(value) : null}
    onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : undefined)}
  />
)
