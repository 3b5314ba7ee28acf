import type { Alarm, AlarmDetail } from '@swath/contract/alarms/alarm-desk'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { AlarmDesk } from './alarm-desk.tsx'

const anomalyId = '0190a000-0000-7000-8000-000000000001'
const colleagueId = '0190a000-0000-7000-8000-0000000000c1'
const base = '/api/bulletin/alarms'
const one = `${base}/${anomalyId}`

const alarm: Alarm = {
  anomalyId,
  droneId: 'D-1',
  droneName: 'North 1',
  sortieId: '0190a000-0000-7000-8000-000000000002',
  oddType: 1,
  leftArea: false,
  level: 1,
  recordTime: '2026-06-01T00:00:00Z',
  lng: 104,
  lat: 35,
  region: ['China', 'Henan'],
  zzAccountName: 'Alpha Works',
  yyAccountName: 'Green Team',
  oprName: null,
  noflyName: 'Airport East',
  evidence: {},
  replayed: false,
  read: true,
  state: 'open',
  endedAt: null,
  acknowledgedAt: null,
  closedAt: null,
  closedReason: null,
  assigneeId: null,
  assigneeName: null,
  commentNum: 1,
  version: 3,
  can: { acknowledge: true, assign: true, comment: true, close: true, reopen: false },
}
const detail: AlarmDetail = {
  ...alarm,
  steps: [
    {
      kind: 'comment',
      at: '2026-06-01T00:05:00Z',
      userName: null,
      accountName: 'Xihu',
      assigneeName: null,
      nobodyOnDuty: false,
      reason: null,
      text: 'Who flew there?',
    },
  ],
  messages: [
    {
      userName: 'Li Wei',
      accountName: 'Green Team',
      channel: 'sms',
      state: 'failed',
      at: '2026-06-01T00:00:01Z',
      digest: false,
      reason: 'the gateway answered 402',
    },
  ],
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (path = '/', answers: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    [base]: () =>
      Response.json({
        items: [alarm],
        total: 1,
        currentPage: 1,
        pageSize: 20,
        stats: { open: 1, acknowledged: 2, closed: 30 },
        levels: { level1: 1, level2: 2, level3: 0 },
      }),
    [one]: () => Response.json(detail),
    [`${base}/assignees`]: () =>
      Response.json({ items: [{ userId: colleagueId, userName: 'Li Wei' }] }),
    '/api/bulletin/onDuty': () => Response.json({ items: [] }),
    ...answers,
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4 }),
  })
  const router = createMemoryRouter([{ path: '*', Component: AlarmDesk }], {
    initialEntries: [path],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return { sent, router }
}

test('shows unresolved alarms; counts by state add up and are filters', async () => {
  const { sent, router } = show()
  await screen.findByText('North 1')
  expect(sent.find(({ path }) => path === base)!.query['state']).toBe('unclosed')
  const chips = within(screen.getByRole('group', { name: 'Status' }))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'Unresolved3',
    'Open1',
    'Acknowledged2',
    'Closed30',
    'All33',
    'Level 11',
    'Level 22',
    'Level 30',
  ])
  expect(sent.find(({ path }) => path === base)!.query['order']).toBe('level')
  fireEvent.click(chips.getByRole('button', { name: /^Closed/ }))
  await waitFor(() => expect(sent.at(-1)!.query['state']).toBe('closed'))
  expect(sent.at(-1)!.query['order']).toBe('-recordTime')
  expect(router.state.location.search).toBe('?state=closed')
})

test('an alarm shows its comments and recipients, and is acknowledged in the version that was shown', async () => {
  const { sent } = show(`/?open=${anomalyId}`, {
    [`${one}/acknowledge`]: () => Response.json({ ...detail, state: 'acknowledged' }),
  })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Who flew there?')
  drawer.getByText('Xihu')
  drawer.getByText('Not delivered')
  drawer.getByText('the gateway answered 402')
  drawer.getByText('Ongoing')
  fireEvent.click(drawer.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === `${one}/acknowledge`)?.body).toEqual({ version: 3 }),
  )
})

test('row and details have the same title, and leaving a flight area is not shown as entering a zone', async () => {
  const left = { leftArea: true, noflyName: 'Field 7' }
  show(`/?open=${anomalyId}`, {
    [base]: () =>
      Response.json({
        items: [{ ...alarm, ...left }],
        total: 1,
        currentPage: 1,
        pageSize: 20,
        stats: { open: 1, acknowledged: 0, closed: 0 },
        levels: { level1: 1, level2: 0, level3: 0 },
      }),
    [one]: () => Response.json({ ...detail, ...left }),
  })
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Who flew there?')
  // the drawer's title, and the row behind it
  expect(screen.getAllByText('Left the flight area Field 7')).toHaveLength(2)
  expect(screen.queryByText(/no-fly zone/i)).toBeNull()
})

test('the reason “other” is only sent with a note', async () => {
  const { sent } = show(`/?open=${anomalyId}`, {
    [`${one}/close`]: () => Response.json({ ...detail, state: 'closed' }),
  })
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.click(await drawer.findByRole('button', { name: 'Close alarm' }))
  const other = await screen.findByRole('radio', { name: 'Other' })
  const form = within(other.closest<HTMLElement>('[role=dialog]')!)
  fireEvent.click(other)
  fireEvent.click(form.getByRole('button', { name: 'Close alarm' }))
  await form.findByText('Enter a description')
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'A show flight' } })
  fireEvent.click(form.getByRole('button', { name: 'Close alarm' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === `${one}/close`)?.body).toEqual({
      reason: 'other',
      text: 'A show flight',
      version: 3,
    }),
  )
})
