import type { Team, TeamDetail } from '@swath/contract/people/teams'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { TeamListScreen } from './team-list-screen.tsx'

const base = '/api/user/group/manage'
const groupId = '0190a000-0000-7000-8000-000000000001'
const userId = '0190a000-0000-7000-8000-000000000002'
const team: Team = {
  groupId,
  groupName: 'North',
  accountId: '0190a000-0000-7000-8000-0000000000aa',
  accountName: 'Green Fields',
  leaderUserId: null,
  leaderName: null,
  memberNum: 1,
  droneNum: 0,
  endingNum: 1,
  createdAt: '2026-06-01T00:00:00Z',
  version: 4,
  can: { update: true, delete: true },
}
const detail: TeamDetail = {
  ...team,
  members: [
    { userId, userName: 'Zhao', userType: 2, joinedAt: '2026-06-01T00:00:00Z', endingNum: 1 },
  ],
  drones: [],
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = (can: Team['can']) => {
  const sent = serve({
    [base]: () =>
      Response.json({
        items: [{ ...team, can }],
        total: 1,
        pageIndex: 1,
        size: 20,
        can: { create: can.update },
      }),
    [`${base}/${groupId}`]: () => Response.json({ ...detail, can }),
    [`${base}/${groupId}/leader`]: () =>
      Response.json({ ...detail, can, leaderUserId: userId, leaderName: 'Zhao', version: 5 }),
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
          router={createMemoryRouter([{ path: '*', Component: TeamListScreen }], {
            initialEntries: [`/?open=${groupId}`],
          })}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('a member becomes leader in the version of the team that was shown; logbook and expiring certificates are linked', async () => {
  const sent = open({ update: true, delete: true })
  fireEvent.click(await screen.findByText('Make leader'))
  await waitFor(() =>
    expect(sent.flatMap(({ body }) => (body ? [body] : []))).toEqual([
      { leaderUserId: userId, version: 4 },
    ]),
  )
  expect(screen.getByText('Logbook').getAttribute('href')).toBe(
    `/institution_manage/team-list/logbook/${userId}`,
  )
  expect(
    screen
      .getAllByText('1 expired or expiring soon')
      .map((tag) => tag.closest('a')?.getAttribute('href')),
  ).toContain('/institution_manage/team-list/certificates?state=due&userName=Zhao')
})

test('a team of a subordinate company can be viewed, but not changed', async () => {
  open({ update: false, delete: false })
  await screen.findByText('Zhao')
  for (const verb of ['Make leader', 'Remove', 'Rename', 'Select drones', 'Create a team'])
    expect(screen.queryByText(verb)).toBeNull()
})
