import { Form, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dayjs from 'dayjs'
import { z } from 'zod'
import { DaysRange } from '../../src/ui/days-range.tsx'
import {
  AreaInput,
  CropInput,
  DayInput,
  RegionInput,
  SupervisorInput,
  WorkTypeInput,
} from '../../src/ui/fields/field-inputs.tsx'
import { TextField } from '../../src/ui/fields/text-field.tsx'
import { WindowFields } from '../../src/ui/fields/window-fields.tsx'
import { FormChecks, FormField } from '../../src/ui/form-checks.tsx'
import { MoneyField } from '../../src/ui/money-field.tsx'
import { PasswordInput } from '../../src/ui/password-input.tsx'
import { PhoneInput } from '../../src/ui/phone-input.tsx'
import { RegionCascader } from '../../src/ui/region-cascader.tsx'
import type { Example } from '../example.tsx'

const Names = z.object({ name: z.string().min(1).max(20), village: z.string().optional() })

type FormBoxProps = {
  initial?: object
  schema?: z.ZodObject
  checked?: string
  children: ReactNode
}
/** `checked`: the field whose error is shown. */
const FormBox = ({ initial = {}, schema = z.object({}), checked, children }: FormBoxProps) => {
  const [form] = Form.useForm()
  const showError = (): void => {
    if (checked) form.validateFields([checked]).catch(() => undefined) // the field shows it
  }
  return (
    <FormChecks schema={schema}>
      <Form form={form} layout="vertical" initialValues={initial} style={{ maxWidth: 420 }}>
        <div ref={showError}>{children}</div>
      </Form>
    </FormChecks>
  )
}

const Checked = () => {
  const { t } = useTranslation('ui')
  return (
    <FormBox
      schema={Names}
      initial={{ name: 'A name that is longer than the limit' }}
      checked="name"
    >
      <FormField name="name" label={t('terms:name')} extra={t('reasonHint')}>
        <Input />
      </FormField>
      <TextField name="village" label={t('terms:village')} />
    </FormBox>
  )
}

const Inputs = () => {
  const { t } = useTranslation('ui')
  return (
    <FormBox
      initial={{
        day: '2026-09-18',
        area: 455.4,
        crop: 'rice',
        workType: 'spraying',
        region: '156430100',
      }}
    >
      <FormField name="day" label={t('fromDay')}>
        <DayInput />
      </FormField>
      <FormField name="area" label={t('terms:area')}>
        <AreaInput />
      </FormField>
      <FormField name="crop" label={t('terms:crops')}>
        <CropInput />
      </FormField>
      <FormField name="workType" label={t('terms:workTypes')}>
        <WorkTypeInput />
      </FormField>
      <FormField name="supervisor" label={t('terms:government')}>
        <SupervisorInput />
      </FormField>
      <FormField name="region" label={t('terms:region')}>
        <RegionInput />
      </FormField>
    </FormBox>
  )
}

const Text = () => {
  const { t } = useTranslation('ui')
  return (
    <FormBox schema={Names} initial={{ village: 'Riverside' }}>
      <TextField name="name" label={t('terms:name')} extra={t('reasonHint')} />
      <TextField name="village" label={t('terms:village')} disabled />
    </FormBox>
  )
}

const Money = () => {
  const { t } = useTranslation('ui')
  return (
    <FormBox initial={{ price: 1250, fee: 4_800 }}>
      <MoneyField name="price" label={t('terms:area')} currency="CNY" />
      <MoneyField name="fee" label={t('terms:flightTime')} currency="KRW" />
    </FormBox>
  )
}

const Password = () => {
  const [value, setValue] = useState('Paddy-4471')
  return <PasswordInput value={value} onChange={setValue} />
}

const Phone = () => {
  const { t } = useTranslation('ui')
  const [value, setValue] = useState<string | null>('+66-812345678')
  return <PhoneInput label={t('terms:phone')} value={value} onChange={setValue} />
}

const Region = () => {
  const { t } = useTranslation('ui')
  const [value, setValue] = useState<string | null>('156430100')
  return <RegionCascader label={t('terms:region')} value={value} onChange={setValue} whole />
}

const Days = () => {
  const { t } = useTranslation('ui')
  const [value, setValue] = useState<Parameters<typeof DaysRange>[0]['value']>([
    dayjs('2026-09-01'),
    dayjs('2026-09-18'),
  ])
  const range = { label: t('terms:landing'), onChange: () => undefined }
  return (
    <div className="grid gap-16">
      <DaysRange {...range} value={value} onChange={(...ends) => setValue(ends)} />
      <DaysRange {...range} value={[null, null]} />
      <DaysRange {...range} value={value} withTime status="error" />
    </div>
  )
}

const Window = () => {
  const { t } = useTranslation('ui')
  const [value, setValue] = useState({ days: [1, 2, 3, 4, 5], from: '20:00', until: '06:00' })
  return (
    <WindowFields
      value={value}
      labels={{
        window: t('terms:flightTime'),
        from: t('fromDay'),
        until: t('toDay'),
        remove: t('terms:delete'),
      }}
      onChange={setValue}
      onRemove={() => undefined}
    />
  )
}

export const fieldExamples: readonly Example[] = [
  { name: 'field-inputs', folder: 'ui/fields', Show: Inputs },
  { name: 'text-field', folder: 'ui/fields', Show: Text },
  { name: 'window-fields', folder: 'ui/fields', isWide: true, Show: Window },
  { name: 'form-checks', folder: 'ui', Show: Checked },
  { name: 'money-field', folder: 'ui', Show: Money },
  { name: 'password-input', folder: 'ui', Show: Password },
  { name: 'phone-input', folder: 'ui', Show: Phone },
  { name: 'region-cascader', folder: 'ui', Show: Region },
  { name: 'days-range', folder: 'ui', isWide: true, Show: Days },
]
