import type { DroneDetail } from '@swath/contract/fleet/drones'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { DroneDetailScreen } from './drone-detail-screen.tsx'

const base = '/api/drone/device/manage'
const drone: DroneDetail = {
  droneId: 'SW-1',
  droneName: 'North 1',
  flyModelId: '0190a000-0000-7000-8000-000000000011',
  modelName: 'T40',
  zzAccountId: '0190a000-0000-7000-8000-000000000012',
  zzAccountName: 'Maker',
  yyAccountId: '0190a000-0000-7000-8000-000000000013',
  yyAccountName: 'Red Team',
  tenantAccountName: null,
  regMark: null,
  rackNo: null,
  zzDroneNum: null,
  buyer: null,
  deviceType: 'sprayer',
  saleType: 1,
  rentalModel: null,
  sprayWidth: 5.5,
  activation: 1,
  locked: false,
  flight: 'flying',
  simulated: false,
  lastMessageAt: '2026-06-15T04:00:00Z',
  lng: 120,
  lat: 30,
  regionCode: '156330483',
  region: ['China'],
  sortieCount: 12,
  workArea: 150,
  flightTimeS: 3600,
  sprayL: 12,
  lastSortieAt: null,
  version: 4,
  can: { issueCredential: true, command: true, lock: true, update: true, editAsManufacturer: true },
  firmware: null,
  createdAt: '2026-01-01T00:00:00Z',
  model: { shape: 'six', power: 'electric', tankL: 30, pictureUrl: null },
  releasedAt: '2026-01-02T00:00:00Z',
  releasedBy: 'Wang Mei',
  activatedAt: null,
  state: null,
  sweptArea: 160,
  alarmCount: 0,
  lastSortieId: null,
  owners: [
    {
      yyAccountName: 'Red Team',
      zzAccountName: 'Maker',
      startTime: '2026-05-01T00:00:00Z',
      endTime: null,
      changedBy: null,
    },
    {
      yyAccountName: 'Green Team',
      zzAccountName: 'Maker',
      startTime: '2026-01-01T00:00:00Z',
      endTime: '2026-05-01T00:00:00Z',
      changedBy: 'Wang Mei',
    },
  ],
  credentials: [],
  zones: null,
  quarantine: [],
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async (given: Partial<DroneDetail> = {}, more: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    [`${base}/getDroneDetail`]: () => Response.json({ ...drone, ...given }),
    '/api/oper/droneFiles/SW-1': () =>
      Response.json({ items: [], total: 0, pageIndex: 1, size: 8, can: { add: true } }),
    '/api/oper/flight-control/commands': () =>
      Response.json({ items: [], total: 0, currentPage: 1, pageSize: 6 }),
    ...more,
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({}),
  })
  const router = createMemoryRouter(
    [{ path: '/business_manage/drone-list/:droneId', Component: DroneDetailScreen }],
    { initialEntries: ['/business_manage/drone-list/SW-1'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'North 1' })
  return sent
}

describe('the page of a drone', () => {
  test('shows quarantined messages verbatim', async () => {
    const lastAt = '2026-05-02T00:00:00Z'
    const sent = await show(
      { quarantine: [{ reason: 'malformed', count: 2, lastAt }] },
      {
        '/api/drone/device/manage/SW-1/quarantine': () =>
          Response.json({
            items: [
              {
                topic: 'track',
                reason: 'malformed',
                count: 1,
                receiveTime: lastAt,
                text: '{"pts',
                hex: '7b',
              },
              {
                topic: 'osd',
                reason: 'malformed',
                count: 1,
                receiveTime: lastAt,
                text: null,
                hex: '00ff',
              },
            ],
            total: 2,
            pageIndex: 1,
            size: 5,
          }),
      },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Invalid message' }))
    expect(await screen.findByText('{"pts')).toBeTruthy()
    expect(screen.getByText('00 ff')).toBeTruthy()
    expect(sent.find(({ path }) => path.endsWith('/quarantine'))?.query).toMatchObject({
      reason: 'malformed',
    })
  })

  test('shows its past owners, and links to each section', async () => {
    await show()
    const owners = screen.getByRole('region', { name: 'Owners' })
    expect(
      within(owners)
        .getAllByRole('listitem')
        .map((one) => one.querySelector('strong')?.textContent),
    ).toEqual(['Red Team', 'Green Team'])
    expect(within(owners).getByText('Transferred by Wang Mei')).toBeTruthy()
    const links = within(screen.getByRole('navigation', { name: 'On this page' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    for (const link of links) expect(document.querySelector(link!), link!).not.toBeNull()
    expect(
      within(screen.getByRole('region', { name: 'Activation' })).getByText('Wang Mei'),
    ).toBeTruthy()
  })

  test('a lock during a flight shows that it takes effect at landing', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lock' }))
    expect(await screen.findByText(/takes effect after landing/)).toBeTruthy()
  })

  test('forbidden actions have no button; the history is only for those who may see it', async () => {
    await show({
      can: {
        issueCredential: false,
        command: false,
        lock: false,
        update: false,
        editAsManufacturer: false,
      },
      owners: null,
      credentials: null,
    })
    for (const name of ['Edit', 'Change owner', 'Back to setup'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Label with QR code' })
    expect(screen.queryByRole('menuitem', { name: 'Lock' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Owners' })).toBeNull()
  })

  test('a change sends the version that was seen', async () => {
    const sent = await show(
      {},
      { [`${base}/SW-1/activation`]: () => Response.json({ ...drone, activation: 0 }) },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Back to setup' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/activation'))?.body).toEqual({
        activation: 0,
        version: 4,
      }),
    )
  })
})
