import type { PlayedDrone } from '@swath/contract/flights/flights'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../../lib/area-unit.ts'
import { queryClient } from '../../../../lib/query.ts'
import { dropSession, keepSession } from '../../../../lib/session.ts'
import { serve, type Sent } from '../../../../testing-console.ts'
import { person } from '../../../../testing-person.ts'
import { StageProvider } from '../../../../ui/stage.tsx'
import { playColour } from '../history/play-colours.ts'
import { PlaybackScreen } from './playback-screen.tsx'
import { decodePlayback, type TrackPlan } from './played-track.ts'

const day = { startTime: '2026-11-19T16:00:00.000Z', endTime: '2026-11-20T16:00:00.000Z' }
const startMs = Date.parse('2026-11-20T01:00:00Z') // nine in Shanghai
const makeId = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`
const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString()

/** Each drone flies for 100 s, one after the other. */
const drone = (number: number): PlayedDrone => ({
  droneId: `SW-${number}`,
  droneName: `North ${number}`,
  modelName: 'M',
  alarms:
    number === 2
      ? [
          {
            anomalyId: makeId(9),
            sortieId: makeId(2),
            oddType: 1,
            level: 1,
            recordTime: iso(130),
            lng: 120,
            lat: 30,
            leftArea: false,
            noflyName: 'Airfield',
          },
        ]
      : [],
  flights: [
    {
      sortieId: makeId(number),
      state: 'closed',
      startTime: iso((number - 1) * 100),
      endTime: iso(number * 100),
      durationS: 100,
      sprayArea: 15,
      sprayL: 12,
      sprayWidth: 5,
      blockName: null,
      oprName: null,
    },
  ],
})
const encodeTracks = (ids: readonly string[]): Uint8Array<ArrayBuffer> => {
  const parts = ids.map((id) => {
    const number = Number(id.slice(-1))
    const bytes = encodeTrack(
      PointColumns.of(
        Array.from({ length: 101 }, (_, i) => ({
          tMs: startMs + (number - 1) * 100_000 + i * 1000,
          lng: 120 + i * 5e-5,
          lat: 30,
          heightM: 3,
          speedMs: 5,
          headingDeg: 90,
          flowLMin: 6,
          pumpOn: true,
          swathWidthM: 5,
          tankL: null,
          batteryPercent: 80,
          linkPercent: null,
          fix: null,
          satellites: null,
          mode: null,
          boot: null,
          seq: null,
        })),
      ),
    )
    const part = new Uint8Array(20 + bytes.length)
    part.set(
      id
        .replaceAll('-', '')
        .match(/../g)!
        .map((pair) => Number.parseInt(pair, 16)),
    )
    new DataView(part.buffer).setUint32(16, bytes.length, true)
    part.set(bytes, 20)
    return part
  })
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const show = async (search: string) => {
  areaUnit.set('hectare')
  // jsdom has no workers, so the same work is done synchronously.
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { data: unknown }) => void) | null = null
      postMessage({ bytes, plans }: { bytes: ArrayBuffer; plans: TrackPlan[] }): void {
        queueMicrotask(() =>
          this.onmessage?.({ data: { tracks: decodePlayback(new Uint8Array(bytes), plans) } }),
        )
      }
      terminate(): void {}
    },
  )
  const wanted = ({ body }: Sent) =>
    (body as { droneIds: string[] }).droneIds.map((id) => Number(id.slice(-1)))
  const sent = serve({
    '/api/drone/mointor/manage/getHistoryFlyList': () =>
      Response.json({
        items: [{ startTime: iso(0) }],
        total: 1,
        currentPage: 1,
        pageSize: 1,
        stats: { sortieCount: 1, sprayArea: 1, durationS: 1, sprayL: 1 },
      }),
    '/api/oper/drones-sorties/drones': () =>
      Response.json({
        items: [1, 2].map((number) => ({
          droneId: `SW-${number}`,
          droneName: `North ${number}`,
          yyAccountName: 'Green Fields',
          sortieCount: 1,
          sprayArea: 15,
          durationS: 100,
          sprayL: 12,
          startTime: iso(0),
          endTime: iso(100),
          alarmCount: number - 1,
          alarmLevel: number === 2 ? 1 : null,
          bounds: null,
        })),
        total: 2,
        currentPage: 1,
        pageSize: 100,
      }),
    '/api/oper/drones/playback': (asked) =>
      Response.json({ timeZone: 'Asia/Shanghai', drones: wanted(asked).map(drone) }),
    '/api/oper/drones/playback/tracks': (asked) =>
      new Response(encodeTracks(wanted(asked).map(makeId))),
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
        path: '/playback',
        Component: () => (
          <StageProvider
            value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
          >
            <PlaybackScreen />
          </StageProvider>
        ),
      },
    ],
    { initialEntries: [`/playback${search}`] },
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
const query = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`
const clock = () =>
  within(screen.getByRole('region', { name: 'Time and timeline' })).getByText(/^\d\d:\d\d:\d\d$/)
    .textContent
