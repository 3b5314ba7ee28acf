import type { DroneRow } from '@swath/contract/fleet/drone-list'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { DroneListScreen } from './drone-list-screen.tsx'

const base = '/api/drone/device/manage'
const drone: DroneRow = {
  droneId: 'SW-1',
  droneName: 'North 1',
  flyModelId: '0190a000-0000-7000-8000-000000000011',
  modelName: 'T40',
  zzAccountId: '0190a000-0000-7000-8000-000000000012',
  zzAccountName: 'Maker',
  yyAccountId: null,
  yyAccountName: null,
  tenantAccountName: null,
  regMark: null,
  rackNo: null,
  zzDroneNum: null,
  buyer: null,
  deviceType: 'sprayer',
  saleType: 1,
  rentalModel: null,
  firmware: '4.1.2',
  sprayWidth: 5.5,
  activation: 2,
  locked: true,
  flight: 'spraying',
  simulated: false,
  lastMessageAt: null,
  lng: null,
  lat: null,
  regionCode: '156330483',
  region: ['China'],
  sortieCount: 1234,
  workArea: 150,
  flightTimeS: 3600,
  sprayL: 12,
  lastSortieAt: null,
  version: 1,
  can: { issueCredential: true, command: true, lock: true, update: true, editAsManufacturer: true },
}
const list = (items: DroneRow[]) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: {
      total: items.length,
      workArea: 150,
      zzNum: 3,
      sortieCount: 1234,
      modelNum: 7,
      states: { spraying: 1, flying: 0, ground: 2, offline: 3 },
    },
  })

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
  areaUnit.set('acre')
})

const show = (
  info: Parameters<typeof person>[0],
  items: DroneRow[],
  more: Parameters<typeof serve>[0] = {},
) => {
  const sent = serve({ [`${base}/getDroneList`]: () => list(items), ...more })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(info),
  })
  const router = createMemoryRouter([{ path: '*', Component: DroneListScreen }], {
    initialEntries: ['/'],
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
const shownColumns = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean)

describe('the list of drones', () => {
  test('shows eight columns, the area in the person’s unit, and a dash for missing values', async () => {
    areaUnit.set('hectare')
    show({}, [drone])
    const row = (await screen.findByText('North 1')).closest('tr')!
    expect(shownColumns()).toEqual([
      'Name',
      'Serial number',
      'Status',
      'Model',
      'Operator',
      'Work area ha',
      'Sorties',
      'Last message',
    ])
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .filter(Boolean),
    ).toEqual(['North 1', 'SW-1', 'Spraying · Locked', 'T40', '–', '10.00', '1,234', '–'])
    const chips = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button')
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'All6',
      'Spraying1',
      'Flying0',
      'On the ground2',
      'Offline3',
    ])
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '10.00 ha',
      '1,234',
      '3',
      '7',
    ])
  })

  test('an operator sees the maker instead of the operator', async () => {
    show({ accountType: 4, operatorType: '1' }, [drone])
    await screen.findByText('North 1')
    expect(shownColumns()).toContain('Manufacturer')
    expect(shownColumns()).not.toContain('Operator')
  })

  test('only people who manage equipment can register drones, and governments never can', async () => {
    show({ userType: 3 }, [drone])
    await screen.findByText('North 1')
    expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
  })

  test('an empty list explains why, depending on the account', async () => {
    show({ accountType: 2 }, [])
    await screen.findByText(/registered in your region/)
    expect(screen.queryByRole('button', { name: /Register/ })).toBeNull()
  })

  const credential = {
    username: 'SW-9',
    password: 'shown once',
    mqttHost: 'drones.example',
    mqttPort: 8883,
    previousValidUntil: null,
  }
  test('a drone is registered as the contract requires, and gets credentials', async () => {
    const model = {
      flyModelId: drone.flyModelId,
      modelName: 'T40',
      zzAccountId: drone.zzAccountId,
      zzAccountName: 'Maker',
      sprayWidth: 5.5,
      tankL: 40,
    }
    const { sent } = show({ accountType: 4, operatorType: '1' }, [drone], {
      [`${base}/flyModelList`]: () => Response.json({ items: [model] }),
      [`${base}/addDrone`]: () =>
        Response.json({ ...drone, droneId: 'SW-9', can: { ...drone.can, issueCredential: true } }),
      [`${base}/SW-9/credential`]: () => Response.json(credential),
      [`${base}/getDroneDetail`]: () =>
        Response.json({ credentials: [{ lastUsedAt: '2026-07-01T00:00:00Z' }], state: null }),
    })
    await screen.findByText('North 1')
    fireEvent.click(screen.getByRole('button', { name: /Register/ }))
    const dialog = await screen.findByRole('dialog')
    const send = () =>
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Register a drone' }).at(-1)!)
    fireEvent.change(within(dialog).getByLabelText('Serial number'), { target: { value: '!' } })
    send()
    await within(dialog).findByText('Invalid value')
    fireEvent.change(within(dialog).getByLabelText('Serial number'), { target: { value: 'SW-9' } })
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'East 9' } })
    fireEvent.mouseDown(within(dialog).getByLabelText('Model'))
    fireEvent.click(await screen.findByText('T40 · Maker'))
    send()
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/addDrone`)?.body).toEqual({
        droneId: 'SW-9',
        droneName: 'East 9',
        flyModelId: drone.flyModelId,
        yyAccountId: null,
      }),
    )
    // Its credentials are issued at once, and the dialog waits for its position.
    await screen.findByText(credential.password)
    await screen.findByText('Connected. Waiting for its first position…')
  })
})
