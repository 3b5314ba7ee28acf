import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query.ts'
import { StageProvider } from '../../ui/stage.tsx'
import { liveConnection } from './live.ts'
import type { MapRange } from './map-range.ts'
import { MonitorPanel, type Tab } from './monitor-panel.tsx'
import { signIn } from '../../testing-console.ts'

type Asked = { path: string; query: Record<string, string>; signal: AbortSignal }
const asked: Asked[] = []
let isHeld = false
const range = (minLng: number): MapRange => ({
  zoom: 6,
  bounds: { minLng, minLat: 30, maxLng: minLng + 10, maxLat: 40 },
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

beforeAll(() => loadTexts(['monitor']))
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
            today,
            timeZone: 'Asia/Bangkok',
          }),
        )
      }
      if (isHeld)
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        )
      const count = url.pathname.endsWith('getOfflineDroneList') ? 1 : 500
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
const Screen = ({ start, pointed = null }: { start: MapRange; pointed?: string | null }) => {
  const [now, setRange] = useState(start)
  const [tab, setTab] = useState<Tab>('online')
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <App>
        <StageProvider
          value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
        >
          <button type="button" onClick={() => setRange(range(now.bounds.minLng + 10))}>
            pan
          </button>
          <div ref={setOverlay} />
          <MonitorPanel
            range={now}
            tab={tab}
            onTab={setTab}
            selectedId={null}
            pointedId={pointed}
            onSelect={({ droneId }) => selected.push(droneId)}
            onHover={(place) => hovered.push(place)}
            extra={null}
          />
        </StageProvider>
      </App>
    </QueryClientProvider>
  )
}
const lists = () => asked.filter(({ path }) => path === 'getDroneList')

describe('the list beside the map', () => {
  test('asks for what the map shows, says how many of how many, and draws only rows that are seen', async () => {
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
  test('follows the map, and calls off what it asked for a place that is left', async () => {
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
  test('a row tells the map where its drone is now; Enter chooses it', async () => {
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
  test('the row of the drone that the map points at is marked and in sight', async () => {
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
  test('searching and the other tab ask anew', async () => {
    render(<Screen start={range(100)} />)
    await screen.findByText('Name 100-0')
    fireEvent.keyDown(window, { key: '/' })
    const search = screen.getByRole('textbox')
    expect(document.activeElement).toBe(search)
    fireEvent.change(search, { target: { value: ' Heron ' } })
    await waitFor(() => expect(lists().at(-1)?.query['search']).toBe('Heron'))
    fireEvent.click(screen.getByText('Offline'))
    await waitFor(() =>
      expect(
        asked.some(
          ({ path, query }) => path === 'getOfflineDroneList' && query['search'] === 'Heron',
        ),
      ).toBe(true),
    )
    expect(await screen.findByText('1 drone in range')).toBeTruthy()
  })
})
