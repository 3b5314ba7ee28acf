import type { Order } from '@swath/contract/money/orders'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/format.ts'
import { outdated } from '../../../lib/query.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { InvoiceApplication } from '../invoices/invoice-application.tsx'
import { PayDialog } from '../payments/pay-dialog.tsx'
import { useCancelOrder, usePayOrders } from './orders.mutations.ts'

const isOneCurrency = (orders: readonly Order[]): boolean =>
  new Set(orders.map(({ currency }) => currency)).size === 1

/** Pays the selected orders together, or requests one invoice for them. */
export const OrderBulk = ({ orders, clear }: { orders: readonly Order[]; clear: () => void }) => {
  const { t } = useTranslation('orders')
  const [form, setForm] = useState<'pay' | 'invoice' | null>(null)
  const pay = usePayOrders()
  const cancel = useCancelOrder()
  const toPay = orders.filter(({ can }) => can.pay)
  const toInvoice = orders.filter(({ can }) => can.invoice)
  const leave = (): void => {
    setForm(null)
    clear()
  }
  const sum = toPay.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const mayPay = toPay.length > 0 && isOneCurrency(toPay)
  return (
    <>
      <Button size="small" type="primary" disabled={!mayPay} onClick={() => setForm('pay')}>
        {mayPay
          ? t('paySum', { amount: formatMoney({ amountMinor: sum, currency: toPay[0]!.currency }) })
          : t('pay')}
      </Button>
      <Button
        size="small"
        disabled={toInvoice.length === 0 || !isOneCurrency(toInvoice)}
        onClick={() => setForm('invoice')}
      >
        {t('invoices:apply')}
      </Button>
      <BulkActions
        rows={orders}
        toName={({ orderSn, droneName }) => `${orderSn} · ${droneName}`}
        toKey={({ orderId }) => orderId}
        actions={[
          {
            verb: t('cancelOrder'),
            ask: (count) => t('askCancelSome', { count }),
            effect: () => t('cancelEffect'),
            applies: ({ can }) => can.cancel,
            run: ({ orderId, version }) => cancel.mutateAsync({ orderId, version }),
          },
        ]}
        after={() => outdated('listOrders')}
        clear={clear}
      />
      {form === 'pay' && (
        <PayDialog
          currency={toPay[0]!.currency}
          start={(provider) =>
            pay.mutateAsync({ orderIds: toPay.map(({ orderId }) => orderId), provider })
          }
          outdated={['listOrders', 'getOrder']}
          onClose={leave}
        />
      )}
      {form === 'invoice' && <InvoiceApplication orders={toInvoice} onClose={leave} />}
    </>
  )
}
