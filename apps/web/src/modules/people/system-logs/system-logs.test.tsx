import type { SystemLog } from '@swath/contract/people/system-logs'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { SystemLogListScreen } from './system-log-list-screen.tsx'

const base = '/api/user/systemLog/manage'
const row: SystemLog = {
  logId: 'a:7',
  number: 7,
  time: '2026-06-15T04:00:00Z',
  logType: 2,
  accountId: '0190a000-0000-7000-8000-0000000000aa',
  accountName: 'Green Team',
  userName: 'Boss',
  ip: '203.0.113.9',
  device: 'Mozilla/5.0',
  deviceName: { kind: 'computer', browser: 'Chrome', system: 'Linux' },
  action: 'member.update',
  sentence: 'Changed the member “Zhao”',
  objectType: 'member',
  objectId: 'x',
  objectName: 'Zhao',
  changes: [{ field: 'userType', before: 3, after: 5 }],
  details: { host: 'swath.example' },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (check: object) => {
  const sent = serve({
    [`${base}/getSystemLogList`]: () =>
      Response.json({
        items: [row],
        total: 10_000,
        more: true,
        stats: { 1: 4000, 2: 10_001 },
        pageIndex: 1,
        size: 20,
        actions: [{ action: 'member.update', label: 'Changed the member “…”' }],
      }),
    [`${base}/check`]: () =>
      Response.json({ checkedAt: new Date().toISOString(), othersListed: true, ...check }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  const router = createMemoryRouter([{ path: '*', Component: SystemLogListScreen }], {
    initialEntries: ['/'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('shows actions, pages by pageIndex and size, and reports that there are more than were counted', async () => {
  const sent = show({ whole: true, number: 7 })
  expect(await screen.findByText('Changed the member “Zhao”')).toBeTruthy()
  expect(sent.find(({ path }) => path === `${base}/getSystemLogList`)?.query).toMatchObject({
    pageIndex: '1',
    size: '20',
    order: '-time',
  })
  expect(
    within(screen.getByRole('group', { name: 'Type' }))
      .getAllByRole('button')
      .map((chip) => chip.textContent),
  ).toEqual(['All10,000+', 'Sign-in4,000', 'Change10,000+'])
  expect(screen.getByText('Narrow the time range to see older entries.')).toBeTruthy()
  expect(screen.getByText('Chrome on Linux')).toBeTruthy()
  expect(await screen.findByText(/All 7 entries of your account are unaltered/)).toBeTruthy()
  expect(screen.getByText(/Other accounts in the list check their own/)).toBeTruthy()
})

test('reports a log that is not intact', async () => {
  show({ whole: false, number: 3 })
  expect(await screen.findByText(/log failed after entry 3/)).toBeTruthy()
})

test('a row opens the values before and after, with the origin and the device', async () => {
  show({ whole: true, number: 7 })
  fireEvent.click(await screen.findByText('Changed the member “Zhao”'))
  expect((await screen.findByText('Before')).parentElement!.textContent).toBe('BeforeStaff')
  expect(screen.getByText('After').parentElement!.textContent).toBe('AfterBusiness administrator')
  expect(screen.getByText('Mozilla/5.0')).toBeTruthy()
  expect(screen.getByText('swath.example')).toBeTruthy()
})
