import type { DutyPerson, OnDuty, Roster } from '@swath/contract/alarms/rosters'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { DutyRosters } from './duty-rosters.tsx'
import { OnDutyLine } from './on-duty-line.tsx'

const idOf = (number: number): string => `0190a000-0000-7000-8000-00000000000${number}`
const people: DutyPerson[] = [
  { userId: idOf(1), userName: 'Li Wei', state: 'ready' },
  { userId: idOf(2), userName: 'Wang Fang', state: 'deleted' },
]
const roster: Roster = {
  rosterId: idOf(9),
  rosterName: 'North',
  region: '156410000',
  regionPath: ['China', 'Henan'],
  minutes: 5,
  shifts: [{ days: [1], from: '20:00', until: '06:00', userIds: [idOf(1), idOf(2)] }],
  version: 1,
  can: { update: true, delete: true },
}

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (Component: ComponentType, onDuty: OnDuty[] = []) => {
  const sent = serve({
    '/api/bulletin/rosters': () =>
      Response.json({ items: [roster], people, timeZone: 'Asia/Shanghai', can: { create: true } }),
    '/api/bulletin/rosters/people': () => Response.json({ items: people.slice(0, 1) }),
    '/api/bulletin/onDuty': () => Response.json({ items: onDuty }),
    '/api/common/loadRegions': () => Response.json({ items: [] }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4 }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component }])} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('the week names the people and the gaps, and marks people who are skipped', async () => {
  show(DutyRosters)
  const week = await screen.findByRole('list', { name: 'Week of “North”' })
  const lines = within(week)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  const names = 'Li Wei → Wang Fang (deleted, skipped)'
  expect(lines).toContain(`20:00 – 24:00 ${names}`)
  expect(lines).toContain(`00:00 – 06:00 ${names}`)
  expect(lines).toContain('06:00 – 24:00 Nobody on duty')
  expect(screen.getByText(/In the gaps, everyone with the right/)).toBeTruthy()
  expect(screen.getByText('Times in Shanghai (UTC+8)')).toBeTruthy()
})

test('the form shows which shifts overlap', async () => {
  show(DutyRosters)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('dialog')
  fireEvent.click(within(form).getByRole('button', { name: 'Add shift' }))
  expect(within(form).queryByText(/overlap/)).toBeNull()
  fireEvent.click(within(form).getByRole('button', { name: 'Add shift' }))
  expect(within(form).getByText(/^Shifts 2 and 3 overlap/)).toBeTruthy()
})

test('the desk names the people on duty, or says that nobody is', async () => {
  const one = { rosterId: idOf(8), rosterName: 'North', regionPath: [] }
  show(OnDutyLine, [
    { ...one, people: people.slice(0, 1) },
    { ...one, rosterId: idOf(9), rosterName: 'South', people: [] },
  ])
  expect(await screen.findByText('North: Li Wei')).toBeTruthy()
  expect(screen.getByText('South: nobody; everyone with the right is notified')).toBeTruthy()
})
