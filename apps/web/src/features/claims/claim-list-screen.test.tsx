import type { ClaimSuspicion } from '@swath/contract/claims'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { areaUnit } from '../../lib/area-unit.ts'
import { loadTexts } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { dropSession, keepSession } from '../../lib/session.ts'
import { person, serve } from '../../testing-console.ts'
import { ClaimListScreen } from './claim-list-screen.tsx'

const makeId = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`
const suspicion: ClaimSuspicion = {
  suspicionId: makeId(1),
  cause: 'same_ground',
  droneId: 'SW-2',
  droneName: 'South 2',
  sortieId: makeId(2),
  recordTime: '2026-06-15T04:00:00Z',
  lng: 120,
  lat: 30,
  region: ['China', 'Zhejiang'],
  zzAccountName: 'Alpha Works',
  yyAccountName: 'Green Team',
  evidence: { sharedM2: 20_000, sharedRatio: 0.84, daysBetween: 2.1, rulesVersion: 2 },
  other: {
    droneId: 'SW-1',
    droneName: 'North 1',
    sortieId: makeId(3),
    startTime: '2026-06-13T02:00:00Z',
    yyAccountName: 'Blue Team',
  },
}

beforeAll(() => loadTexts(['claims', 'anomalies']))
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (items: ClaimSuspicion[]) => {
  areaUnit.set('hectare')
  serve({
    '/api/bulletin/claim-suspicions': () =>
      Response.json({ items, total: items.length, currentPage: 1, pageSize: 20 }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component: ClaimListScreen }])} />
      </App>
    </QueryClientProvider>,
  )
}

test('says what does not agree, by how much, and with which flight', async () => {
  show([suspicion])
  fireEvent.click(await screen.findByText('Same ground claimed twice'))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('84.0%')).toBeTruthy()
  expect(drawer.getByText('Blue Team')).toBeTruthy()
  expect(drawer.getByText('Days between')).toBeTruthy()
})

test('says so where there is nothing to look at', async () => {
  show([])
  expect(await screen.findByText('Nothing suspicious')).toBeTruthy()
})
