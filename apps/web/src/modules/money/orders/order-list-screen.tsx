import { orderList, orderStates } from '@swath/contract/money/orders'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dash, formatMoney } from '../../../lib/format.ts'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useUser } from '../../../lib/session.ts'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { OrderTabs } from '../payments/payment-tabs.tsx'
import { PayDialog } from '../payments/pay-dialog.tsx'
import { OrderBulk } from './order-bulk.tsx'
import { OrderView } from './order-detail.tsx'
import { CreateOrders } from './order-form.tsx'
import { OrderStateTag, stateLabels } from './order-state.tsx'
import { usePayOrders } from './orders.mutations.ts'
import { PriceForm } from './price-form.tsx'
import style from './orders.module.css'

const states = ['all', ...orderStates] as const

/** Payment opens right after ordering; people can also pay later, from the list. */
const useOrdering = () => {
  const [form, setForm] = useState<'create' | 'prices' | null>(null)
  const [toPay, setToPay] = useState<readonly string[]>([])
  const pay = usePayOrders()
  const forms = (
    <>
      {form === 'create' && <CreateOrders onClose={() => setForm(null)} onCreated={setToPay} />}
      {form === 'prices' && <PriceForm onClose={() => setForm(null)} />}
      {toPay.length > 0 && (
        <PayDialog
          start={(provider) => pay.mutateAsync({ orderIds: [...toPay], provider })}
          outdated={['listOrders', 'getOrder']}
          onClose={() => setToPay([])}
        />
      )}
    </>
  )
  return { setForm, forms }
}

/** Yearly service fees for drones; unpaid ones first. */
export const OrderListScreen = () => {
  const { t } = useTranslation('orders')
  const { answer, onLoaded } = useLoadedRows<typeof orderList>()
  const { setForm, forms } = useOrdering()
  const { asked, chips } = useStateChips({ states, labels: stateLabels, counts: answer?.stats })
  const { setPrices } = useUser().can
  const create = answer?.can.create && (
    <CreateButton label={t('create')} onClick={() => setForm('create')} />
  )
  return (
    <>
      <ListScreen
        list={orderList}
        title={t('app:orderList')}
        head={
          <>
            {setPrices && <OrderTabs />}
            {chips}
          </>
        }
        as={{ narrowed: { state: asked }, sort: 'state' }}
        shown={['orderSn', 'state', 'droneName', 'year', 'createdAt', 'accountName', 'amountMinor']}
        cellRenderers={{
          state: { render: ({ state }) => <OrderStateTag state={state} /> },
          year: { render: ({ year }) => String(year), named: t('phoneYear') },
          amountMinor: { render: (order) => formatMoney(order), number: true },
        }}
        filters={[
          { name: 'orderSn', label: t('orderOrPayment') },
          'orderType',
          { name: 'drone', label: t('terms:nameOrSerialNumber') },
          { name: 'year', label: t('year') },
          'accountName',
          { from: 'startTime', to: 'endTime', label: t('createdAt') },
        ]}
        stats={({ due }) => [
          {
            label: t('due'),
            value:
              due.length === 0 ? (
                dash
              ) : (
                <span className={style.sums} tabIndex={0}>
                  {due.map((sum) => (
                    <span key={sum.currency} className={style.sum}>
                      {formatMoney(sum)}
                    </span>
                  ))}
                </span>
              ),
          },
        ]}
        actions={
          <>
            {/* With the other action, which would move it. */}
            {answer && setPrices && (
              <Button onClick={() => setForm('prices')}>{t('prices')}</Button>
            )}
            {create}
          </>
        }
        rows={{
          onLoaded,
          bulk: (orders, clear) => <OrderBulk orders={orders} clear={clear} />,
          detail: {
            title: (_id, row) => row?.orderSn ?? t('order'),
            render: (orderId) => <OrderView key={orderId} orderId={orderId} />,
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), ...(create ? { action: create } : {}) }}
      />
      {forms}
    </>
  )
}
