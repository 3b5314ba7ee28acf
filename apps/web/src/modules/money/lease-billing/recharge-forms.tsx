import type { ClientBalance } from '@swath/contract/money/lease-bills'
import { NewRecharge, RechargeRefund, RechargeRefusal } from '@swath/contract/money/lease-recharges'
import type { Recharge } from '@swath/contract/money/lease-recharges'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery, keepShown } from '../../../lib/query.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { useAskRecharge, useRefundRecharge, useRefuseRecharge } from './lease-billing.mutations.ts'

/**
 * Balances that can be recharged, of both sides, searched by the client's name because there may be
 * many.
 */
const useBalances = (clientName: string) => {
  const query = { pageSize: '50', ...(clientName === '' ? {} : { clientName }) }
  const ask = (side: 'lessor' | 'tenant') => ({
    ...buildQuery('listLeaseBalances', { query: { ...query, side } }),
    ...keepShown,
  })
  const lessor = useQuery(ask('lessor'))
  const tenant = useQuery(ask('tenant'))
  const all = [...(lessor.data?.items ?? []), ...(tenant.data?.items ?? [])]
  return {
    balances: all.filter(({ can }) => can.recharge),
    isPending: lessor.isPending || tenant.isPending,
  }
}

/** A client has a balance per currency, so the form selects a balance. */
const RechargeForm = NewRecharge.omit({ clientId: true, currency: true }).extend({
  balanceId: z.string(),
})

type AskProps = { of?: ClientBalance; onClose: () => void; onAsked: (rechargeId: string) => void }

export const AskRecharge = ({ of, onClose, onAsked }: AskProps) => {
  const { t } = useTranslation('lease-billing')
  const ask = useAskRecharge()
  const [typed, setTyped] = useState('')
  const { balances: found, isPending } = useBalances(typed)
  // Preselected if there is only one.
  const first = of ?? (found.length === 1 && typed === '' ? found[0] : undefined)
  // Keeps the selected client while the search text changes.
  const [picked, setPicked] = useState<ClientBalance>()
  const chosen = picked ?? first
  const balances = of ? [of, ...found.filter(({ balanceId }) => balanceId !== of.balanceId)] : found
  return (
    <FormDrawer
      open={!isPending}
      onClose={onClose}
      title={t('askRecharge')}
      submitLabel={t('askRecharge')}
      schema={RechargeForm}
      initial={first === undefined ? {} : { balanceId: first.balanceId }}
      onSubmit={async ({ balanceId: _, ...body }) => {
        if (!chosen) return
        const { clientId, currency } = chosen
        const made = await ask.mutateAsync({ ...body, clientId, currency })
        showSuccess(t('rechargeMade', { number: made.rechargeNo }))
        onAsked(made.rechargeId)
      }}
    >
      <FormField name="balanceId" label={t('client')} extra={t('askRechargeHint')}>
        <Select<string>
          showSearch={{ optionFilterProp: 'label', onSearch: setTyped }}
          options={balances.map((one) => ({
            value: one.balanceId,
            label: `${one.clientName} · ${one.lessorAccountName} · ${formatMoney(one.prepaid)}`,
          }))}
          onSelect={(id) => setPicked(balances.find(({ balanceId }) => balanceId === id))}
        />
      </FormField>
      <MoneyField name="amount" label={t('amount')} currency={chosen?.currency ?? 'CNY'} />
      <TextField name="note" label={t('note')} maxLength={500} />
    </FormDrawer>
  )
}

type StepProps = { recharge: Recharge; onClose: () => void }

const ReasonField = ({ hint }: { hint: string }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <FormField name="reason" label={t('reason')} extra={hint}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
    </FormField>
  )
}

const dialogPx = 480

export const RefuseRecharge = ({ recharge, onClose }: StepProps) => {
  const { t } = useTranslation('lease-billing')
  const refuse = useRefuseRecharge()
  return (
    <FormDrawer
      dialog={dialogPx}
      onClose={onClose}
      title={t('refuse')}
      submitLabel={t('refuse')}
      schema={RechargeRefusal}
      initial={{ version: recharge.version }}
      onSubmit={async (body) => {
        await refuse.mutateAsync({ rechargeId: recharge.rechargeId, ...body })
        showSuccess(t('refusedDone', { number: recharge.rechargeNo }))
      }}
    >
      <ReasonField hint={t('refuseHint')} />
    </FormDrawer>
  )
}

export const RefundRecharge = ({ recharge, onClose }: StepProps) => {
  const { t } = useTranslation('lease-billing')
  const refund = useRefundRecharge()
  return (
    <FormDrawer
      dialog={dialogPx}
      onClose={onClose}
      title={t('refund')}
      submitLabel={t('refund')}
      schema={RechargeRefund}
      initial={{ version: recharge.version }}
      onSubmit={async (body) => {
        await refund.mutateAsync({ rechargeId: recharge.rechargeId, ...body })
        const amount = formatMoney({ ...recharge.amount, amountMinor: body.amount })
        showSuccess(t('refundedDone', { number: recharge.rechargeNo, amount }))
      }}
    >
      <MoneyField
        name="amount"
        label={t('amount')}
        extra={
          <>
            {t('refundHint', { amount: formatMoney(recharge.refundable) })}{' '}
            {t(recharge.isByGateway ? 'orders:refundByGateway' : 'refundByTransfer')}
          </>
        }
        currency={recharge.amount.currency}
      />
      <ReasonField hint={t('refuseHint')} />
    </FormDrawer>
  )
}
