import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { UserInfo } from '@swath/contract/people/auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { OwnScreensProvider } from '../../../ui/own-screens.ts'
import { WorkbenchScreen } from './workbench-screen.tsx'

type Workbench = Answer<Api['getWorkbench']>
const none = { sprayArea: 0, sortieCount: 0, durationS: 0, sprayL: 0 }
const hours = Array.from({ length: 24 }, () => 0)
const quiet: Workbench = {
  at: '2026-06-15T04:30:00Z',
  timeZone: 'Asia/Shanghai',
  lines: [],
  alarms: [],
  fleet: { droneNum: 4, onlineDroneCount: 3, flyingDroneCount: 2, sprayingDroneCount: 1 },
  work: {
    today: none,
    hoursOver: 12,
    byThen: { today: none, usual: none },
    usualDay: none,
    activeDroneCount: 0,
    areaByHour: { today: hours, yesterday: hours },
  },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = async (workbench: Workbench, who: Partial<UserInfo> = {}, screens = ['monitor']) => {
  serve({ '/api/workbench': () => Response.json(workbench) })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4, operatorType: '1', ...who }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <OwnScreensProvider
          value={{
            groups: [],
            findPath: (wanted) => (screens.includes(wanted) ? `/${wanted}` : undefined),
          }}
        >
          <RouterProvider
            router={createMemoryRouter([{ path: '*', Component: WorkbenchScreen }])}
          />
        </OwnScreensProvider>
      </App>
    </QueryClientProvider>,
  )
  await screen.findByText('As of 12:30')
}
const line = (
  name: Workbench['lines'][number]['name'],
  count = 1,
  firstAt: string | null = null,
) => ({ name, count, firstAt })
const linkOf = (text: string | RegExp) => screen.getByText(text).closest('a')?.getAttribute('href')

test('each line links to the filtered screen where it is handled, or else to the next screen that the person has', async () => {
  const lines = [line('alarms-1', 3), line('drones-low-battery', 2), line('user-applications')]
  await open({ ...quiet, lines }, {}, ['monitor', 'bulletin-list', 'user-apply-list'])
  expect(linkOf('Unresolved level 1 alarms')).toBe('/bulletin-list/alarms?state=unclosed&level=1')
  expect(linkOf('Low battery')).toBe('/monitor?show=low-battery')
  expect(linkOf('Join request to review')).toBe('/user-apply-list?applyStatus=1')
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
})

test('staff, who have no desk, find alarms on the monitor', async () => {
  await open({ ...quiet, lines: [line('alarms-1', 3)] }, { userType: 3 })
  expect(linkOf('Unresolved level 1 alarms')).toBe('/monitor?show=alarms-1')
})

test('a day without open tasks is reported as such, and shows the fleet by activity', async () => {
  await open(quiet)
  await screen.findByText('Nothing needs attention')
  expect(linkOf('Flying')).toBe('/monitor?show=flying')
  expect(screen.getByText(/No flights ended today or yesterday/)).toBeDefined()
})

test('a change compares with a usual day by the same hour; without an earlier figure it is hidden', async () => {
  const today = { ...none, sortieCount: 12 }
  await open({
    ...quiet,
    work: {
      ...quiet.work,
      today: { ...none, sortieCount: 13 },
      byThen: { today, usual: { ...none, sortieCount: 10 } },
    },
  })
  expect(screen.getByText('13')).toBeDefined()
  expect(screen.getByText(/usual by 12:00: 10\.0/).textContent).toMatch(/^▲ 20%/)
  expect(screen.getAllByText(/▲/).map((one) => one.textContent)).toEqual(['▲ 20%'])
})

test('three sentences say what needs attention, how the day compares and what ends soon', async () => {
  const lines = [
    line('alarms-1', 3),
    line('alarms-mine', 2),
    line('tasks-ending', 1, '2026-06-18T00:00:00Z'),
  ]
  const byThen = { today: { ...none, sprayArea: 8 }, usual: { ...none, sprayArea: 10 } }
  await open({ ...quiet, lines, work: { ...quiet.work, byThen } })
  expect(
    within(screen.getByRole('list', { name: 'In short' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    '3 items need attention now.',
    'Covered area by 12:00 is 20% below a usual day.',
    expect.stringMatching(/^1 item ends soon, on /),
  ])
})

test('early in the day nothing is compared', async () => {
  const byThen = { today: { ...none, sprayArea: 40 }, usual: { ...none, sprayArea: 0.4 } }
  const usualDay = { ...none, sprayArea: 10 }
  await open({ ...quiet, work: { ...quiet.work, byThen, usualDay } })
  expect(screen.queryByText(/a usual day/)).toBeNull()
  expect(screen.queryByText(/[▲▼]/)).toBeNull()
})

test('names drone and place of open level-1 alarms, in the order of the server', async () => {
  const alarm: Workbench['alarms'][number] = {
    anomalyId: 'a1',
    droneId: 'D1',
    droneName: 'North 1',
    oddType: 1,
    level: 1,
    recordTime: '2026-06-15T02:00:00Z',
    lng: 113.9,
    lat: 35.3,
    region: ['China', 'Henan', 'Xinxiang', 'Huixian'],
    noflyName: 'Airport East',
    leftArea: false,
    read: false,
    state: 'open',
  }
  await open({
    ...quiet,
    lines: [{ name: 'alarms-1', count: 2, firstAt: null }],
    alarms: [alarm, { ...alarm, anomalyId: 'a2', droneName: 'North 2' }],
  })
  const rows = await screen.findAllByRole('button', { name: /Airport East/ })
  expect(rows.map((row) => /North \d · Xinxiang \/ Huixian/.exec(row.textContent)?.[0])).toEqual([
    'North 1 · Xinxiang / Huixian',
    'North 2 · Xinxiang / Huixian',
  ])
})
