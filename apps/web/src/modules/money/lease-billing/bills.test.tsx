import type { BillLine } from '@swath/contract/money/lease-bills'
import type { Recharge } from '@swath/contract/money/lease-recharges'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { BillListScreen } from './bill-list-screen.tsx'
import { RechargeListScreen } from './recharge-list-screen.tsx'

const base = '/api/rental/rental'
const rechargeId = '0190a000-0000-7000-8000-000000000001'
const line: BillLine = {
  lineId: '12-1',
  at: '2026-06-01T02:00:00Z',
  kind: 'sortie',
  account: 'prepaid',
  isCounterEntry: false,
  isTakenBack: true,
  clientId: '7',
  clientName: 'North Farm',
  lessorAccountName: 'Lender',
  amount: { amountMinor: -1_500_000, currency: 'INR' },
  droneId: 'ST-1',
  droneName: 'First',
  sortieId: '0190a000-0000-7000-8000-000000000009',
  leaseId: '3',
  coveredArea: 15,
  flightTime: 600,
  chargeBy: 'mu',
  unitPrice: { amountMinor: 100_000, currency: 'INR' },
  note: '',
  byName: null,
  month: '2026-06',
  postedAt: '2026-06-01T02:10:00Z',
}
const recharge: Recharge = {
  rechargeId,
  rechargeNo: 'R260601ABCDEF',
  clientId: '7',
  clientName: 'North Farm',
  lessorAccountName: 'Lender',
  payTo: { name: 'Lender Ltd', bank: 'Agricultural Bank', bankAccount: '6228480000' },
  amount: { amountMinor: 50_000, currency: 'KRW' },
  state: 'asked',
  refunded: { amountMinor: 0, currency: 'KRW' },
  refundable: { amountMinor: 0, currency: 'KRW' },
  note: '',
  reason: '',
  askedAt: '2026-06-01T02:00:00Z',
  askedByName: 'Zhao',
  decidedAt: null,
  decidedByName: null,
  isByGateway: false,
  version: 1,
  can: { payBy: [], confirm: true, refuse: true, withdraw: true, refund: false },
}
const page = (items: readonly object[], stats: object) =>
  Response.json({ items, total: items.length, currentPage: 1, pageSize: 20, stats })

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = (Component: ComponentType, address: string) => {
  const sent = serve({
    [`${base}/bills`]: () =>
      page([line], {
        turnover: [{ currency: 'INR', credit: 0, debit: 1_500_000 }],
        held: [{ currency: 'INR', prepaid: 0, owed: 1_500_000, deposit: 0 }],
      }),
    [`${base}/bills/12-1`]: () =>
      Response.json({
        ...line,
        sameCause: [
          line,
          {
            ...line,
            lineId: '13-1',
            isTakenBack: false,
            isCounterEntry: true,
            amount: { amountMinor: 1_500_000, currency: 'INR' },
          },
        ],
      }),
    [`${base}/recharges`]: () => page([recharge], { asked: 1, paid: 0, refused: 0, withdrawn: 0 }),
    [`${base}/recharges/${rechargeId}/confirm`]: () =>
      Response.json({ ...recharge, state: 'paid', version: 2 }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4, operatorType: '1', leaseAccount: true }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider
          router={createMemoryRouter([{ path: '*', Component }], { initialEntries: [address] })}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('a line shows its calculation, and further entries for the same cause', async () => {
  open(BillListScreen, '/?open=12-1')
  expect(await screen.findByText('Calculation')).toBeTruthy()
  expect((await screen.findAllByText('₹15,000.00')).length).toBeGreaterThan(1)
  // As agreed in mu, followed by the reader's acres.
  const computed = screen.getByText('Calculation').parentElement!
  expect(computed.textContent).toContain('15.00 mu (2.47 acres)')
  expect(computed.textContent).toContain('₹1,000.00 per mu')
  expect(await screen.findByText('Related entries')).toBeTruthy()
  expect((await screen.findAllByText('+₹15,000.00')).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Months' })).toBeTruthy()
})

test('a recharge shows how to pay, and is confirmed after a question', async () => {
  const sent = open(RechargeListScreen, `/?open=${rechargeId}`)
  expect(
    await screen.findByText('Transfer ₩50,000 to Lender and quote R260601ABCDEF.'),
  ).toBeTruthy()
  expect(screen.getByText('6228480000')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code that opens this recharge' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
  const question = (await screen.findAllByText('Have you received ₩50,000 from North Farm?'))[0]!
  const dialog = question.closest<HTMLElement>('[role="dialog"]')!
  fireEvent.click(dialog.querySelector<HTMLElement>('.ant-btn-primary')!)
  await waitFor(() =>
    expect(sent.some(({ path }) => path.endsWith(`/${rechargeId}/confirm`))).toBe(true),
  )
})
