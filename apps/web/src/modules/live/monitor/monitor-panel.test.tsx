import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { liveConnection } from '../../../lib/live/live.ts'
import type { MapRange } from './map-range.ts'
import { useMonitorAddress } from './monitor-address.ts'
import { MonitorPanel } from './monitor-panel.tsx'
import { signIn } from '../../../testing-console.ts'

type Asked = { path: string; query: Record<string, string>; signal: AbortSignal }
const asked: Asked[] = []
let isHeld = false
/** The panel covers the western fifth of the range. */
const range = (minLng: number): MapRange => ({
  zoom: 6,
  bounds: { minLng: minLng - 2, minLat: 30, maxLng: minLng + 10, maxLat: 40 },
  free: { minLng, minLat: 30, maxLng: minLng + 10, maxLat: 40 },
})
const drone = (id: string, lng: number) => ({
  droneId: id,
  droneName: `Name ${id}`,
  modelName: 'XN-30',
  yyAccountName: null,
  flight: 'flying',
  locked: false,
  simulated: false,
  lng,
  lat: 35,
  headingDeg: 0,
  speedMs: 4,
  heightM: 3,
  batteryPercent: 50,
  lastMessageAt: new Date().toISOString(),
})
const today = { sortieCount: 0, sprayArea: 0, durationS: 0, sprayL: 0 }

beforeEach(() => {
  signIn()
  isHeld = false
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string, { signal }: { signal: AbortSignal }) => {
      const url = new URL(address, 'http://console')
      asked.push({
        path: url.pathname.split('/').at(-1)!,
        query: Object.fromEntries(url.searchParams),
        signal,
      })
      const query = Object.fromEntries(url.searchParams)
      if (url.pathname.endsWith('getMonitorDetail')) {
        return Promise.resolve(
          Response.json({
            droneNum: 9,
            onlineDroneCount: 3,
            flyingDroneCount: 2,
            sprayingDroneCount: 1,
            troubles: { silentSpraying: 2, silentFlying: 0, lowBattery: 0, locked: 0 },
            today,
            timeZone: 'Asia/Bangkok',
          }),
        )
      }
      if (isHeld)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        )
      const count = query['condition'] === undefined ? 500 : 1
      return Promise.resolve(
        Response.json({
          items: Array.from({ length: count }, (_, i) =>
            drone(`${query['minLng']}-${i}`, Number(query['minLng'])),
          ),
          total: count === 1 ? 1 : 1234,
        }),
      )
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  liveConnection.store.clear()
  asked.length = 0
})

const hovered: unknown[] = []
const selected: string[] = []
const alarm = (level: 1 | 2 | 3, n: number): RecentAlarm => ({
  anomalyId: `0190a1b2-c3d4-7e5f-8a9b-00000000000${n}`,
  droneId: `D-${n}`,
  droneName: `Drone ${n}`,
  oddType: 2,
  level,
  recordTime: new Date().toISOString(),
  lng: 104,
  lat: 35,
  region: ['China', 'Henan'],
  leftArea: false,
  noflyName: null,
  read: n > 1,
  state: 'open',
})
const alarms = [alarm(1, 1), alarm(2, 2), alarm(2, 3)]
const Within = ({
  start,
  pointed,
  overlay,
}: {
  start: MapRange
  pointed: string | null
  overlay: HTMLElement | null
}) => {
  const [now, setRange] = useState(start)
  const address = useMonitorAddress()
  const { shown } = address
  const level = shown.view === 'alarms' ? shown.level : null
  return (
    <StageProvider value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}>
      <button type="button" onClick={() => setRange(range(now.free.minLng + 10))}>
        pan
      </button>
      <MonitorPanel
        address={address}
        range={now}
        alarms={{
          answer: {
            levels: [
              { level: 1, count: 1, unread: 1 },
              { level: 2, count: 2, unread: 0 },
              { level: 3, count: 0, unread: 0 },
            ],
            items: alarms,
          },
          error: null,
          retry: () => undefined,
          freshIds: new Set(),
        }}
        shownAlarms={alarms.filter((one) => level === null || one.level === level)}
        pointedId={pointed}
        onDrone={(droneId) => selected.push(droneId)}
        onAlarm={({ droneId }) => selected.push(droneId)}
        onPlot={() => undefined}
        onHover={(place) => hovered.push(place)}
        extra={null}
      />
    </StageProvider>
  )
}
const Screen = ({ start, pointed = null }: { start: MapRange; pointed?: string | null }) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <App>
          <div ref={setOverlay} />
          <Within start={start} pointed={pointed} overlay={overlay} />
        </App>
      </MemoryRouter>
    </QueryClientProvider>
  )
}
const lists = () => asked.filter(({ path }) => path === 'getDroneList')

