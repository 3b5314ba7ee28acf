import type { SimulatedFlight } from '@swath/contract/flights/flight-list'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../lib/query.ts'
import { dropSession, keepSession } from '../../../../lib/session.ts'
import { serve, type Sent } from '../../../../testing-console.ts'
import { person } from '../../../../testing-person.ts'
import { StageProvider } from '../../../../ui/stage.tsx'
import { SimulatedFlightScreen } from './simulated-flight-screen.tsx'
import { SimulatedListScreen } from './simulated-list-screen.tsx'

const path = '/business_manage/drone-list/simulated-flights'
const startMs = Date.parse('2026-11-19T23:30:00Z')
const flight: SimulatedFlight = {
  sortieId: '0190a000-0000-7000-8000-000000000001',
  droneId: 'SW-1',
  droneName: 'North 1',
  number: 7,
  state: 'closed',
  closeReason: 'landing',
  startTime: new Date(startMs).toISOString(),
  endTime: new Date(startMs + 120_000).toISOString(),
  oprName: 'Li',
  yyAccountName: 'Green Fields',
  zzAccountName: 'Maker',
  regionCode: null,
  region: ['China', 'Henan'],
  durationS: 120,
  hasTrack: true,
}
const detail = {
  ...flight,
  simulated: true,
  blockName: null,
  distanceM: 0,
  sprayTimeS: 0,
  sprayArea: 0,
  sweptArea: 0,
  overlapRatio: 0,
  outsideRatio: null,
  sprayL: 0,
  sprayWidth: 5,
  meanSpeed: null,
  meanHeight: null,
  meanFlow: null,
  workMode: null,
  anomalies: [],
  source: 'live',
  crop: null,
  chemical: null,
  claimedArea: null,
  trackHash: '',
  previousHash: '',
  hash: '',
  chainIntact: true,
  block: null,
  alarms: [],
  weather: null,
  suspicions: [],
  coveredRings: [],
}
const times = Array.from({ length: 13 }, (_, row) => startMs + row * 10_000)
const track = {
  sortieId: flight.sortieId,
  droneId: 'SW-1',
  recordTime: times,
  lng: times.map((_, row) => 120 + row / 1e4),
  lat: times.map(() => 30),
  height: times.map(() => 3),
  xspeed: times.map(() => 5),
  heading: times.map(() => 90),
  flow: times.map(() => 2),
  battery: times.map(() => 80),
  spraying: times.map(() => true),
  width: times.map(() => 5),
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (address: string, items: SimulatedFlight[] = [flight]) => {
  const sent = serve({
    '/api/drone/mointor/manage/getSimulateFlyList': () =>
      Response.json({
        items,
        total: items.length,
        currentPage: 1,
        pageSize: 20,
        stats: { sortieCount: items.length, durationS: 5400 },
      }),
    '/api/drone/mointor/manage/getSortieDetail': () => Response.json(detail),
    '/api/oper/drones/tracks': ({ body }: Sent) =>
      Response.json({ tracks: (body as { ids: string[] }).ids.map(() => track) }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  const overlay = document.body.appendChild(document.createElement('div'))
  const router = createMemoryRouter(
    [
      { path, Component: SimulatedListScreen },
      {
        path: `${path}/:droneId/:sortieId`,
        Component: () => (
          <StageProvider
            value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
          >
            <SimulatedFlightScreen />
          </StageProvider>
        ),
      },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
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

describe('the list of simulated flights', () => {
  test('shows who practised with which drone and for how long, and no work', async () => {
    const { sent } = show(`${path}?oprName=Li`)
    const row = (await screen.findByText('North 1')).closest('tr')!
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .filter(Boolean),
    ).toEqual(['2026/11/20 07:30', 'North 1', '2:00', 'Li', 'Green Fields', 'China / Henan'])
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '1',
      '1.5 h',
    ])
    expect(screen.queryByText(/Covered|Spray volume/)).toBeNull()
    expect(sent.find((one) => one.path.endsWith('getSimulateFlyList'))!.query).toMatchObject({
      oprName: 'Li',
      order: '-startTime',
    })
  })

  test('opens a flight with the keyboard, and links back to real flights', async () => {
    const { router } = show(path)
    const row = (await screen.findByText('North 1')).closest('tr')!
    fireEvent.keyDown(row, { key: 'Enter' })
    await screen.findByRole('slider')
    expect(router.state.location.pathname).toBe(`${path}/SW-1/${flight.sortieId}`)
    fireEvent.click(screen.getByRole('link', { name: 'Back to simulated flights' }))
    fireEvent.click(await screen.findByRole('link', { name: 'Flights' }))
    expect(router.state.location.pathname).toBe('/business_manage/drone-list/flights')
  })

  test('an empty list explains how a flight gets here', async () => {
    show(path, [])
    await screen.findByText('No simulated flights yet')
  })
})

test('an opened flight is played and marked as simulated: no record, no area, no hash', async () => {
  show(`${path}/SW-1/${flight.sortieId}`)
  const slider = await screen.findByRole<HTMLInputElement>('slider')
  expect(slider.getAttribute('aria-valuetext')).toBe('07:30:00')
  expect(screen.getByText(/create no work records/)).toBeTruthy()
  expect(screen.getByText('Simulator')).toBeTruthy()
  for (const word of [/Covered area/, /Record intact/, /Export/, /Print/])
    expect(screen.queryByText(word)).toBeNull()
})
