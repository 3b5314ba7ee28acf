import type { Operation } from '@swath/contract/api'
import type { Payment, PaymentProvider } from '@swath/contract/money/payments'
import type { Currency } from '@swath/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Result, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery, outdated as outdate } from '../../../lib/query.ts'
import { PaymentCode, PaymentFacts } from './payment-facts.tsx'
import { providerLabels } from './payment-state.tsx'
import { billPath } from './payment-tabs.tsx'
import style from './payments.module.css'

type Props = {
  /** Currency of the payment, if known: limits the payment methods. */
  currency?: Currency
  /** Payment methods. Default: those that the service accepts for its own fees. */
  providers?: readonly PaymentProvider[]
  start: (provider: PaymentProvider) => Promise<Payment>
  /** Operations that show whether it is paid. */
  outdated: readonly Operation[]
  onClose: () => void
}

const dialogPx = 480
const askAgainMs = 3_000

/** Polls the payment until it is paid. */
const useWatched = (started: Payment | null): Payment | null => {
  const paymentId = started?.paymentId ?? ''
  const asked = useQuery({
    ...buildQuery('getPayment', { params: { paymentId } }),
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'paid' ? false : askAgainMs),
    meta: { quiet: true },
  })
  return asked.data ?? started
}

type ChoiceProps = {
  providers: readonly PaymentProvider[]
  onChoose: (provider: PaymentProvider) => void
}
const Choice = ({ providers, onChoose }: ChoiceProps) => {
  const { t } = useTranslation('payments')
  return (
    <div className={`flex wrap gap-8 ${style.actions}`}>
      {providers.map((provider) => (
        <Button key={provider} size="large" onClick={() => onChoose(provider)}>
          {t(providerLabels[provider])}
        </Button>
      ))}
    </div>
  )
}

const Waiting = ({ payment }: { payment: Payment }) => {
  const { t } = useTranslation('payments')
  const isTransfer = payment.provider === 'transfer'
  return (
    <>
      <p className="flex wrap gap-4-16 items-baseline justify-between m-0">
        <span>{t('toPay')}</span>
        <strong className="text-20 tabular">{formatMoney(payment)}</strong>
      </p>
      <PaymentCode payment={payment} />
      <PaymentFacts payment={payment} />
      <p className="m-0 muted">{t(isTransfer ? 'transferHint' : 'wechatHint')}</p>
      {isTransfer && <Link to={billPath(payment.paymentId)}>{t('printBill')}</Link>}
    </>
  )
}

/** Guides through a payment: the method, the payment details, and the confirmation. */
export const PayDialog = ({ currency, providers: given, start, outdated, onClose }: Props) => {
  const { t } = useTranslation('payments')
  const offered = useQuery({ ...buildQuery('listServicePrices'), enabled: given === undefined })
  const [started, setStarted] = useState<Payment | null>(null)
  const [isStarting, setStarting] = useState(false)
  const payment = useWatched(started)
  const providers =
    given ??
    (offered.data?.providers ?? []).filter(
      (provider) => provider !== 'wechat' || currency === undefined || currency === 'CNY',
    )
  const choose = (provider: PaymentProvider): void => {
    setStarting(true)
    start(provider)
      .then(setStarted, onClose)
      .finally(() => setStarting(false))
  }
  const isPaid = payment?.state === 'paid'
  const tellPaid = useEffectEvent((): void => void outdate(...outdated))
  useEffect(() => {
    if (isPaid) tellPaid()
  }, [isPaid])
  return (
    <Modal
      open
      centered
      width={dialogPx}
      title={t('pay')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('terms:close')}</Button>}
      mask={{ closable: false }}
    >
      <div className="grid gap-16">
        {isStarting || offered.isLoading ? (
          <Skeleton active />
        ) : isPaid ? (
          <Result status="success" title={t('paid')} subTitle={formatMoney(payment)} />
        ) : payment ? (
          <Waiting payment={payment} />
        ) : (
          <Choice providers={providers} onChoose={choose} />
        )}
      </div>
    </Modal>
  )
}
