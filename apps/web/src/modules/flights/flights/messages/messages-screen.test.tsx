import type { SortieMessage, SortieProof } from '@swath/contract/flights/sortie-messages'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../lib/query.ts'
import { dropSession, keepSession } from '../../../../lib/session.ts'
import { serve } from '../../../../testing-console.ts'
import { person } from '../../../../testing-person.ts'
import { MessagesScreen } from './messages-screen.tsx'

const sortieId = '0190a000-0000-7000-8000-000000000001'
const startTime = '2026-11-19T23:30:00.250Z'
const hash = 'ab'.repeat(32)
const intact = { state: 'intact', hash, since: startTime, fault: null } as const
const proof: SortieProof = {
  sortieId,
  droneId: 'SW-1',
  droneName: 'North 1',
  startTime,
  endTime: '2026-11-19T23:32:00.000Z',
  simulated: false,
  record: intact,
  points: intact,
  events: { ...intact, broken: [] },
}
const point: SortieMessage = {
  place: 2,
  kind: 'point',
  recordTime: startTime,
  boot: 'k1',
  seq: 17,
  message: '{"t":1763595000250,"lng":120.1,"lat":30.2,"pump":true}',
}
const takeoff: SortieMessage = {
  place: 1,
  kind: 'takeoff',
  recordTime: startTime,
  boot: 'k1',
  seq: 16,
  message: '{"t":1763595000250,"type":"takeoff","sortie":7}',
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

type Answers = { given?: SortieProof; items?: SortieMessage[]; status?: number }
const show = ({ given = proof, items = [takeoff, point], status = 200 }: Answers = {}) => {
  const refused = () =>
    Response.json({ code: 'not_found', message: 'Not there', traceId: 't1' }, { status })
  const sent = serve({
    '/api/oper/drones-sorties/proof': () => (status === 200 ? Response.json(given) : refused()),
    '/api/oper/drones-sorties/messages': () =>
      Response.json({ items, total: items.length, isReadable: true, currentPage: 1, pageSize: 50 }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  const router = createMemoryRouter(
    [
      { path: '/business_manage/drone-list/:droneId/messages', Component: MessagesScreen },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [`/business_manage/drone-list/SW-1/messages?sortie=${sortieId}`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return { sent, router }
}

test('the drone’s messages of a flight, below three intact proofs', async () => {
  const { sent, router } = show()
  const row = (await screen.findByText(point.message)).closest('tr')!
  expect(within(row).getByText('Point')).toBeTruthy()
  expect(within(row).getByText('k1')).toBeTruthy()
  expect(within(row).getByText('.250')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('North 1')
  const parts = within(screen.getByRole('group', { name: 'Integrity check' }))
  for (const name of ['Work record', 'Points', 'Events']) {
    const part = within(parts.getByRole('region', { name }))
    expect(part.getByText('Intact')).toBeTruthy()
    expect(part.getByTitle(hash)).toBeTruthy()
  }
  expect(sent.find(({ path }) => path.endsWith('/messages'))?.query).toMatchObject({
    droneId: 'SW-1',
    sortieId,
  })
  fireEvent.click(row)
  expect((await screen.findByRole('dialog')).textContent).toContain('"pump": true')
  fireEvent.click(screen.getByRole('link', { name: /Back to track/ }))
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/business_manage/drone-list/SW-1/history?tracks=${sortieId}&sortie=${sortieId}`,
  )
})

test('reports changed data, and which data is intact', async () => {
  show({
    given: {
      ...proof,
      points: { ...intact, state: 'broken', fault: 'unreadable' },
      events: {
        ...intact,
        state: 'broken',
        fault: 'missing',
        broken: [{ kind: 'landing', recordTime: startTime, boot: 'k1', seq: 90, fault: 'missing' }],
      },
    },
  })
  const of = async (name: string) => within(await screen.findByRole('region', { name }))
  expect((await of('Points')).getByText(/damaged and cannot be read/)).toBeTruthy()
  expect((await of('Points')).getByText('Modified')).toBeTruthy()
  expect((await of('Events')).getByText(/^Landing at .*: missing$/)).toBeTruthy()
  expect((await of('Work record')).getByText('Intact')).toBeTruthy()
})

test('for a flight without a record, explains why nothing is proven', async () => {
  const none = { state: 'none', hash: null, since: null, fault: null } as const
  show({
    given: { ...proof, record: none, points: none, events: { ...none, broken: [] } },
    items: [],
  })
  expect(await screen.findByText('This flight has no work record.')).toBeTruthy()
  expect(screen.getAllByText('Not hashed')).toHaveLength(3)
  expect(await screen.findByText('No messages stored')).toBeTruthy()
})

test('a flight that the person may not see is not found', async () => {
  show({ status: 404 })
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
