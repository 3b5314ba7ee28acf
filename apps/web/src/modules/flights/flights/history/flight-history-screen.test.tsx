import type { Sortie } from '@swath/contract/flights/flight-list'
import type { SortieDetail, Track } from '@swath/contract/flights/flights'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../../lib/area-unit.ts'
import { showNotesWith } from '../../../../lib/errors.ts'
import { queryClient } from '../../../../lib/query.ts'
import { dropSession, keepSession } from '../../../../lib/session.ts'
import { serve, type Sent } from '../../../../testing-console.ts'
import { person } from '../../../../testing-person.ts'
import { StageProvider } from '../../../../ui/stage.tsx'
import { sortieQuery } from '../sortie/sortie-record.tsx'
import { FlightHistoryScreen } from './flight-history-screen.tsx'

const makeId = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`
/** 23:30 in UTC is the next day in Shanghai. */
const startMs = Date.parse('2026-11-19T23:30:00Z')
const sortie = (number: number, values: Partial<Sortie> = {}): Sortie => ({
  sortieId: makeId(number),
  droneId: 'SW-1',
  droneName: 'North 1',
  number,
  state: 'closed',
  closeReason: 'landing',
  startTime: new Date(startMs - number * 3_600_000).toISOString(),
  endTime: new Date(startMs - number * 3_600_000 + 120_000).toISOString(),
  oprName: 'Li',
  yyAccountName: 'Green Fields',
  zzAccountName: 'Maker',
  blockName: 'East field',
  regionCode: null,
  region: [],
  durationS: 120,
  distanceM: 900,
  sprayTimeS: 100,
  sprayArea: 15,
  sweptArea: 16,
  overlapRatio: 0.031,
  outsideRatio: null,
  sprayL: 12.34,
  sprayWidth: 5,
  meanSpeed: 5,
  meanHeight: 3,
  meanFlow: 2,
  workMode: 3,
  anomalies: number === 1 ? [1] : [],
  hasTrack: true,
  source: 'live',
  ...values,
})
const detail = (number: number): SortieDetail => ({
  ...sortie(number),
  simulated: false,
  crop: 'Rice',
  chemical: null,
  claimedArea: null,
  trackHash: 'aa',
  previousHash: 'bb',
  hash: 'cc00112233445566aa',
  chainIntact: number !== 2,
  block: null,
  alarms: [],
  weather: {
    source: 'drone',
    windSpeed: 3.2,
    windSpeedMost: 9.1,
    windFrom: 225,
    temperature: 24.5,
    humidity: 61,
    deltaT: 5.3,
    rain: null,
  },
  suspicions: [],
  coveredRings: [],
})
const track = (sortieId: string): Track => {
  const times = Array.from({ length: 13 }, (_, row) => startMs + row * 10_000)
  return {
    sortieId,
    droneId: 'SW-1',
    recordTime: times,
    lng: times.map((_, row) => 120 + row / 1e4),
    lat: times.map(() => 30),
    height: times.map(() => 3),
    xspeed: times.map(() => 5),
    heading: times.map(() => 90),
    flow: times.map(() => 2),
    battery: times.map(() => 80),
    spraying: times.map((_, row) => row > 2 && row < 10),
    width: times.map(() => 5),
  }
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async (
  address = '/',
  sorties: Sortie[] = [sortie(1), sortie(2)],
  answers: Parameters<typeof serve>[0] = {},
) => {
  areaUnit.set('hectare')
  const sent = serve({
    '/api/drone/device/manage/getDroneDetail': () =>
      Response.json({ droneId: 'SW-1', droneName: 'North 1' }),
    '/api/drone/mointor/manage/getHistoryFlyList': () =>
      Response.json({
        items: sorties,
        total: sorties.length,
        currentPage: 1,
        pageSize: 20,
        stats: { sortieCount: sorties.length, sprayArea: 30, durationS: 240, sprayL: 24.68 },
      }),
    '/api/oper/drones-sorties/statistics/SW-1': () =>
      Response.json({
        timeZone: 'Asia/Shanghai',
        days:
          sorties.length > 0
            ? [{ day: '2026-11-20', sortieCount: 2, sprayArea: 30, durationS: 240, sprayL: 24.68 }]
            : [],
      }),
    '/api/drone/mointor/manage/getSortieDetail': () =>
      Response.json(detail(address.includes(makeId(2)) ? 2 : 1)),
    '/api/oper/drones/tracks': ({ body }: Sent) =>
      Response.json({ tracks: (body as { ids: string[] }).ids.map(track) }),
    ...answers,
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
      {
        path: '/drones/:droneId',
        Component: () => (
          <StageProvider
            value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
          >
            <FlightHistoryScreen />
          </StageProvider>
        ),
      },
    ],
    { initialEntries: [`/drones/SW-1${address.slice(1)}`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  await screen.findByText('North 1')
  return {
    sent,
    router,
    asked: () =>
      sent
        .filter(({ path }) => path === '/api/oper/drones/tracks')
        .map(({ body }) => (body as { ids: string[] }).ids),
  }
}
const row = (time: string) => screen.getByText(time).closest('button')!

describe('the flight history', () => {
  test('uses days and times in the viewer’s zone, and the person’s unit of area', async () => {
    const { router } = await show()
    await screen.findByText('06:30:00')
    fireEvent.click(screen.getByRole('button', { name: 'Period' }))
    expect(screen.getByText('Dates and times in Shanghai (UTC+8)')).toBeTruthy()
    expect(row('06:30:00').textContent).toContain('2:001.0012.3')
    expect(within(row('06:30:00')).getByRole('img', { name: 'Zone violation' })).toBeTruthy()
    fireEvent.click(await screen.findByTitle('2026-11-20: 2 sorties, 2.0 ha'))
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({
      startTime: '2026-11-19T16:00:00.000Z',
      endTime: '2026-11-20T16:00:00.000Z',
    })
  })

  test('fetches each track once, and reports when all of them are loaded', async () => {
    const notes: string[] = []
    const stop = showNotesWith(({ text }) => notes.push(text))
    const { asked } = await show(`/?sortie=${makeId(1)}&tracks=${makeId(1)}`)
    await screen.findByRole('slider')
    expect(asked()).toEqual([[makeId(1)]])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show the track of 05:30:00' }))
    await waitFor(() => expect(asked()).toEqual([[makeId(1)], [makeId(2)]]))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    fireEvent.click(await screen.findByRole('button', { name: /Show on map/ }))
    expect(notes).toEqual(['All these tracks are already loaded.'])
    expect(asked()).toHaveLength(2)
    stop()
  })

  test('the record shows whether its hash matches', async () => {
    await show(`/?sortie=${makeId(2)}`)
    await screen.findByText('Record modified')
    expect(screen.getByText('3.1%')).toBeTruthy()
  })

  test('an airborne flight is marked, and its figures are refetched until it lands', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let fields: Partial<Sortie> = { state: 'open', closeReason: null, sprayL: 4.5, durationS: 60 }
    await show(`/?sortie=${makeId(1)}`, [sortie(1, fields)], {
      '/api/drone/mointor/manage/getSortieDetail': () => Response.json({ ...detail(1), ...fields }),
    })
    await screen.findByText(/They become final after landing/)
    expect(row('06:30:00').textContent).toContain('1:001.004.5')
    for (const sprayL of [6.5, 8.5]) {
      fields = { ...fields, sprayL }
      await vi.advanceTimersByTimeAsync(5_000)
      await screen.findByText(String(sprayL))
    }
    fields = { sprayL: 12.3 }
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(screen.queryByText(/They become final after landing/)).toBeNull())
    vi.useRealTimers()
  })

  test('a track that could not be fetched is not reported as deleted', async () => {
    const gone = 'The track of this sortie is no longer stored; its work record is kept.'
    const { sent } = await show(`/?sortie=${makeId(2)}`, undefined, {
      '/api/oper/drones/tracks': () =>
        Response.json({ code: 'not_found', message: 'Not found', traceId: 't' }, { status: 404 }),
    })
    await screen.findByText('Record modified')
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/oper/drones/tracks'))
    await new Promise((done) => setTimeout(done, 100))
    expect(screen.queryByText(gone)).toBeNull()
    queryClient.setQueryData(
      sortieQuery({ droneId: 'SW-1', sortieId: makeId(2) }).queryKey,
      (kept) => kept && { ...kept, hasTrack: false },
    )
    await screen.findByText(gone)
  })

  test('the weather is shown with the spraying, and marks values outside the allowed range', async () => {
    await show(`/?sortie=${makeId(1)}`)
    const weather = (await screen.findByText('Weather while spraying')).closest('section')!
    expect(within(weather).getByText('up to 9.1, from SW, accepted: ≤ 8')).toBeTruthy()
    expect(within(weather).getByText('accepted: 2–8')).toBeTruthy()
    expect(within(weather).getAllByText('Out of range')).toHaveLength(1)
    expect(within(weather).getByText('Drone')).toBeTruthy()
  })

  test('can be played with the keyboard, in the track’s own time', async () => {
    await show(`/?sortie=${makeId(1)}`)
    const slider = await screen.findByRole<HTMLInputElement>('slider')
    expect(slider.getAttribute('aria-valuetext')).toBe('07:30:00')
    for (let press = 0; press < 3; press++) fireEvent.keyDown(window, { key: 'ArrowRight' })
    expect(slider.getAttribute('aria-valuetext')).toBe('07:30:15')
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    expect(slider.value).toBe('10000')
    fireEvent.keyDown(window, { key: ' ' })
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
    fireEvent.keyDown(window, { key: ' ' })
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  })

  test('no flights at all and no flights in a period are distinguished', async () => {
    await show('/', [])
    await screen.findByText('No flights yet')
  })
  test('if a period has no flights, a button shows all of them', async () => {
    const { router } = await show('/?startTime=2026-01-01T16:00:00.000Z', [])
    fireEvent.click(await screen.findByRole('button', { name: 'All flights' }))
    expect(router.state.location.search).toBe('')
  })
})
