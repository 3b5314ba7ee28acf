import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { Button, Checkbox, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { weekdayName } from './week-hours.ts'
import style from './zone-fields.module.css'

type Window = NoFlyZone['windows'][number]

const days = [1, 2, 3, 4, 5, 6, 7]
const workdayHours: Window = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }
const windowsAtMost = 20

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

type WindowFieldsProps = {
  value: Window
  number: number
  onChange: (window: Window) => void
  onRemove: () => void
}
const WindowFields = ({ value, number, onChange, onRemove }: WindowFieldsProps) => {
  const { t, i18n } = useTranslation('no-fly-zones')
  return (
    <fieldset className={style.entry}>
      <legend className="sr-only">{t('windowNumber', { number })}</legend>
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
          label={`${t('windowFrom')} ${number}`}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
        />
        <span aria-hidden>–</span>
        <HourPicker
          label={`${t('windowUntil')} ${number}`}
          value={value.until}
          onChange={(until) => onChange({ ...value, until })}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('windowRemove', { number })}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  )
}

type Props = { id?: string; value?: Window[]; onChange?: (windows: Window[]) => void }

/** Form control for the hours in which a zone applies; empty: at all times. */
export const HoursField = ({ id, value = [], onChange }: Props) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div id={id} className="grid gap-8 justify-items-start">
      {value.length === 0 && <p className="m-0 muted">{t('allHours')}</p>}
      {value.map((window, i) => (
        // Rows have no other key than their index.
        <WindowFields
          key={i}
          value={window}
          number={i + 1}
          onChange={(changed) => onChange?.(value.with(i, changed))}
          onRemove={() => onChange?.(value.toSpliced(i, 1))}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= windowsAtMost}
        onClick={() => onChange?.([...value, workdayHours])}
      >
        {t('windowAdd')}
      </Button>
    </div>
  )
}
