import type { Order } from '@swath/contract/money/orders'
import type { Payment } from '@swath/contract/money/payments'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { OrderListScreen } from './order-list-screen.tsx'

const base = '/api/order/manage'
const makeId = (n: number): string => `0190a000-0000-7000-8000-00000000000${n}`
const order: Order = {
  orderId: makeId(1),
  orderSn: 'SO202606150000000001',
  orderType: 1,
  droneId: 'SW-1',
  droneName: 'North 1',
  year: 2026,
  amountMinor: 30_000,
  currency: 'CNY',
  state: 'unpaid',
  accountId: makeId(9),
  accountName: 'Green Fields',
  userName: 'Wang',
  paymentId: null,
  provider: null,
  ticketId: null,
  createdAt: '2026-06-15T04:00:00Z',
  paidAt: null,
  version: 3,
  can: { pay: true, cancel: true, refund: false, invoice: false },
}
const payment: Payment = {
  paymentId: makeId(2),
  paymentNo: 'SP202606150000000001',
  provider: 'transfer',
  purpose: 'order',
  state: 'open',
  amountMinor: 30_000,
  refundedMinor: 0,
  refundedAt: null,
  refundDueMinor: 0,
  refundDueSince: null,
  currency: 'CNY',
  payerName: 'Green Fields',
  payeeName: 'Service',
  payTo: { name: 'Service Ltd', bank: 'Bank of Fields', bankAccount: '16049101' },
  qrText: `/institution_manage/order-list/bills/${makeId(2)}`,
  createdAt: '2026-06-15T04:01:00Z',
  expiresAt: null,
  paidAt: null,
  can: { confirm: false, confirmRefund: false },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = (address: string, shown: { payment: Payment } = { payment }) => {
  const sent = serve({
    [`${base}/orders`]: () =>
      Response.json({
        items: [order],
        total: 1,
        currentPage: 1,
        pageSize: 20,
        stats: { unpaid: 1, paid: 4, refunding: 0, refunded: 0, cancelled: 2 },
        due: [{ currency: 'CNY', amountMinor: 30_000 }],
        can: { create: true },
      }),
    [`${base}/orders/${order.orderId}`]: () => Response.json(order),
    [`${base}/prices`]: () => Response.json({ items: [], providers: ['wechat', 'transfer'] }),
    [`${base}/payments`]: () => Response.json(payment),
    [`/api/payments/${payment.paymentId}`]: () => Response.json(shown.payment),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4, operatorType: '1' }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider
          router={createMemoryRouter([{ path: '*', Component: OrderListScreen }], {
            initialEntries: [address],
          })}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('orders are counted by state, with what is still to be paid', async () => {
  open('/')
  const chips = within(await screen.findByRole('group', { name: 'Status' }))
  await waitFor(() =>
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'All7',
      'Unpaid1',
      'Paid4',
      'Refund in progress0',
      'Refunded0',
      'Cancelled2',
    ]),
  )
  expect(screen.getAllByText('CN¥300.00').length).toBeGreaterThan(0)
})

test('an order is paid by transfer: shows the payee and the reference, and later that it is paid', async () => {
  const shown = { payment }
  const sent = open(`/?open=${order.orderId}`, shown)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Bank transfer' }))
  expect(await screen.findByText('SP202606150000000001')).toBeTruthy()
  expect(screen.getByText('16049101')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code of the bill' })).toBeTruthy()
  expect(sent.find(({ path }) => path === `${base}/payments`)?.body).toEqual({
    orderIds: [order.orderId],
    provider: 'transfer',
  })
  shown.payment = { ...payment, state: 'paid', paidAt: '2026-06-15T05:00:00Z' }
  await queryClient.invalidateQueries({ queryKey: ['getPayment'] })
  expect(await screen.findByText('Payment received')).toBeTruthy()
})
