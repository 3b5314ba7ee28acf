import { DeleteOutlined } from '@ant-design/icons'
import type { WeeklyWindow } from '@swath/domain/weekly-windows'
import { Button, Checkbox, TimePicker } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayName } from '../../lib/week-hours.ts'
import style from './window-fields.module.css'

const days = [1, 2, 3, 4, 5, 6, 7]

/** The picker needs a date; which one does not matter. */
const toClock = (time: string) => dayjs(`2026-01-01T${time}`)

type HourPickerProps = { label: string; value: string; onChange: (time: string) => void }
const HourPicker = ({ label, value, onChange }: HourPickerProps) => (
  <TimePicker
    aria-label={label}
    format="HH:mm"
    minuteStep={5}
    allowClear={false}
    needConfirm={false}
    value={toClock(value)}
    onChange={(time) => time && onChange(time.format('HH:mm'))}
  />
)

type Window = Omit<WeeklyWindow, 'days'> & { days: number[] }
type Props<W extends Window> = {
  value: W
  labels: Readonly<Record<'window' | 'from' | 'until' | 'remove', string>>
  onChange: (window: W) => void
  onRemove: () => void
  /** Further fields of the window. */
  children?: ReactNode
}

/** Days and hours of a weekly window; at least one day stays chosen. */
export const WindowFields = <W extends Window>({
  value,
  labels,
  onChange,
  onRemove,
  children,
}: Props<W>) => {
  const { i18n } = useTranslation()
  return (
    <fieldset className={style.window}>
      <legend className="sr-only">{labels.window}</legend>
      <Checkbox.Group
        className="gap-4-12"
        value={[...value.days]}
        options={days.map((day) => ({ value: day, label: weekdayName(day, i18n.language) }))}
        onChange={(chosen) =>
          chosen.length > 0 && onChange({ ...value, days: chosen.toSorted((a, b) => a - b) })
        }
      />
      <div className="flex gap-8 items-center">
        <HourPicker
          label={labels.from}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
        <span aria-hidden>–</span>
        <HourPicker
          label={labels.until}
          value={value.until}
          onChange={(until) => onChange({ ...value, until })}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={labels.remove}
          onClick={onRemove}
        />
      </div>
      {children}
    </fieldset>
  )
}