const findRow = (name: string) => screen.getByText(name).closest('li')!

test('starts with the latest day with flights, and plays the selected drones', async () => {
  const { sent, router } = await show('')
  await screen.findByRole('checkbox', { name: /North 1/ })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true)
  expect(screen.getByText('Select up to 20 drones')).toBeTruthy()
  // Both drones belong to the same organisation, which is not repeated.
  expect(screen.queryByText(/Green Fields/)).toBeNull()
  // The day's tracks are drawn before drones are selected.
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/playback/tracks'))?.body).toMatchObject({
      droneIds: ['SW-1', 'SW-2'],
      ...day,
    }),
  )
  const colours = ['North 1', 'North 2'].map((name) =>
    findRow(name).querySelector<HTMLElement>('b [style]')!.style.getPropertyValue('--own'),
  )
  expect(colours).toEqual([playColour(0), playColour(1)])
  fireEvent.click(await screen.findByRole('checkbox', { name: /North 1/ }))
  expect(sent.find(({ path }) => path === '/api/oper/drones-sorties/drones')!.query).toMatchObject(
    day,
  )
  fireEvent.click(screen.getByRole('checkbox', { name: /North 2/ }))
  expect(screen.getByText('2 of 20 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Play 2 drones' }))
  await waitFor(() => expect(clock()).toBe('09:00:00'))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({
    drones: 'SW-1,SW-2',
    ...day,
  })
})

test('shows each drone’s work up to the time in the URL', async () => {
  await show(query({ drones: 'SW-1,SW-2', ...day, at: iso(50) }))
  await waitFor(() => expect(clock()).toBe('09:00:50'))
  // Half of 15 mu, which are one hectare.
  await waitFor(() => expect(findRow('North 1').textContent).toContain('0.50'))
  expect(findRow('North 1').textContent).toContain('6.0')
  expect(findRow('North 1').textContent).toContain('Spraying')
  expect(findRow('North 2').textContent).toContain('Not started · takes off at 09:01:40')
  expect(document.querySelector('[data-figure="inAir"]')!.textContent).toBe('1 / 2')
})

test('jumps to an alarm, by its line, its keys and the slider; the position is stored in the address', async () => {
  const { router } = await show(query({ drones: 'SW-1,SW-2', ...day }))
  fireEvent.click(await screen.findByRole('button', { name: /Entered the no-fly zone Airfield/ }))
  await waitFor(() => expect(clock()).toBe('09:02:10'))
  await waitFor(() =>
    expect(new URLSearchParams(router.state.location.search).get('at')).toBe(iso(130)),
  )
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  await waitFor(() => expect(clock()).toBe('09:02:15'))
  fireEvent.keyDown(document.body, { key: '[' })
  await waitFor(() => expect(clock()).toBe('09:02:10'))
})

test('a period without flights of the selected drones reports this, and links back to the selection', async () => {
  const { router } = await show(
    query({ drones: 'SW-1', startTime: '2026-11-18T00:00:00Z', endTime: '2026-11-18T01:00:00Z' }),
  )
  await screen.findByText('No flights in this period')
  fireEvent.click(screen.getAllByRole('button', { name: 'Change selection' })[0]!)
  expect(new URLSearchParams(router.state.location.search).has('choose')).toBe(true)
})
