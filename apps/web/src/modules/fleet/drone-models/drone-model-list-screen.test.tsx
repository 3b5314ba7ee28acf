import type { DroneModel } from '@swath/contract/fleet/drone-models'
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
import { DroneModelListScreen } from './drone-model-list-screen.tsx'

const base = '/api/drone/device/manage'
const makerId = '0190a000-0000-7000-8000-000000000012'
const hexa: DroneModel = {
  flyModelId: '0190a000-0000-7000-8000-000000000001',
  modelName: 'Hexa 30',
  shape: 'six',
  power: 'electric',
  tankL: 30,
  sprayWidth: 5.5,
  pictureUrl: null,
  zzAccountId: makerId,
  zzAccountName: 'Alpha Works',
  droneNum: 1234,
  workArea: 150,
  sortieCount: 9,
  idRanges: [
    {
      rangeId: '0190a000-0000-7000-8000-0000000000f1',
      firstId: 'SW-0001',
      lastId: 'SW-0999',
      droneNum: 12,
    },
  ],
  version: 1,
  createdAt: '2026-06-01T00:00:00Z',
  updatedAt: '2026-06-02T00:00:00Z',
  can: { update: true, delete: true, merge: true },
}
const quad: DroneModel = {
  ...hexa,
  flyModelId: '0190a000-0000-7000-8000-000000000002',
  modelName: 'Quad 10',
  shape: 'four',
  power: 'hybrid',
  tankL: 0,
  droneNum: 0,
  idRanges: [],
}
const none = { update: false, delete: false, merge: false }
const list = (items: DroneModel[]) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: { modelNum: 2, zzNum: 1, droneNum: 1234, workArea: 150 },
  })

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
  areaUnit.set('acre')
})

