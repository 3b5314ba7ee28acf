import type { GroupPlan, GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve, watchDownloads } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import type { Watched } from './find-meetings.ts'
import { PlanFigures, PlanProgress, PlanSums } from './plan-figures.tsx'
import { WatchedDrone } from './watch-drones.tsx'
import { GroupPlanListScreen } from './group-plan-list-screen.tsx'

const base = '/api/oper/group-route'
const planId = '0190a000-0000-7000-8000-000000000001'
const plan: GroupPlan = {
  plan: planId,
  name: 'Dam, spring',
  accountName: 'Green Fields',
  state: 'ready',
  plotNames: 'East Dam, West Dam',
  droneCount: 2,
  area: 57.6,
  sprayL: 86.4,
  durationS: 1_500,
  refillNum: 3,
  turnNum: 61,
  createdAt: '2026-06-01T00:00:00Z',
  updatedAt: '2026-06-01T00:00:00Z',
  version: 4,
  can: { update: true, delete: true },
}
const share = (endS: number) => ({
  place: [120, 30] as [number, number],
  sorties: [],
  sprayM: 3_840,
  sprayL: 43.2,
  turnNum: 30,
  refillNum: 1,
  batteryNum: 0,
  endS,
})
const detail = {
  ...plan,
  settings: { width: 5 },
  route: {
    bearingDeg: 90,
    lineNum: 32,
    cuts: [16],
    shares: [share(1_500), share(1_440)],
    totals: {
      sweptM2: 38_400,
      sprayM: 7_680,
      sprayL: 86.4,
      turnNum: 61,
      refillNum: 3,
      batteryNum: 0,
      sortieNum: 5,
      flownM: 9_000,
      durationS: 1_500,
    },
  },
  done: [],
  drones: [0, 1].map((position) => ({
    position,
    share: position,
    droneId: `A-${position}`,
    droneName: `North ${position + 1}`,
    droneStatus: 'waiting',
    doneSortieNum: 0,
    told: null,
    can: { command: true },
  })),
} as unknown as GroupPlanDetail

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = (can: GroupPlan['can']) => {
  const sent = serve({
    [base]: () =>
      Response.json({
        items: [{ ...plan, can }],
        total: 1,
        currentPage: 1,
        pageSize: 20,
        can: { create: can.update },
      }),
    [`${base}/${planId}`]: () => Response.json({ ...detail, can }),
    [`${base}/${planId}/file`]: () => new Response('{}'),
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
          router={createMemoryRouter([{ path: '*', Component: GroupPlanListScreen }], {
            initialEntries: [`/?open=${planId}`],
          })}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('a plan shows its totals and its drones, and is exported as a file', async () => {
  const sent = open({ update: true, delete: true })
  const downloads = watchDownloads()
  await screen.findByText('North 2')
  expect(screen.getAllByText('Planned area').length).toBeGreaterThan(0)
  expect(screen.queryByText('Remaining')).toBeNull()
  expect(screen.getAllByText('25:00').length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: /QGroundControl/ }))
  await waitFor(() => expect(downloads).toHaveLength(1))
  // Five flights in a one-flight format are downloaded as an archive.
  expect(downloads[0]!.name).toBe('Dam, spring.zip')
  expect(sent.find(({ path }) => path.endsWith('/file'))?.query).toEqual({ format: 'qgc' })
})

test('a plan whose rest was planned again shows its progress, and planned and remaining figures', () => {
  const flown = { from: [120, 30], to: [120, 30.001], doseLHa: 15 } as const
  const half = { ...detail.route, totals: { ...detail.route.totals, sweptM2: 19_200 } }
  const replanned = { ...detail, route: half, done: [flown as never] }
  render(<PlanSums plan={replanned} />)
  expect(screen.getByRole('columnheader', { name: 'Planned' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Remaining' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^Flights – 5$/ })).toBeTruthy()
  render(<PlanProgress plan={replanned} />)
  expect(screen.getByRole('status').textContent).toMatch(/^50% done · .* left · 25 min$/)
})

test('a plan with a large untreated area warns, with the area and advice', async () => {
  const dry = { groundM2: 40_000, coveredM2: 38_000, dryM2: 2_000, unreachableM2: 1_500 }
  const coverage = { ...dry, twiceM2: 900, outsideM2: 0, dryRings: [] }
  render(<PlanFigures route={{ ...detail.route, coverage }} />)
  expect(screen.getByText('5.0% of the area is not sprayed (red on the map).')).toBeTruthy()
  expect(screen.getByText(/narrower than the swath/)).toBeTruthy()
  expect(screen.getByText('2.3%')).toBeTruthy()
  cleanup()
  const little = { ...coverage, coveredM2: 39_500, dryM2: 500, unreachableM2: 0 }
  render(<PlanFigures route={{ ...detail.route, coverage: little }} />)
  expect(screen.queryByText(/is not sprayed \(/)).toBeNull()
  expect(screen.getByText('Not sprayed')).toBeTruthy()
})

test('people who may not change a plan get no actions', async () => {
  open({ update: false, delete: false })
  await screen.findByText('North 2')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit plan' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New plan' })).toBeNull()
})

const watch = (change: Partial<GroupPlanDetail['drones'][number]>, now?: Watched) => {
  const unused = () => {
    throw new Error('nobody pressed')
  }
  return render(
    <QueryClientProvider client={queryClient}>
      <App>
        <ul>
          <WatchedDrone
            plan={detail}
            drone={{ ...detail.drones[0]!, ...change }}
            now={now}
            telling={{ isBusy: false, tell: unused, tellNow: unused }}
            sprayedLast={() => null}
          />
        </ul>
      </App>
    </QueryClientProvider>,
  )
}

test('a drone that refused shows why: translated where the reason is known, else in its own text', () => {
  const told = { action: 'start', state: 'refused', reason: 'gimbal is loose' } as const
  const known = { ...told, reason: 'the route is longer than a battery lasts' }
  watch({ droneStatus: 'sent', told: known })
  expect(screen.getByText(/Bring the drone to its take-off point/)).toBeTruthy()
  cleanup()
  watch({ droneStatus: 'sent', told })
  expect(screen.getByText(/Rejected by the drone · gimbal is loose/)).toBeTruthy()
  cleanup()
  watch({ droneStatus: 'waiting', told: { action: 'start', state: 'done', reason: null } })
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(screen.queryByText(/Confirmed/)).toBeNull()
  cleanup()
  watch({ droneStatus: 'sent', told })
  // It has its route, so commands can be sent again.
  expect(screen.getByRole('button', { name: /Take off/ })).toBeTruthy()
})

test('a drone is removed from the plan in its menu, after a question', async () => {
  watch({ droneStatus: 'waiting' })
  expect(screen.queryByText('Remove')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More actions for North 1' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await screen.findByText(/The remaining work is planned again/)
})

test('after an interrupted flight its reports are buttons', () => {
  watch({ droneStatus: 'interrupted' })
  expect(screen.getByRole('button', { name: 'Complete' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Redistribute the rest' })).toBeTruthy()
})

test('a drone removed from the plan can be recalled in the air, and not on the ground', () => {
  const now = {
    position: 0,
    droneId: 'A-0',
    name: 'North 1',
    at: null,
    heightM: null,
    batteryPercent: 60,
    isAirborne: true,
    isOffline: false,
  }
  const inAir = watch({ droneStatus: 'out', share: null }, now)
  expect(screen.getByRole('button', { name: /Return/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Pause/ })).toBeNull()
  inAir.unmount()
  watch({ droneStatus: 'out', share: null }, { ...now, isAirborne: false })
  expect(screen.queryByRole('button', { name: /Return/ })).toBeNull()
})

test('a drone that finishes its previous flight is not shown as being on the new plan', () => {
  watch({ droneStatus: 'flying', doneSortieNum: -1 })
  expect(screen.getByText('Finishing its flight from the earlier plan')).toBeTruthy()
})
