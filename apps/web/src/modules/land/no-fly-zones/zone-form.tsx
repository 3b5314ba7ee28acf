import { NoFlyZoneInput, reasonLabels } from '@swath/contract/land/no-fly-zones'
import {
  verticalReferences,
  zoneKinds,
  zoneReasons,
  zoneRestrictions,
} from '@swath/domain/zone-terms'
import { DatePicker, Form, Input, InputNumber, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { dateTimeFields, parseLocalTime } from '../../../lib/time-zone.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AuthoritiesField } from './authorities-field.tsx'
import { HoursField } from './hours-field.tsx'
import { problemOfShape } from './zone-draft.ts'
import { ZoneGround } from './zone-ground.tsx'
import {
  kindLabels,
  referenceLabels,
  restrictionLabels,
  typeLabels,
  zoneTypes,
} from './zone.labels.ts'
import { formatTimeZone, formatUnit } from '../../../lib/format.ts'

/**
 * The contract's rules, and those of geometry that the server would only report after submission.
 */
export const ZoneFormSchema = NoFlyZoneInput.superRefine((zone, context) => {
  if (problemOfShape(zone.shape))
    context.addIssue({ code: 'custom', path: ['shape'], message: 'shapeBroken' })
})

/** The calendar library does not support zones: it gets the local time of the viewer's zone. */
const toLocalTime = (time: string) => {
  const { year, month, day, hour, minute, second } = dateTimeFields(Date.parse(time))
  return dayjs(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
}

type MomentProps = {
  id?: string
  value?: string | null
  onChange?: (time: string | null) => void
  label: string
}
const Moment = ({ id, value, onChange, label }: MomentProps) => (
  <DatePicker
    id={id}
    aria-label={label}
    format="YYYY/MM/DD HH:mm"
    style={{ width: '100%' }}
    placeholder={label}
    value={value ? toLocalTime(value) : null}
    showTime={{ format: 'HH:mm', minuteStep: 5 }}
    onChange={(day) =>
      onChange?.(
        day ? new Date(parseLocalTime(day.format('YYYY-MM-DDTHH:mm:00'))).toISOString() : null,
      )
    }
  />
)

/** Explains a stay-in area, and whom it applies to. */
const KindHint = () => {
  const { t } = useTranslation('no-fly-zones')
  const isStayIn = Form.useWatch('kind') === 'stay_in'
  return isStayIn ? <p className="m-0 muted text-13 leading-20">{t('stayInHint')}</p> : null
}

/** Restriction level and reason of a zone; a stay-in area has no level. */
const Strictness = () => {
  const { t } = useTranslation('no-fly-zones')
  const isStayIn = Form.useWatch('kind') === 'stay_in'
  const isNotice = Form.useWatch('restriction') === 'no_restriction'
  return (
    <>
      <FormField
        name="restriction"
        label={t('restriction')}
        hidden={isStayIn}
        extra={isNotice ? t('restrictionNoneHint') : undefined}
      >
        <Select
          options={zoneRestrictions.map((restriction) => ({
            value: restriction,
            label: t(restrictionLabels[restriction]),
          }))}
        />
      </FormField>
      <FormField name="reasons" label={t('reasons')}>
        <Select
          mode="multiple"
          options={zoneReasons.map((reason) => ({ value: reason, label: t(reasonLabels[reason]) }))}
        />
      </FormField>
    </>
  )
}

type LimitFieldsProps = {
  name: 'lowerM' | 'upperM'
  reference: 'lowerReference' | 'upperReference'
  open: string
}

/** A height limit, and its reference. */
const LimitFields = ({ name, reference, open }: LimitFieldsProps) => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <div className="grid gap-8">
      <FormField name={name} label={t(name === 'lowerM' ? 'lower' : 'upper')}>
        <InputNumber
          min={-500}
          max={20_000}
          suffix={formatUnit('m')}
          style={{ width: '100%' }}
          placeholder={open}
        />
      </FormField>
      <FormField name={reference} label={<span className="sr-only">{t(reference)}</span>}>
        <Select
          options={verticalReferences.map((from) => ({
            value: from,
            label: t(referenceLabels[from]),
          }))}
        />
      </FormField>
    </div>
  )
}

const WindowsHint = () => {
  const { t } = useTranslation('no-fly-zones')
  const zone = Form.useWatch<string | null>('timeZone', { preserve: true })
  return <>{zone ? t('windowsIn', { zone: formatTimeZone(zone) }) : t('windowsOfPlace')}</>
}

/** All fields of a zone; the shape is drawn on the map next to them. */
export const ZoneFields = () => {
  const { t } = useTranslation('no-fly-zones')
  return (
    <>
      <FormField name="shape" label={t('ground')}>
        <ZoneGround />
      </FormField>
      <TextField name="noflyName" label={t('name')} maxLength={80} />
      <FormField name="kind" label={t('kind')} required>
        <Radio.Group
          options={zoneKinds.map((kind) => ({ value: kind, label: t(kindLabels[kind]) }))}
        />
      </FormField>
      <KindHint />
      <FormField name="type" label={t('type')}>
        <Radio.Group
          options={zoneTypes.map((type) => ({ value: type, label: t(typeLabels[type]) }))}
        />
      </FormField>
      <FormField name="detailAddress" label={t('address')}>
        <Input maxLength={200} />
      </FormField>
      <Strictness />
      <div className="grid cols-2 gap-0-16">
        <LimitFields name="lowerM" reference="lowerReference" open={t('fromGround')} />
        <LimitFields name="upperM" reference="upperReference" open={t('noLimit')} />
      </div>
      <div className="grid cols-2 gap-0-16">
        <FormField name="validFrom" label={t('validFrom')}>
          <Moment label={t('atOnce')} />
        </FormField>
        <FormField name="validUntil" label={t('validUntil')}>
          <Moment label={t('noEnd')} />
        </FormField>
      </div>
      <p className="m-0 muted text-13 leading-20">{t('timesIn', { zone: formatTimeZone() })}</p>
      <FormField name="windows" label={t('windows')} extra={<WindowsHint />}>
        <HoursField />
      </FormField>
      <FormField name="message" label={t('message')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
      <FormField name="authorities" label={t('authorities')}>
        <AuthoritiesField />
      </FormField>
    </>
  )
}
