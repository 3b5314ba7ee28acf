import { ImportSettings } from '@swath/contract/land/geometry-imports'
import type { GeometryImport, GeometryImportItem } from '@swath/contract/land/geometry-imports'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { dropSession } from '../../../lib/session.ts'
import { serve, signIn, type Sent } from '../../../testing-console.ts'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { PlotImportScreen } from './import-screen.tsx'

const base = '/api/geometry/imports'
const importId = '0190a000-0000-7000-8000-000000000071'
const one = (values: Partial<GeometryImport> = {}): GeometryImport => ({
  importId,
  target: 'plots',
  fileName: 'fields.kml',
  bytes: 2_500,
  format: 'kml',
  status: 'ready',
  system: '',
  encoding: 'utf-8',
  notes: ['datum_not_known'],
  noteDetails: {},
  columns: ['owner'],
  settings: ImportSettings.parse({}),
  itemNum: 2,
  goodNum: 1,
  mendedNum: 0,
  badNum: 1,
  chosenNum: 1,
  doneNum: 0,
  madeNum: 0,
  refusedNum: 0,
  keptNum: 0,
  problem: null,
  createdAt: '2026-11-21T01:00:00Z',
  createdByName: 'Wang',
  finishedAt: null,
  version: 2,
  can: { change: true, apply: true, cancel: true, undo: false },
  ...values,
})
const item = (values: Partial<GeometryImportItem>): GeometryImportItem => ({
  number: 1,
  layer: '',
  name: 'North',
  state: 'good',
  area: 15,
  outline: null,
  problems: [],
  isChosen: true,
  madeName: null,
  refusal: null,
  isKept: false,
  ...values,
})
const items = [
  item({}),
  item({
    number: 2,
    name: 'Crossed',
    state: 'bad',
    isChosen: false,
    problems: [{ reason: 'self_crossing', isRepaired: false, at: [114.5, 35.25], count: 1 }],
  }),
]

const drawn = item({
  number: 3,
  outline: {
    kind: 'polygon',
    parts: [
      [
        [
          [120, 30],
          [120.002, 30],
          [120.002, 30.001],
          [120, 30],
        ],
      ],
    ],
  },
})

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const home = { minLng: 100.1, minLat: 13.9, maxLng: 100.3, maxLat: 14.1 }
const fitBounds = vi.fn<MapHandle['fitBounds']>()
const map = {
  fitBounds,
  view: () => ({ bounds: home, zoom: 3 }),
  onViewChange: () => () => undefined,
  setLayer: () => undefined,
  removeLayer: () => undefined,
} as unknown as MapHandle

const show = (answers: Parameters<typeof serve>[0], at: string): Sent[] => {
  const sent = serve({
    [base]: () => Response.json({ items: [], total: 0, currentPage: 1, pageSize: 20 }),
    [`${base}/${importId}/items`]: () =>
      Response.json({ items, total: 2, currentPage: 1, pageSize: 200 }),
    ...answers,
  })
  signIn()
  const overlay = document.body.appendChild(document.createElement('div'))
  const path = '/business_manage/block-list/import'
  const router = createMemoryRouter(
    [
      { path, Component: PlotImportScreen },
      { path: `${path}/:importId`, Component: PlotImportScreen },
    ],
    { initialEntries: [path + at] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <StageProvider
          value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
        >
          <MapContext value={map}>
            <RouterProvider router={router} />
          </MapContext>
        </StageProvider>
      </App>
    </QueryClientProvider>,
  )
  return sent
}

test('shows the fields, their problems with positions, and what will be imported', async () => {
  let status: GeometryImport['status'] = 'ready'
  const sent = show(
    {
      [`${base}/${importId}`]: () => Response.json(one({ status })),
      [`${base}/${importId}/apply`]: () => {
        status = 'applied'
        const can = { change: false, apply: false, cancel: false, undo: true }
        return Response.json(one({ status, madeNum: 1, can }))
      },
    },
    `/${importId}`,
  )
  const rows = await screen.findByRole('list', { name: 'Items found' })
  expect(within(rows).getByText('Outline crosses itself · at 114.50000°, 35.25000°')).toBeTruthy()
  const boxes = within(rows).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(screen.getByText(/The datum shift is unknown/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Import 1' }))
  await screen.findByText('1 imported')
  expect(screen.getByRole('button', { name: 'Undo import' })).toBeTruthy()
  expect(sent.some(({ path }) => path === `${base}/${importId}/apply`)).toBe(true)
})

test('the map starts where the person works, and moves to the contents of the chosen file', async () => {
  show(
    {
      [`${base}/plots`]: () => Response.json(one()),
      '/api/drone/mointor/manage/getExtent': () =>
        Response.json({ of: 'plots', count: 3, bounds: home, densest: home }),
      [`${base}/${importId}/items`]: () =>
        Response.json({ items: [...items, drawn], total: 3, currentPage: 1, pageSize: 200 }),
      [`${base}/${importId}`]: () => Response.json(one()),
    },
    '',
  )
  await screen.findByText('Drop a file here')
  await waitFor(() => expect(fitBounds).toHaveBeenCalledOnce())
  expect(fitBounds.mock.lastCall![0]).toEqual(home)
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: [new File(['{}'], 'fields.kml')] },
  })
  await waitFor(() => expect(screen.getByText('Crossed')).toBeTruthy())
  await waitFor(() =>
    expect(fitBounds.mock.lastCall![0]).toEqual({
      minLng: 120,
      minLat: 30,
      maxLng: 120.002,
      maxLat: 30.001,
    }),
  )
})

test('a field beyond the edge of the map is reported, and the list is suggested instead', async () => {
  const polar = item({
    number: 4,
    outline: {
      kind: 'polygon',
      parts: [
        [
          [
            [10, 86],
            [10.2, 86],
            [10.2, 86.1],
            [10, 86],
          ],
        ],
      ],
    },
  })
  show(
    {
      [`${base}/${importId}`]: () => Response.json(one()),
      [`${base}/${importId}/items`]: () =>
        Response.json({ items: [drawn, polar], total: 2, currentPage: 1, pageSize: 200 }),
    },
    `/${importId}`,
  )
  expect(await screen.findByText(/Not on the map, which ends at 85° latitude: 1/)).toBeTruthy()
})
