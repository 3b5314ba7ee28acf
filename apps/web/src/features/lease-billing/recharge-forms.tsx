import { NewRecharge, RechargeRefund, RechargeRefusal } from '@swath/contract/lease-recharges'
import type { Recharge } from '@swath/contract/lease-recharges'
import type { Currency } from '@swath/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../lib/errors.ts'
import { formatMoney } from '../../lib/format.ts'
import { buildQuery } from '../../lib/query.ts'
import { FormField } from '../../ui/form-checks.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { AmountInput } from './amount-field.tsx'
import { useAskRecharge, useRefundRecharge, useRefuseRecharge } from './lease-billing.mutations.ts'

/** Clients of whom money can be asked; their currency goes with the choice. */
const useClients = () => {
  const lessor = useQuery(
    buildQuery('listLeaseBalances', { query: { side: 'lessor', pageSize: '500' } }),
  )
  const tenant = useQuery(
    buildQuery('listLeaseBalances', { query: { side: 'tenant', pageSize: '500' } }),
  )
  const all = [...(lessor.data?.items ?? []), ...(tenant.data?.items ?? [])]
  return {
    clients: all.filter(({ can }) => can.recharge),
    isPending: lessor.isPending || tenant.isPending,
  }
}

type AskProps = { clientId?: string; onClose: () => void; onAsked: (rechargeId: string) => void }

export const AskRecharge = ({ clientId, onClose, onAsked }: AskProps) => {
  const { t } = useTranslation('lease-billing')
  const ask = useAskRecharge()
  const { clients, isPending } = useClients()
  // Where there is one to choose, it is chosen.
  const first = clientId ?? (clients.length === 1 ? clients[0]!.clientId : undefined)
  const [picked, setChosen] = useState<string>()
  const chosen = picked ?? first
  const currency: Currency =
    clients.find((one) => one.clientId === chosen)?.prepaid.currency ?? 'CNY'
  return (
    <FormDrawer
      open={!isPending}
      onClose={onClose}
      title={t('askRecharge')}
      submitLabel={t('askRecharge')}
      schema={NewRecharge}
      initial={first === undefined ? {} : { clientId: first }}
      onValues={(values) => setChosen(values.clientId)}
      onSubmit={async (body) => {
        const made = await ask.mutateAsync(body)
        showSuccess(t('rechargeMade', { number: made.rechargeNo }))
        onAsked(made.rechargeId)
      }}
    >
      <FormField name="clientId" label={t('client')} extra={t('askRechargeHint')}>
        <Select
          options={clients.map((one) => ({
            value: one.clientId,
            label: `${one.clientName} · ${one.lessorAccountName} · ${formatMoney(one.prepaid)}`,
          }))}
        />
      </FormField>
      <FormField name="amount" label={t('amount')}>
        <AmountInput currency={currency} />
      </FormField>
      <FormField name="note" label={t('note')}>
        <Input maxLength={500} autoComplete="off" />
      </FormField>
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
      open
      dialog={dialogPx}
      onClose={onClose}
      title={t('refuse')}
      submitLabel={t('refuse')}
      schema={RechargeRefusal}
      initial={{ version: recharge.version }}
      onSubmit={(body) => refuse.mutateAsync({ rechargeId: recharge.rechargeId, ...body })}
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
      open
      dialog={dialogPx}
      onClose={onClose}
      title={t('refund')}
      submitLabel={t('refund')}
      schema={RechargeRefund}
      initial={{ version: recharge.version }}
      onSubmit={(body) => refund.mutateAsync({ rechargeId: recharge.rechargeId, ...body })}
    >
      <FormField
        name="amount"
        label={t('amount')}
        extra={
          <>
            {t('refundHint')}{' '}
            {t(recharge.isByGateway ? 'orders:refundByGateway' : 'refundByTransfer')}
          </>
        }
      >
        <AmountInput currency={recharge.amount.currency} />
      </FormField>
      <ReasonField hint={t('refuseHint')} />
    </FormDrawer>
  )
}
