import { NoFlyZoneInput } from '@swath/contract/no-fly-zones'
import { DatePicker, Input, InputNumber, Radio } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { dateTimeFields, parseWallClock, viewerTimeZone } from '../../lib/time-zone.ts'
import { FormField } from '../../ui/form-checks.tsx'
import { problemOfShape } from './zone-draft.ts'
import { ZoneGround } from './zone-ground.tsx'
import { typeLabels, zoneTypes } from './zone.labels.ts'
import style from './no-fly-zones.module.css'

/** The contract's rules, and those of geometry that the server would only tell afterwards. */
export const ZoneFormSchema = NoFlyZoneInput.superRefine((zone, context) => {
  if (problemOfShape(zone.shape))
    context.addIssue({ code: 'custom', path: ['shape'], message: 'shapeBroken' })
})

/** The calendar library knows no zones: it is handed what clocks of the viewer's zone show. */
const toWallClock = (time: string) => {
  const { year, month, day, hour, minute, second } = dateTimeFields(Date.parse(time))
  return dayjs(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

const Moment = ({
  id,
  value,
  onChange,
  label,
}: {
  id?: string
  value?: string | null
  onChange?: (time: string | null) => void
  label: string
}) => (
  <DatePicker
    id={id}
    aria-label={label}
    format="YYYY/MM/DD HH:mm"
    style={{ width: '100%' }}
    placeholder={label}
    value={value ? toWallClock(value) : null}
    showTime={{ format: 'HH:mm', minuteStep: 5 }}
    onChange={(day) =>
      onChange?.(
        day ? new Date(parseWallClock(day.format('YYYY-MM-DDTHH:mm:00'))).toISOString() : null,
      )
    }
  />
)

/** Every field of a zone; the ground is drawn on the map beside it. */
export const ZoneFields = () => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <>
      <FormField name="noflyName" label={t('name')}>
        <Input maxLength={80} autoComplete="off" />
      </FormField>
      <FormField name="type" label={t('type')}>
        <Radio.Group
          options={zoneTypes.map((type) => ({ value: type, label: t(typeLabels[type]) }))}
        />
      </FormField>
      <FormField name="shape" label={t('ground')}>
        <ZoneGround />
      </FormField>
      <FormField name="detailAddress" label={t('address')}>
        <Input maxLength={200} />
      </FormField>
      <div className={style.pair}>
        <FormField name="lowerM" label={t('lower')}>
          <InputNumber
            min={0}
            max={10_000}
            suffix="m"
            style={{ width: '100%' }}
            placeholder={t('fromGround')}
          />
        </FormField>
        <FormField name="upperM" label={t('upper')}>
          <InputNumber
            min={0}
            max={10_000}
            suffix="m"
            style={{ width: '100%' }}
            placeholder={t('noLimit')}
          />
        </FormField>
      </div>
      <div className={style.pair}>
        <FormField name="validFrom" label={t('validFrom')}>
          <Moment label={t('atOnce')} />
        </FormField>
        <FormField name="validUntil" label={t('validUntil')}>
          <Moment label={t('noEnd')} />
        </FormField>
      </div>
      <p className={style.hint}>{t('timesIn', { zone: viewerTimeZone() })}</p>
    </>
  )
}
