import { InvoiceInfoInput, type InvoiceInfo } from '@swath/contract/money/invoices'
import { useQuery } from '@tanstack/react-query'
import { Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ticketLabels } from './invoice-state.tsx'
import { useUpdateInvoiceInfo } from './invoices.mutations.ts'

const toFields = ({ version, can: _can, ...fields }: InvoiceInfo) => ({
  ...fields,
  ...(version === null ? {} : { version }),
})

const texts = [
  ['busiName', 120],
  ['taxNum', 40],
  ['regAddress', 200],
  ['contactPhone', 40],
  ['bank', 120],
  ['bankAccount', 60],
] as const
const receiver = [
  ['getterName', 60],
  ['getterPhone', 40],
  ['getterAddress', 200],
] as const

const TextFields = ({ fields }: { fields: typeof texts | typeof receiver }) => {
  const { t } = useTranslation('invoices')
  return fields.map(([name, maxLength]) => (
    <FormField key={name} name={name} label={t(name)} dependencies={['ticketType']}>
      <Input maxLength={maxLength} autoComplete="off" />
    </FormField>
  ))
}

/** The billing details for the account's own invoices. */
export const InformationForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('invoices')
  const info = useQuery(buildQuery('getInvoiceInfo')).data
  const update = useUpdateInvoiceInfo()
  if (!info) return null
  return (
    <FormDrawer
      onClose={onClose}
      title={t('information')}
      schema={InvoiceInfoInput}
      initial={toFields(info)}
      messages={{
        specialNeeds: t('specialNeeds'),
        ...Object.fromEntries(
          texts.slice(1).map(([name]) => [`${name}Missing`, t('specialNeeds')]),
        ),
      }}
      readAgain={async () => toFields(await call('getInvoiceInfo'))}
      onSubmit={async (body) => {
        await update.mutateAsync(body)
        showSuccess(t('informationSaved'))
      }}
    >
      <p className="muted mb-16">{t('informationHint')}</p>
      <FormField name="ticketType" label={t('ticketType')}>
        <Radio.Group
          options={([1, 2] as const).map((value) => ({ value, label: t(ticketLabels[value]) }))}
        />
      </FormField>
      <TextFields fields={texts} />
      <TextFields fields={receiver} />
    </FormDrawer>
  )
}
