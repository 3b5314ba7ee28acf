import { orderList, orderStates, type OrderState } from '@swath/contract/orders'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { dash, formatMoney } from '../../../lib/format.ts'
import { CountChips } from '../../../ui/count-chips.tsx'
import { CreateButton } from '../../../ui/create-button.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useCame } from '../../../ui/use-came.ts'
import { OrderTabs } from '../payments/payment-tabs.tsx'
import { PayDialog } from '../payments/pay-dialog.tsx'
import { OrderBulk } from './order-bulk.tsx'
import { OrderView } from './order-detail.tsx'
import { CreateOrders } from './order-form.tsx'
import { OrderStateTag, stateLabels } from './order-state.tsx'
import { usePayOrders } from './orders.mutations.ts'
import { PriceForm } from './price-form.tsx'

const chipStates = ['all', ...orderStates] as const

type Came = ReturnType<typeof useCame<typeof orderList>>['answer']

const StateChips = ({ answer }: { answer: Came }) => {
  const { t } = useTranslation('orders')
  const countOf = (state: OrderState | 'all'): number | undefined =>
    state === 'all'
      ? answer && Object.values(answer.stats).reduce((sum, count) => sum + count, 0)
      : answer?.stats[state]
  return (
    <CountChips
      name="state"
      label={t('terms:state')}
      chips={chipStates.map((state) => ({
        value: state,
        label: t(state === 'all' ? 'stateAll' : stateLabels[state]),
        count: countOf(state),
      }))}
    />
  )
}

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

/** Yearly fees of the service for drones: what is to be paid first. */
export const OrderListScreen = () => {
  const { t } = useTranslation('orders')
  const [params] = useSearchParams()
  const { answer, onCame } = useCame<typeof orderList>()
  const { setForm, forms } = useOrdering()
  const asked = chipStates.find((state) => state === params.get('state')) ?? 'all'
  const can = answer?.can
  const create = can?.create && (
    <CreateButton label={t('create')} onClick={() => setForm('create')} />
  )
  return (
    <>
      <ListScreen
        list={orderList}
        title={t('app:orderList')}
        head={
          <>
            {can?.setPrices && <OrderTabs />}
            <StateChips answer={answer} />
          </>
        }
        as={{ narrowed: { state: asked } }}
        shown={[
          'orderSn',
          'state',
          'orderType',
          'droneName',
          'year',
          'amountMinor',
          'accountName',
          'createdAt',
        ]}
        looks={{
          state: { render: ({ state }) => <OrderStateTag state={state} /> },
          year: { render: ({ year }) => String(year) },
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
          { label: t('due'), value: due.map((sum) => formatMoney(sum)).join(' · ') || dash },
        ]}
        actions={
          <>
            {can?.setPrices && <Button onClick={() => setForm('prices')}>{t('prices')}</Button>}
            {create}
          </>
        }
        rows={{
          onCame,
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
