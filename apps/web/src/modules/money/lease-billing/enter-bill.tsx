import { NewBill, enteredKinds, type ClientBalance } from '@swath/contract/money/lease-bills'
import { billKindLabels } from '@swath/contract/money/lease-bill-fields'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney } from '../../../lib/format.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useEnterBill } from './lease-billing.mutations.ts'

type Props = { balance: ClientBalance; onClose: () => void }

/** Enters a deposit, its return, damage, idle time or a credit for a client. */
export const EnterBill = ({ balance, onClose }: Props) => {
  const { t } = useTranslation('lease-billing')
  const enter = useEnterBill()
  // An idempotency key, so that a form that is sent twice is entered once.
  const [requestId] = useState(() => crypto.randomUUID())
  const { currency } = balance
  return (
    <FormDrawer
      onClose={onClose}
      title={t('enter')}
      submitLabel={t('enter')}
      schema={NewBill}
      initial={{ requestId, clientId: balance.clientId, currency }}
      onSubmit={async (body) => {
        const line = await enter.mutateAsync(body)
        const amount = { currency, amountMinor: Math.abs(line.amount.amountMinor) }
        showSuccess(
          t('entered', { kind: t(billKindLabels[line.kind]), amount: formatMoney(amount) }),
        )
      }}
    >
      <FormField name="kind" label={t('kind')} extra={t('enterHint')}>
        <Select
          options={enteredKinds.map((kind) => ({ value: kind, label: t(billKindLabels[kind]) }))}
        />
      </FormField>
      <MoneyField name="amount" label={t('amount')} currency={currency} />
      <FormField name="note" label={t('note')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </FormField>
    </FormDrawer>
  )
}