const show = (
  info: Parameters<typeof person>[0],
  items: DroneModel[],
  more: Parameters<typeof serve>[0] = {},
  path = '/',
) => {
  const sent = serve({ [`${base}/flyModelList`]: () => list(items), ...more })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(info),
  })
  const router = createMemoryRouter([{ path: '*', Component: DroneModelListScreen }], {
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
const maker = { accountType: 3 as const, accountId: makerId }
const buttonIn = (box: HTMLElement, name: string) =>
  within(box).getAllByRole('button', { name }).at(-1)!

describe('the list of drone models', () => {
  test('a maker sees its own models, with a dash for no tank; the platform also sees the maker', async () => {
    areaUnit.set('hectare')
    show(maker, [hexa, quad])
    const row = (await screen.findByText('Quad 10')).closest('tr')!
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Quad 10', 'Four-axis', 'Hybrid', '–', '5.5', '0', '10.00', '–'])
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '2',
      '1,234',
      '10.00 ha',
    ])
    expect(screen.queryByText('Alpha Works')).toBeNull()
  })

  test('an empty list invites people who may add models, and tells others who can', async () => {
    show({ ...maker, userType: 3 }, [])
    await screen.findByText(/No models have been added/)
    expect(screen.queryByRole('button', { name: 'Add a model' })).toBeNull()
  })

  test('a model is added as the contract requires, for the maker that the platform selects', async () => {
    const { sent } = show({}, [hexa], {
      [`${base}/flyModel/makers`]: () =>
        Response.json({ items: [{ accountId: makerId, accountName: 'Alpha Works' }] }),
      [`${base}/flyModel/add`]: () =>
        Response.json(
          {
            code: 'model_name_taken',
            message: 'Taken',
            details: [{ path: 'modelName', message: 'modelNameTaken' }],
            traceId: 't',
          },
          { status: 409 },
        ),
    })
    await screen.findByText('Hexa 30')
    fireEvent.click(screen.getByRole('button', { name: 'Add a model' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(buttonIn(dialog, 'Add a model'))
    await waitFor(() =>
      expect(
        within(dialog).getAllByText('Please fill in this field').length,
      ).toBeGreaterThanOrEqual(4),
    )
    fireEvent.change(within(dialog).getByLabelText('Model'), { target: { value: 'Octo 70' } })
    // A tank of −5 once silently became 0.
    const tank = within(dialog).getByLabelText<HTMLInputElement>('Tank')
    fireEvent.change(tank, { target: { value: '-5' } })
    fireEvent.blur(tank)
    await within(dialog).findByText('At least 0')
    expect(tank.value).toBe('-5')
    fireEvent.change(tank, { target: { value: '70' } })
    fireEvent.change(within(dialog).getByLabelText('Default swath width'), {
      target: { value: '8' },
    })
    for (const [label, option] of [
      ['Airframe', 'Eight-axis'],
      ['Manufacturer', 'Alpha Works'],
    ] as const) {
      fireEvent.mouseDown(within(dialog).getByLabelText(label))
      fireEvent.click(await waitFor(() => screen.getAllByTitle(option).at(-1)!))
    }
    fireEvent.click(within(dialog).getByLabelText('Hybrid'))
    fireEvent.click(buttonIn(dialog, 'Add a model'))
    await within(dialog).findByText('This manufacturer already has a model with this name.')
    expect(sent.find(({ path }) => path.endsWith('/add'))!.body).toEqual({
      zzAccountId: makerId,
      modelName: 'Octo 70',
      shape: 'eight',
      power: 'hybrid',
      tankL: 70,
      sprayWidth: 8,
      pictureUrl: null,
    })
  })
})

describe('one model', () => {
  const open = async (more: Parameters<typeof serve>[0] = {}, model = hexa) => {
    const shown = show(maker, [model, quad], more, `/?open=${model.flyModelId}`)
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText('Six-axis')
    return { ...shown, drawer }
  }

  test('people without the right see no buttons and no numbers', async () => {
    const { drawer } = await open({}, { ...hexa, can: none, idRanges: [] })
    expect(within(drawer).queryByRole('button', { name: /Edit|Merge|Delete|range/ })).toBeNull()
  })

  test('a refused deletion shows the reason', async () => {
    const { drawer } = await open({
      [`${base}/flyModel/delete/${hexa.flyModelId}`]: () =>
        Response.json(
          {
            code: 'in_use',
            message: 'Still in use',
            details: [{ path: 'drones', message: 'Drones of this model: 1' }],
            traceId: 't',
          },
          { status: 409 },
        ),
    })
    fireEvent.click(buttonIn(drawer, 'Delete'))
    const question = (
      await screen.findAllByText('Delete the model Hexa 30?')
    )[0]!.closest<HTMLElement>('[role=dialog]')!
    fireEvent.click(buttonIn(question, 'Delete'))
    await screen.findByText('Drones of this model: 1')
    expect(screen.getAllByText('Hexa 30 can’t be deleted').length).toBeGreaterThan(0)
  })

  test('merging lists what is moved and what is deleted, and sends both', async () => {
    const { sent, drawer, router } = await open({
      [`${base}/flyModel/merge`]: () =>
        Response.json({ model: quad, movedDrones: 1234, movedRanges: 1 }),
    })
    fireEvent.click(buttonIn(drawer, 'Merge'))
    const dialog = (
      await screen.findByText('Merge Hexa 30 into another model')
    ).closest<HTMLElement>('[role=dialog]')!
    within(dialog).getByText('1,234 drones change to this model.')
    within(dialog).getByText('1 serial number range moves to it.')
    within(dialog).getByText(/Hexa 30 is deleted/)
    fireEvent.mouseDown(within(dialog).getByLabelText('Model to keep'))
    fireEvent.click(await waitFor(() => screen.getAllByTitle('Quad 10 · 5.5 m').at(-1)!))
    expect(screen.queryByTitle('Hexa 30 · 5.5 m')).toBeNull()
    fireEvent.click(buttonIn(dialog, 'Merge'))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/merge'))?.body).toEqual({
        flyModelId: hexa.flyModelId,
        targetModelId: quad.flyModelId,
      }),
    )
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('a range of numbers is checked before it is sent, and a conflict is shown at its field', async () => {
    const { sent, drawer } = await open({
      [`${base}/flyModel/addIdRange`]: () =>
        Response.json(
          {
            code: 'range_taken',
            message: 'Some belong to a model',
            details: [{ path: 'firstId', message: 'SW-0500 – SW-0999 belongs to Quad 10.' }],
            traceId: 't',
          },
          { status: 409 },
        ),
    })
    within(drawer).getByText('SW-0001 – SW-0999')
    within(drawer).getByText('12 drones registered')
    fireEvent.click(within(drawer).getByRole('button', { name: 'Add a range' }))
    const dialog = (await screen.findByText('Serial numbers of Hexa 30')).closest<HTMLElement>(
      '[role=dialog]',
    )!
    const type = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    type('First number', 'SW-1')
    type('Last number', 'SW-10')
    fireEvent.click(buttonIn(dialog, 'Add a range'))
    await within(dialog).findByText('Both ends must have the same number of characters.')
    type('First number', 'SW-0500')
    type('Last number', 'SW-1500')
    fireEvent.click(buttonIn(dialog, 'Add a range'))
    await within(dialog).findByText('SW-0500 – SW-0999 belongs to Quad 10.')
    expect(sent.filter(({ path }) => path.endsWith('/addIdRange')).map(({ body }) => body)).toEqual(
      [{ flyModelId: hexa.flyModelId, firstId: 'SW-0500', lastId: 'SW-1500' }],
    )
  })
})
