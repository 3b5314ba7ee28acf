import type { Payment } from '@swath/contract/money/payments'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { useDeletion } from '../../../ui/deletion.tsx'
import sheet from '../../../ui/paper/paper.module.css'
import { PrintButton, PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { PaymentCode, PaymentFacts } from './payment-facts.tsx'
import { PaymentStateTag } from './payment-state.tsx'
import { orderPath } from './payment-tabs.tsx'
import { useConfirmPayment, useConfirmRefund } from './payments.mutations.ts'
import style from './payments.module.css'

/** For the payee, who confirms that the money has arrived in their bank account. */
const Confirm = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('payments')
  const confirm = useConfirmPayment()
  const ask = useDeletion()
  const { paymentId, paymentNo } = payment
  return (
    <Button
      type="primary"
      onClick={() =>
        ask({
          title: t('askConfirm', { amount: formatMoney(payment), number: paymentNo }),
          text: t('confirmEffect', { name: payment.payerName }),
          verb: t('confirm'),
          run: () => confirm.mutateAsync({ paymentId }),
          done: t('confirmed'),
        })
      }
    >
      {t('confirm')}
    </Button>
  )
}

/** For a payment that was not owed: the payee transfers it back, then confirms it. */
const ConfirmRefund = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('payments')
  const confirm = useConfirmRefund()
  const ask = useDeletion()
  const { paymentId, payerName: name, refundDueMinor: amountMinor, currency } = payment
  return (
    <Button
      type="primary"
      onClick={() =>
        ask({
          title: t('askRefundSent', { amount: formatMoney({ amountMinor, currency }), name }),
          text: t('refundSentEffect'),
          verb: t('refundSent'),
          run: () => confirm.mutateAsync({ paymentId }),
          done: t('refundSentDone'),
        })
      }
    >
      {t('refundSent')}
    </Button>
  )
}

const Bill = ({ payment, head }: { payment: Payment; head: ReactNode }) => {
  const { t } = useTranslation('payments')
  return (
    <article className={sheet.sheet}>
      {head}
      <h2>
        {t('bill')} <small>{payment.paymentNo}</small>
      </h2>
      <div className="grid gap-16 justify-items-start">
        <PaymentStateTag state={payment.state} />
        <p className="flex wrap gap-4-16 items-baseline justify-between m-0">
          <strong className="text-20 tabular">{formatMoney(payment)}</strong>
        </p>
        <PaymentFacts payment={payment} />
        <PaymentCode payment={payment} />
        {payment.provider === 'transfer' && payment.state === 'open' && (
          <p className="m-0 muted">{t('transferHint')}</p>
        )}
        {payment.can.confirmRefund && <p className="m-0 muted">{t('refundDueHint')}</p>}
      </div>
    </article>
  )
}

/**
 * Amount, payee and reference of a payment: printable, and readable on the telephone that scanned
 * it.
 */
export const BillScreen = () => {
  const { t } = useTranslation('payments')
  const { paymentId = '' } = useParams()
  const asked = useQuery(buildQuery('getPayment', { params: { paymentId } }))
  const payment = asked.data
  return (
    <PrintScreen
      title={t('bill')}
      documentTitle={payment ? `${t('bill')} ${payment.paymentNo}` : null}
      back={<BackLink to={orderPath}>{t('app:orderList')}</BackLink>}
      tools={
        <span className={`flex wrap gap-8 ${style.actions}`}>
          {payment?.can.confirm && <Confirm payment={payment} />}
          {payment?.can.confirmRefund && <ConfirmRefund payment={payment} />}
          <PrintButton
            isPrimary={!payment?.can.confirm && !payment?.can.confirmRefund}
            disabled={!payment}
          />
        </span>
      }
      shown={payment}
      failed={asked}
    >
      {(found, head) => <Bill payment={found} head={head} />}
    </PrintScreen>
  )
}
