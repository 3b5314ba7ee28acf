import type { Payment } from '@swath/contract/money/payments'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Time } from '../../../ui/time.tsx'
import { providerLabels } from './payment-state.tsx'
import style from './payments.module.css'

/** The details that the payer needs: amount, payee, and reference. */
export const PaymentFacts = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('payments')
  const { payTo, provider } = payment
  return (
    <Facts>
      <Fact label={t('paymentNo')}>{payment.paymentNo}</Fact>
      <Fact label={t('provider')}>{t(providerLabels[provider])}</Fact>
      <Fact label={t('payee')}>{payTo?.name ?? payment.payeeName}</Fact>
      {payTo && <Fact label={t('bank')}>{payTo.bank}</Fact>}
      {payTo && <Fact label={t('bankAccount')}>{payTo.bankAccount}</Fact>}
      <Fact label={t('payer')}>{payment.payerName}</Fact>
      <TimeFact label={t('createdAt')} time={payment.createdAt} />
      {payment.expiresAt && payment.state === 'open' && (
        <TimeFact label={t('expiresAt')} time={payment.expiresAt} />
      )}
      {payment.paidAt && <TimeFact label={t('paidAt')} time={payment.paidAt} />}
      {payment.refundDueMinor > 0 && (
        <Fact label={t('refundDue')}>
          {formatMoney({ amountMinor: payment.refundDueMinor, currency: payment.currency })}{' '}
          <span className="unit">
            {t('refundDueSince')} <Time time={payment.refundDueSince} />
          </span>
        </Fact>
      )}
      {payment.refundedMinor > 0 && (
        <Fact label={t('refunded')}>
          {formatMoney({ amountMinor: payment.refundedMinor, currency: payment.currency })}{' '}
          <span className="unit">
            <Time time={payment.refundedAt} />
          </span>
        </Fact>
      )}
    </Facts>
  )
}

/** A QR code: WeChat's payment text, or for a transfer the URL of its bill. */
export const PaymentCode = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('payments')
  const { provider, qrText, state } = payment
  if (qrText === null || state !== 'open') return null
  const text = provider === 'transfer' ? new URL(qrText, window.location.origin).href : qrText
  return (
    <div className={`grid gap-8 justify-items-center text-center ${style.code}`}>
      <QrCode text={text} label={t(provider === 'transfer' ? 'codeOfBill' : 'codeOfWechat')} />
      <p className="m-0 muted">{t(provider === 'transfer' ? 'scanBill' : 'scanWechat')}</p>
    </div>
  )
}
