import type { Recharge, RechargeState } from '@swath/contract/money/lease-recharges'
import { useQuery } from '@tanstack/react-query'
import { Button, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { StateTag, type Tone } from '../../../ui/state-tags.tsx'
import { rechargePath } from './bill-tabs.tsx'
import { PayDialog } from '../payments/pay-dialog.tsx'
import { providerLabels } from '../payments/payment-state.tsx'
import {
  shownMoney,
  useConfirmRecharge,
  usePayRecharge,
  useWithdrawRecharge,
} from './lease-billing.mutations.ts'
import { RefundRecharge, RefuseRecharge } from './recharge-forms.tsx'
import style from './lease-billing.module.css'

const states = {
  asked: { label: 'lease-billing:rechargeAsked', tone: 'waiting' },
  paid: { label: 'lease-billing:rechargePaid', tone: 'good' },
  refused: { label: 'lease-billing:rechargeRefused', tone: 'bad' },
  withdrawn: { label: 'lease-billing:rechargeWithdrawn', tone: undefined },
} as const satisfies Record<RechargeState, { label: string; tone: Tone | undefined }>

export const RechargeStateTag = ({ state }: { state: RechargeState }) => {
  const { t } = useTranslation('lease-billing')
  const { label, tone } = states[state]
  return <StateTag tone={tone}>{t(label)}</StateTag>
}

/**
 * A QR code and a link that open the recharge on another device; with payment instructions while it
 * is open.
 */
const OpenElsewhere = ({ recharge }: { recharge: Recharge }) => {
  const { t } = useTranslation('lease-billing')
  const address = `${window.location.origin}${rechargePath}?open=${recharge.rechargeId}`
  return (
    <div className={`flex wrap gap-16 items-center ${style.pay}`}>
      <QrCode text={address} label={t('rechargeQr')} size={144} />
      <div>
        {recharge.state === 'asked' && (
          <p>
            {t('payHint', {
              amount: formatMoney(recharge.amount),
              lessor: recharge.lessorAccountName,
              number: recharge.rechargeNo,
            })}
          </p>
        )}
        {recharge.state === 'asked' &&
          (recharge.payTo ? (
            <Facts>
              <Fact label={t('payments:payee')}>{recharge.payTo.name}</Fact>
              <Fact label={t('payments:bank')}>{recharge.payTo.bank}</Fact>
              <Fact label={t('payments:bankAccount')}>{recharge.payTo.bankAccount}</Fact>
            </Facts>
          ) : (
            <p>
              {t(recharge.can.confirm ? 'bankMissingOwn' : 'bankMissing', {
                lessor: recharge.lessorAccountName,
              })}
            </p>
          ))}
        <Typography.Paragraph className={style.address} copyable={{ text: address }}>
          {address}
        </Typography.Paragraph>
      </div>
    </div>
  )
}

const Actions = ({ recharge }: { recharge: Recharge }) => {
  const { t } = useTranslation('lease-billing')
  const [form, setForm] = useState<'pay' | 'refuse' | 'refund' | null>(null)
  const pay = usePayRecharge()
  const confirm = useConfirmRecharge()
  const withdraw = useWithdrawRecharge()
  const ask = useConfirm()
  const { can, rechargeId, rechargeNo: number, version } = recharge
  const close = (): void => setForm(null)
  return (
    <div className="flex wrap gap-8">
      {can.payBy.map((provider) => (
        <Button key={provider} type="primary" onClick={() => setForm('pay')}>
          {t(providerLabels[provider])}
        </Button>
      ))}
      {can.confirm && (
        <Button
          type="primary"
          onClick={() =>
            ask({
              title: t('askConfirm', {
                amount: formatMoney(recharge.amount),
                client: recharge.clientName,
              }),
              text: t('confirmEffect'),
              verb: t('confirm'),
              danger: false,
              run: async () => {
                await confirm.mutateAsync({ rechargeId, version })
                showSuccess(t('confirmed', { number }))
              },
            })
          }
        >
          {t('confirm')}
        </Button>
      )}
      {can.refuse && <Button onClick={() => setForm('refuse')}>{t('refuse')}</Button>}
      {can.withdraw && (
        <Button
          onClick={() =>
            ask({
              title: t('askWithdraw', { number }),
              text: t('withdrawEffect'),
              verb: t('withdraw'),
              run: async () => {
                await withdraw.mutateAsync({ rechargeId, version })
                showSuccess(t('withdrawnDone', { number }))
              },
            })
          }
        >
          {t('withdraw')}
        </Button>
      )}
      {can.refund && <Button onClick={() => setForm('refund')}>{t('refund')}</Button>}
      {form === 'pay' && (
        <PayDialog
          providers={can.payBy}
          start={(provider) => pay.mutateAsync({ rechargeId, provider })}
          outdated={shownMoney}
          onClose={close}
        />
      )}
      {form === 'refuse' && <RefuseRecharge recharge={recharge} onClose={close} />}
      {form === 'refund' && <RefundRecharge recharge={recharge} onClose={close} />}
    </div>
  )
}

const Content = ({ recharge }: { recharge: Recharge }) => {
  const { t } = useTranslation('lease-billing')
  return (
    <div className="grid gap-20">
      <OpenElsewhere recharge={recharge} />
      <Actions recharge={recharge} />
      <Facts>
        <Fact label={t('terms:state')}>
          <RechargeStateTag state={recharge.state} />
        </Fact>
        <Fact label={t('amount')}>{formatMoney(recharge.amount)}</Fact>
        {recharge.refunded.amountMinor > 0 && (
          <Fact label={t('refunded')}>{formatMoney(recharge.refunded)}</Fact>
        )}
        {recharge.state === 'paid' && (
          <Fact label={t('refundable')}>{formatMoney(recharge.refundable)}</Fact>
        )}
        <Fact label={t('client')}>{recharge.clientName}</Fact>
        <Fact label={t('lessor')}>{recharge.lessorAccountName}</Fact>
        <Fact label={t('askedBy')}>{recharge.askedByName}</Fact>
        <TimeFact label={t('askedAt')} time={recharge.askedAt} />
        <Fact label={t('decidedBy')}>{recharge.decidedByName}</Fact>
        <TimeFact label={t('decidedAt')} time={recharge.decidedAt} />
        {recharge.reason && <Fact label={t('reason')}>{recharge.reason}</Fact>}
        <Fact label={t('note')}>{recharge.note}</Fact>
      </Facts>
    </div>
  )
}

type Props = { rechargeId: string; row: Recharge | undefined }

/** One recharge, with its payment details and decisions. */
export const RechargeView = ({ rechargeId, row }: Props) => {
  const detail = useQuery({
    ...buildQuery('getLeaseRecharge', { params: { rechargeId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf<Recharge> row={row} asked={detail}>
      {(recharge) => <Content recharge={recharge} />}
    </DetailOf>
  )
}
