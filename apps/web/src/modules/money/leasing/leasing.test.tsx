import type { SharedDrone } from '@swath/contract/money/shared-drones'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { SharedDroneScreen } from './shared-drone-screen.tsx'

const token = 'a-code-of-22-letters-a'
const base = `/api/rental/rental/shared/${token}`
const drone: SharedDrone = {
  droneId: 'TX40-2501-00007',
  droneName: 'Shared-10',
  modelName: 'TX40',
  lessorAccountName: 'Sky Works',
  chargeBy: 'mu',
  currency: 'CNY',
  muUnitPrice: 600,
  durationPrice: 40_000,
  locked: false,
  inTheAir: false,
  state: 'free',
  since: null,
  flights: [],
  balance: { currency: 'CNY', amount: 12_050 },
}
const mine: SharedDrone = {
  ...drone,
  state: 'mine',
  since: '2026-11-23T01:00:00Z',
  flights: [
    {
      startTime: '2026-11-23T01:05:00Z',
      endTime: '2026-11-23T01:12:00Z',
      coveredArea: 12.5,
      flightTime: 420,
      charge: { currency: 'CNY', amount: 7_500 },
    },
  ],
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = (shown: SharedDrone) => {
  const sent = serve({
    [base]: () => Response.json(shown),
    [`${base}/take`]: () => Response.json(mine),
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
          router={createMemoryRouter(
            [{ path: '/leasing_business/shared-drone/:token', Component: SharedDroneScreen }],
            { initialEntries: [`/leasing_business/shared-drone/${token}`] },
          )}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('a free drone shows its price and can be taken over', async () => {
  const sent = open(drone)
  fireEvent.click(await screen.findByRole('button', { name: 'Start using' }))
  expect(screen.getByText('CN¥6.00')).toBeTruthy()
  expect(screen.getByText('CN¥120.50')).toBeTruthy()
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain(`${base}/take`))
})

test('a drone that the person has shows the charge of the last flight, and cannot be returned in the air', async () => {
  open({ ...mine, inTheAir: true })
  await screen.findByText('CN¥75.00')
  // In the unit of the price, so that the charge can be checked; with the day.
  expect(screen.getByText(/12\.50/).textContent).toContain('12.50 mu')
  expect(screen.getByText(/2026\/11\/23/, { selector: 'li .unit' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Return drone' })).toHaveProperty('disabled', true)
})

test('people who are not clients see how to become one', async () => {
  open({ ...drone, state: 'notClient', balance: null })
  await screen.findByText(/This drone is for clients of Sky Works/)
  expect(screen.getByText('Become a client').closest('a')?.getAttribute('href')).toBe(
    '/leasing_business/activation',
  )
  expect(screen.queryByRole('button', { name: 'Start using' })).toBeNull()
})
