import type { ClaimDetail } from '@swath/contract/flights/claims'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { ClaimListScreen } from './claim-list-screen.tsx'

const makeId = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`
const suspicion: ClaimDetail = {
  suspicionId: makeId(1),
  cause: 'same_ground',
  state: 'open',
  handlerName: null,
  decidedAt: null,
  version: 1,
  can: { look: true, comment: true, decide: true, reopen: false },
  steps: [],
  droneId: 'SW-2',
  droneName: 'South 2',
  sortieId: makeId(2),
  recordTime: '2026-06-15T04:00:00Z',
  lng: 120,
  lat: 30,
  region: ['China', 'Zhejiang'],
  zzAccountName: 'Alpha Works',
  yyAccountName: 'Green Team',
  questionedArea: 30,
  evidence: { sharedM2: 20_000, sharedRatio: 0.84, daysBetween: 2.1, rulesVersion: 2 },
  other: {
    droneId: 'SW-1',
    droneName: 'North 1',
    sortieId: makeId(3),
    startTime: '2026-06-13T02:00:00Z',
    yyAccountName: 'Blue Team',
  },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const base = '/api/bulletin/claim-suspicions'
const show = (items: ClaimDetail[], answers: Parameters<typeof serve>[0] = {}) => {
  areaUnit.set('hectare')
  const sent = serve({
    [base]: () =>
      Response.json({
        items,
        total: items.length,
        currentPage: 1,
        pageSize: 20,
        stats: { open: items.length, looking: 2, false_claim: 1, in_order: 5, withdrawn: 0 },
      }),
    [`${base}/${makeId(1)}`]: () => Response.json(suspicion),
    ...answers,
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
  return sent
}

test('the list says by how much a claim deviates, and on which area', async () => {
  show([
    suspicion,
    {
      ...suspicion,
      suspicionId: makeId(4),
      cause: 'impossible_width',
      questionedArea: 15,
      evidence: { swathWidthM: 6.2, registeredWidthM: 5, limitWidthM: 6, coveredM2: 10_000 },
    },
  ])
  await screen.findAllByText('South 2')
  const cells = [...document.querySelectorAll('td')].map(({ textContent }) => textContent)
  expect(cells).toEqual(expect.arrayContaining(['84.0%', '2.00']))
  expect(cells).toEqual(expect.arrayContaining(['6.2 m · registered 5.0 m', '1.00']))
})

test('shows the mismatch, its size, and the other flight', async () => {
  show([suspicion])
  fireEvent.click(await screen.findByText('Same area claimed twice'))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('84.0%')).toBeTruthy()
  expect(drawer.getByText('Blue Team')).toBeTruthy()
  expect(drawer.getByText('Days between')).toBeTruthy()
})

test('shows a message where there is nothing to review', async () => {
  show([])
  expect(await screen.findByText('No suspicious flights')).toBeTruthy()
})

test('a decision needs a reason, and counts by state', async () => {
  const sent = show([suspicion], {
    [`${base}/${makeId(1)}/decision`]: () =>
      Response.json({ ...suspicion, state: 'false_claim', version: 2 }),
  })
  await screen.findByText('Same area claimed twice')
  expect(sent.find(({ path }) => path === base)!.query['state']).toBe('undecided')
  const chips = within(screen.getByRole('group', { name: 'Status' }))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'Undecided3',
    'Open1',
    'Under investigation2',
    'False claim1',
    'No issue5',
    'Withdrawn0',
    'All9',
  ])
  fireEvent.click(screen.getByText('Same area claimed twice'))
  const drawer = within(await screen.findByRole('dialog'))
  fireEvent.click(await drawer.findByRole('button', { name: 'Decide' }))
  const falseClaim = await screen.findByRole('radio', { name: 'False claim' })
  const form = within(falseClaim.closest<HTMLElement>('[role=dialog]')!)
  fireEvent.click(falseClaim)
  fireEvent.click(form.getByRole('button', { name: 'Decide' }))
  await form.findByText('Please fill in this field')
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'Same field, same day' } })
  fireEvent.click(form.getByRole('button', { name: 'Decide' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/decision'))?.body).toEqual({
      decision: 'false_claim',
      text: 'Same field, same day',
      version: 1,
    }),
  )
})
