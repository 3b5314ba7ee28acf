import type { RtkDevice } from '@swath/contract/gear/rtk'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession } from '../../../lib/session.ts'
import { serve, signIn } from '../../../testing-console.ts'
import { RenewDevice } from './rtk-forms.tsx'

const device: RtkDevice = {
  devId: 'RX-1',
  pn: 'UM982',
  type: 'onboard',
  accountName: 'Alpha Works',
  qxdsk: 'KEY-1',
  droneId: null,
  droneName: null,
  allowed: true,
  validUntil: '2030-06-30',
  state: 'good',
  fixRate: 0.987,
  satellites: 24.2,
  sortieNum: 12,
  createdAt: '2026-06-01T00:00:00Z',
  version: 4,
  can: { update: true, delete: true },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a renewal starts at the current end date, and is sent with the version that was shown', async () => {
  const sent = serve({
    '/api/rtk/device/manage/renew': () =>
      Response.json({ ...device, validUntil: '2031-06-30', version: 5 }),
  })
  signIn()
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider
          router={createMemoryRouter([
            { path: '*', element: <RenewDevice device={device} onClose={() => undefined} /> },
          ])}
        />
      </App>
    </QueryClientProvider>,
  )
  await screen.findByText('Until 2031/06/30')
  fireEvent.click(screen.getByRole('button', { name: '30' }))
  await screen.findByText('Until 2030/07/30')
  fireEvent.click(screen.getByRole('button', { name: '365' }))
  await screen.findByText('Until 2031/06/30')
  fireEvent.click(screen.getByText('Renew'))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ devId: 'RX-1', days: 365, version: 4 }]),
  )
})
