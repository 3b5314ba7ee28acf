import {
  ClientPriceChange,
  NewRentalClient,
  RentalClientChange,
  type RentalClientDetail,
} from '@swath/contract/money/rental-clients'
import { Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useCreateClient, useSetClientPrice, useUpdateClient } from './leasing.mutations.ts'
import { PriceFields, useFormCurrency } from './price-fields.tsx'
import type { Currency } from '@swath/domain/money'

const ContactFields = () => {
  const { t } = useTranslation('leasing')
  return (
    <>
      <TextField name="clientName" label={t('client')} maxLength={100} />
      <TextField name="contactName" label={t('contact')} maxLength={60} />
      <TextField name="contactPhone" label={t('terms:phone')} maxLength={30} inputMode="tel" />
    </>
  )
}

const NoteField = () => {
  const { t } = useTranslation('leasing')
  return (
    <FormField name="note" label={t('note')}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
    </FormField>
  )
}

/** What happens when the balance is used up. */
const BalanceFields = ({ currency }: { currency: Currency }) => {
  const { t } = useTranslation('leasing')
  return (
    <>
      <MoneyField
        name="warnBelow"
        label={t('warnBelow')}
        extra={t('warnBelowHint')}
        currency={currency}
      />
      <FormField
        name="locksWhenEmpty"
        label={t('locksWhenEmpty')}
        extra={t('locksWhenEmptyHint')}
        valuePropName="checked"
      >
        <Switch />
      </FormField>
      <MoneyField name="grace" label={t('grace')} extra={t('graceHint')} currency={currency} />
    </>
  )
}
const BalanceFieldsOfForm = () => <BalanceFields currency={useFormCurrency()} />

type CreateProps = { currency: Currency; onClose: () => void; onCreated: (id: string) => void }

export const CreateClient = ({ currency, onClose, onCreated }: CreateProps) => {
  const { t } = useTranslation('leasing')
  const create = useCreateClient()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('createClient')}
      submitLabel={t('createClient')}
      schema={NewRentalClient}
      initial={{ currency, grace: 0, locksWhenEmpty: false, warnBelow: null }}
      onSubmit={async (body) => {
        const { clientId, clientName } = await create.mutateAsync(body)
        showSuccess(t('clientCreated', { name: clientName }))
        onCreated(clientId)
      }}
    >
      <ContactFields />
      <PriceFields />
      <BalanceFieldsOfForm />
      <NoteField />
    </FormDrawer>
  )
}

type Props = { client: RentalClientDetail; onClose: () => void }

export const EditClient = ({ client, onClose }: Props) => {
  const { t } = useTranslation('leasing')
  const update = useUpdateClient()
  const { clientId } = client
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editClient')}
      schema={RentalClientChange}
      initial={client}
      readAgain={() => call('getRentalClient', { params: { clientId } })}
      onSubmit={(body) => update.mutateAsync({ clientId, ...body })}
    >
      <ContactFields />
      <BalanceFields currency={client.currency} />
      <NoteField />
    </FormDrawer>
  )
}

const OtherCurrencyHint = ({ currency }: { currency: Currency }) => {
  const { t } = useTranslation('leasing')
  return useFormCurrency() === currency ? null : <p role="status">{t('otherCurrencyHint')}</p>
}

export const EditPrice = ({ client, onClose }: Props) => {
  const { t } = useTranslation('leasing')
  const set = useSetClientPrice()
  const { clientId } = client
  return (
    <FormDrawer
      onClose={onClose}
      title={t('changePrice')}
      schema={ClientPriceChange}
      initial={client}
      readAgain={() => call('getRentalClient', { params: { clientId } })}
      onSubmit={(body) => set.mutateAsync({ clientId, ...body })}
    >
      <p>{t('changePriceHint')}</p>
      <OtherCurrencyHint currency={client.currency} />
      <PriceFields />
    </FormDrawer>
  )
}
