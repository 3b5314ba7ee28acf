import { type Order, OrderRefund } from '@swath/contract/money/orders'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useDeletion } from '../../../ui/deletion.tsx'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { Fact, Facts, TimeFact } from '../../../ui/facts.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { StepForm } from '../../../ui/step-form.tsx'
import { InvoiceApplication } from '../invoices/invoice-application.tsx'
import { billPath } from '../payments/payment-tabs.tsx'
import { PayDialog } from '../payments/pay-dialog.tsx'
import { providerLabels } from '../payments/payment-state.tsx'
import { OrderStateTag, typeLabels } from './order-state.tsx'
import { useCancelOrder, usePayOrders, useRefundOrder } from './orders.mutations.ts'
import style from './orders.module.css'

const OrderFacts = ({ order }: { order: Order }) => {
  const { t } = useTranslation('orders')
  return (
    <Facts>
      <Fact label={t('terms:state')}>
        <OrderStateTag state={order.state} />
      </Fact>
      <Fact label={t('orderType')}>{t(typeLabels[order.orderType])}</Fact>
      <Fact label={t('year')}>{String(order.year)}</Fact>
      <Fact label={t('terms:drone')}>
        {order.droneName} ({order.droneId})
      </Fact>
      <Fact label={t('amount')}>{formatMoney(order)}</Fact>
      <Fact label={t('buyer')}>{order.accountName}</Fact>
      <Fact label={t('orderedBy')}>{order.userName}</Fact>
      <TimeFact label={t('createdAt')} time={order.createdAt} />
      {order.provider && (
        <Fact label={t('payments:provider')}>{t(providerLabels[order.provider])}</Fact>
      )}
      {order.paidAt && <TimeFact label={t('paidAt')} time={order.paidAt} />}
    </Facts>
  )
}

const RefundForm = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const { t } = useTranslation('orders')
  const refund = useRefundOrder()
  return (
    <StepForm
      onClose={onClose}
      title={t('refundTitle', { amount: formatMoney(order) })}
      submitLabel={t('refund')}
      label={t('terms:reason')}
      hint={t(order.provider === 'transfer' ? 'refundByTransfer' : 'refundByGateway')}
      schema={OrderRefund}
      initial={{ text: '', version: order.version }}
      onSubmit={(body) => refund.mutateAsync({ orderId: order.orderId, ...body })}
    />
  )
}

const OrderActions = ({ order }: { order: Order }) => {
  const { t } = useTranslation('orders')
  const [form, setForm] = useState<'pay' | 'refund' | 'invoice' | null>(null)
  const cancel = useCancelOrder()
  const pay = usePayOrders()
  const ask = useDeletion()
  const { orderId, orderSn, version, can } = order
  const leave = (): void => setForm(null)
  return (
    <div className={`flex wrap gap-8 ${style.actions}`}>
      {can.pay && (
        <Button type="primary" onClick={() => setForm('pay')}>
          {t('pay')}
        </Button>
      )}
      {can.invoice && <Button onClick={() => setForm('invoice')}>{t('invoices:apply')}</Button>}
      {can.refund && <Button onClick={() => setForm('refund')}>{t('refund')}</Button>}
      {can.cancel && (
        <Button
          onClick={() =>
            ask({
              title: t('askCancel', { name: orderSn }),
              text: t('cancelEffect'),
              verb: t('cancelOrder'),
              run: () => cancel.mutateAsync({ orderId, version }),
              done: t('cancelled', { name: orderSn }),
            })
          }
        >
          {t('cancelOrder')}
        </Button>
      )}
      {form === 'pay' && (
        <PayDialog
          currency={order.currency}
          start={(provider) => pay.mutateAsync({ orderIds: [orderId], provider })}
          outdated={['listOrders', 'getOrder']}
          onClose={leave}
        />
      )}
      {form === 'refund' && <RefundForm order={order} onClose={leave} />}
      {form === 'invoice' && <InvoiceApplication orders={[order]} onClose={leave} />}
    </div>
  )
}

const Links = ({ order }: { order: Order }) => {
  const { t } = useTranslation('orders')
  const { findPath } = useOwnScreens()
  const invoices = findPath('invoice-list')
  return (
    <nav className={`flex wrap gap-8 ${style.actions}`}>
      {order.paymentId && <Link to={billPath(order.paymentId)}>{t('openBill')}</Link>}
      {order.ticketId && invoices !== undefined && (
        <Link to={`${invoices}?state=all&open=${order.ticketId}`}>{t('openInvoice')}</Link>
      )}
      {findPath('drone-list') !== undefined && (
        <Link to={`/business_manage/drone-list/${encodeURIComponent(order.droneId)}`}>
          {t('openDrone')}
        </Link>
      )}
    </nav>
  )
}

/** One order: its contents, its state, and the available actions. */
export const OrderView = ({ orderId }: { orderId: string }) => {
  const asked = useQuery(buildQuery('getOrder', { params: { orderId } }))
  return (
    <DetailOf row={undefined} asked={asked}>
      {(order) => (
        <div className="grid gap-16">
          <OrderFacts order={order} />
          <Links order={order} />
          <OrderActions order={order} />
        </div>
      )}
    </DetailOf>
  )
}
