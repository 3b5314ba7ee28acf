import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { liveConnection } from '../../../lib/live/live.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn } from '../../../testing-console.ts'
import { OwnScreensProvider } from '../../../ui/own-screens.ts'
import { OpenAlarms } from './open-alarms.tsx'

const path = '/api/bulletin/getRecentOddBulletinList'

const alarm = (id: string, more: Partial<RecentAlarm> = {}): RecentAlarm => ({
  anomalyId: id,
  droneId: `SW-${id}`,
  droneName: `Drone ${id}`,
  oddType: 2,
  level: 1,
  recordTime: new Date(Date.now() - 600_000).toISOString(),
  lng: 120,
  lat: 30,
  region: ['China', 'Zhejiang', 'Hangzhou', 'Yuhang'],
  noflyName: null,
  leftArea: false,
  read: false,
  state: 'open',
  ...more,
})

const answer = (count: number, items: RecentAlarm[]) =>
  Response.json({
    levels: [
      { level: 1, count, unread: count },
      { level: 2, count: 7, unread: 0 },
      { level: 3, count: 0, unread: 0 },
    ],
    items,
  })

const show = (own: readonly string[] = ['monitor', 'bulletin-list']): void => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OwnScreensProvider
          value={{ groups: [], findPath: (one) => (own.includes(one) ? `/${one}` : undefined) }}
        >
          <OpenAlarms atMost={2} />
        </OwnScreensProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  signIn()
  queryClient.clear()
})

test('the number of unresolved level-1 alarms, and the newest that nobody has acknowledged', async () => {
  serve({
    [path]: () =>
      answer(12, [
        alarm('1', { state: 'acknowledged' }),
        alarm('2'),
        alarm('3'),
        alarm('4', { level: 2 }),
      ]),
  })
  show()
  const strip = await screen.findByRole('region', { name: 'Unresolved level 1 alarms' })
  const all = await within(strip).findByRole('link', { name: '12 Unresolved level 1 alarms' })
  expect(all.getAttribute('href')).toBe('/bulletin_manage/bulletin-list/alarms?state=unclosed')
  const named = within(strip).getAllByRole('listitem')
  expect(named.map((one) => one.textContent)).toEqual([
    expect.stringContaining('Drone 2 · Hangzhou / Yuhang'),
    expect.stringContaining('Drone 3'),
  ])
  expect(named[0]!.textContent).toContain('10 min ago')
  expect(within(named[0]!).getByRole('link').getAttribute('href')).toBe(
    '/bulletin_manage/bulletin-list/alarms?state=all&open=2',
  )
})

test('an alarm that arrives is shown at once', async () => {
  let count = 0
  serve({ [path]: () => answer(count, count === 0 ? [] : [alarm('1')]) })
  show()
  await screen.findByText('No unresolved level 1 alarms')
  count = 1
  act(() => liveConnection['emit']('alarmsChanged', { assignedId: null }))
  await screen.findByRole('link', { name: '1 Unresolved level 1 alarm' }, { timeout: 5_000 })
})

test('people without a screen with alarms see and request none', async () => {
  const sent = serve({})
  show(['stat-screen'])
  expect(screen.queryByRole('region')).toBeNull()
  expect(sent).toEqual([])
})

test('alarms that could not be loaded are not shown as none', async () => {
  serve({ [path]: () => new Response(null, { status: 500 }) })
  show()
  await waitFor(() => screen.getByText('could not be loaded, retrying'))
  expect(screen.queryByText('No unresolved level 1 alarms')).toBeNull()
})