describe('the list next to the map', () => {
  test('requests the part of the map that panels leave free, shows the counts, and only renders visible rows', async () => {
    render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    expect(lists()[0]?.query).toEqual({
      minLng: '100',
      minLat: '30',
      maxLng: '110',
      maxLat: '40',
      queryType: '1',
    })
    expect(screen.getByText('Showing 500 of 1,234')).toBeTruthy()
    expect(screen.getAllByRole('option').length).toBeLessThan(30)
    expect(screen.getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe('500')
  })
  test('follows the map, and cancels requests for a previous view', async () => {
    render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    isHeld = true
    fireEvent.click(screen.getByText('pan'))
    await waitFor(() => expect(lists()).toHaveLength(2))
    expect(screen.getByText('Name 100-0')).toBeTruthy()
    isHeld = false
    fireEvent.click(screen.getByText('pan'))
    await screen.findByText('Name 120-0')
    expect(lists()[1]?.signal.aborted).toBe(true)
    expect(lists()[2]?.query['minLng']).toBe('120')
  })
  test('a row highlights its drone’s current position on the map; Enter selects it', async () => {
    hovered.length = selected.length = 0
    render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    liveConnection.store.name([[1, '100-1', 'Name 100-1']])
    liveConnection.store.take(
      {
        kind: 'drones',
        serverTimeMs: 1,
        drones: [
          {
            slot: 1,
            lng: 104.2,
            lat: 33.3,
            headingDeg: 0,
            flight: 'spraying',
            locked: false,
            simulated: false,
            batteryPercent: 40,
            speedMs: 6.25,
            heightM: 2,
            ageS: 0,
          },
        ],
      },
      Date.now(),
    )
    fireEvent.pointerEnter(screen.getAllByRole('option')[0]!)
    const list = screen.getByRole('listbox')
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    expect(hovered).toEqual([
      [100, 35],
      [104.2, 33.3],
    ])
    fireEvent.keyDown(list, { key: 'Enter' })
    expect(selected).toEqual(['100-1'])
    expect(list.getAttribute('aria-activedescendant')).toBe('row-100-1')
  })
  test('the row of the drone under the pointer on the map is highlighted and visible', async () => {
    const { rerender } = render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    expect(screen.queryByText('Name 100-90')).toBeNull()
    rerender(<Screen start={range(100)} pointed="100-90" />)
    fireEvent.scroll(screen.getByRole('listbox'))
    expect(
      (await screen.findByText('Name 100-90'))
        .closest('[role=option]')
        ?.getAttribute('data-pointed'),
    ).toBe('true')
  })
  test('searching requests again', async () => {
    render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    fireEvent.keyDown(window, { key: '/' })
    const search = screen.getByRole('textbox')
    expect(document.activeElement).toBe(search)
    fireEvent.change(search, { target: { value: ' Heron ' } })
    await waitFor(() => expect(lists().at(-1)?.query['search']).toBe('Heron'))
  })
})

describe('above the list', () => {
  const state = (name: string) =>
    within(screen.getByRole('group', { name: 'Drones' })).getByRole('button', {
      name: new RegExp(name),
    })
  test('states add up to all drones, flying apart from spraying, and each filters', async () => {
    render(<Screen start={range(100)} />)
    await waitFor(() => expect(state('Spraying').textContent).toContain('1'))
    const counts = ['Spraying', 'Flying', 'Ground', 'Offline'].map((name) =>
      Number(/\d+/.exec(state(name).textContent)![0]),
    )
    expect(counts).toEqual([1, 1, 1, 6])
    fireEvent.click(state('Offline'))
    await waitFor(() => expect(lists().at(-1)?.query['condition']).toBe('offline'))
    expect(await screen.findByText('Offline · 1 drone in range')).toBeTruthy()
    expect(state('Offline').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(state('Offline'))
    await waitFor(() => expect(state('Offline').getAttribute('aria-pressed')).toBe('false'))
    expect(await screen.findByText('Showing 500 of 1,234')).toBeTruthy()
  })
  test('alarms by level come first: a click lists them, a row opens its drone', async () => {
    selected.length = 0
    render(<Screen start={range(100)} />)
    const deps = await screen.findByRole('region', { name: 'Needs attention' })
    fireEvent.click(within(deps).getByRole('button', { name: /Level 2/ }))
    const rows = await screen.findByRole('list', { name: 'Alarms' })
    expect(within(rows).getAllByRole('button')).toHaveLength(2)
    fireEvent.click(within(rows).getAllByRole('button')[0]!)
    expect(selected).toEqual(['D-2'])
  })
  test('a problem without drones is hidden; one with drones is a filter', async () => {
    render(<Screen start={range(100)} />)
    const deps = await screen.findByRole('region', { name: 'Needs attention' })
    fireEvent.click(await within(deps).findByRole('button', { name: /Signal lost while spraying/ }))
    await waitFor(() => expect(lists().at(-1)?.query['condition']).toBe('silent-spraying'))
    expect(within(deps).queryByRole('button', { name: /Low battery/ })).toBeNull()
  })
})
