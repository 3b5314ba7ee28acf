// Choosing a drone and closing it again leave the list as it was.
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle, MapViewState } from '../../../map/map-types.ts'
import { signIn } from '../../../testing-console.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { useListRange } from './use-list-range.ts'
import { useMonitorAddress } from './monitor-address.ts'
import { MonitorPanel } from './monitor-panel.tsx'

const drone = (n: number) => ({
  droneId: `D-${n}`,
  droneName: `Drone ${n}`,
  modelName: 'XN-30',
  yyAccountName: null,
  flight: 'flying',
  locked: false,
  simulated: false,
  lng: 100 + n,
  lat: 35,
  headingDeg: 0,
  speedMs: 4,
  heightM: 3,
  batteryPercent: 50,
  lastMessageAt: new Date().toISOString(),
})
const fleet = Array.from({ length: 18 }, (_, i) => drone(i))

beforeEach(() => {
  signIn()
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, 'http://console')
    const query = Object.fromEntries(url.searchParams)
    if (url.pathname.endsWith('getDroneDetail'))
      return Promise.resolve(
        Response.json(fleet.find(({ droneId }) => droneId === query['droneId'])),
      )
    if (!url.pathname.endsWith('getDroneList')) return new Promise(() => undefined)
    const items = fleet.filter(
      ({ lng, droneName }) =>
        lng >= Number(query['minLng']) &&
        lng <= Number(query['maxLng']) &&
        droneName.includes(query['search'] ?? ''),
    )
    return Promise.resolve(Response.json({ items, total: items.length }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** A map over the whole fleet. `goTo` shows half a degree on both sides of a place. */
const buildMap = () => {
  let view: MapViewState = {
    centre: [109, 35],
    zoom: 6,
    bounds: { minLng: 99, minLat: 30, maxLng: 119, maxLat: 40 },
  }
  const listeners = new Set<Parameters<MapHandle['onViewChange']>[0]>()
  const goTo = (lng: number, isVisit: boolean): void => {
    const bounds = { minLng: lng - 0.5, minLat: 34, maxLng: lng + 0.5, maxLat: 36 }
    view = { centre: [lng, 35], zoom: 12, bounds }
    for (const listener of listeners) listener(view, { isVisit })
  }
  const map = {
    view: () => view,
    onViewChange: (listener: Parameters<MapHandle['onViewChange']>[0]) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    moveTo: ([lng]: readonly [number, number]) => goTo(lng, true),
  } as unknown as MapHandle
  return { map, goTo }
}

const Monitor = ({ overlay }: { overlay: HTMLElement | null }) => {
  const address = useMonitorAddress()
  const range = useListRange(address.selection.droneId)
  return (
    <>
      <MonitorPanel
        address={address}
        range={range}
        alarms={{ answer: undefined, error: null, retry: () => undefined, freshIds: new Set() }}
        shownAlarms={[]}
        pointedId={null}
        onDrone={(droneId) => address.select({ droneId })}
        onAlarm={() => undefined}
        onPlot={() => undefined}
        onHover={() => undefined}
        extra={null}
      />
      {overlay && address.selection.droneId !== null && (
        <button type="button" onClick={() => address.select({})}>
          close
        </button>
      )}
    </>
  )
}
const Screen = ({ map, path = '/' }: { map: MapHandle; path?: string }) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <App>
          <div ref={setOverlay} />
          <MapContext value={map}>
            <StageProvider
              value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
            >
              <Monitor overlay={overlay} />
            </StageProvider>
          </MapContext>
        </App>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

const rows = () => screen.getAllByRole('option').map(({ id }) => id)
const selected = () =>
  screen.getAllByRole('option').filter((row) => row.getAttribute('aria-selected') === 'true')
/** The range rests a moment before the list asks again. */
const rest = () => act(() => new Promise((done) => setTimeout(done, 400)))

test('choosing and closing a drone keep rows, search and scroll position', async () => {
  const { map, goTo } = buildMap()
  render(<Screen map={map} />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Drone 1' } })
  await screen.findByText('9 drones in range')
  const list = screen.getByRole('listbox')
  const before = rows()
  list.scrollTop = 120
  fireEvent.click(screen.getByText('Drone 12'))
  act(() => goTo(112, true))
  await rest()
  expect(rows()).toEqual(before)
  expect(selected().map(({ id }) => id)).toEqual(['row-D-12'])
  expect(screen.queryByText('Selected, not in this list')).toBeNull()
  fireEvent.click(screen.getByText('close'))
  await rest()
  expect(rows()).toEqual(before)
  expect(screen.getByRole('listbox')).toBe(list)
  expect(list.scrollTop).toBe(120)
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Drone 1')
})

test('the list follows the person, and pins the chosen drone above it', async () => {
  const { map, goTo } = buildMap()
  render(<Screen map={map} />)
  await screen.findByText('18 drones in range')
  fireEvent.click(screen.getByText('Drone 3'))
  act(() => goTo(103, true))
  await rest()
  act(() => goTo(107, false))
  await waitFor(() => expect(rows()).toEqual(['row-D-7']))
  const pinned = await screen.findByRole('region', { name: 'Selected, not in this list' })
  fireEvent.click(within(pinned).getByRole('button', { name: /Drone 3/ }))
  await rest()
  expect(map.view().centre).toEqual([103, 35])
  expect(rows()).toEqual(['row-D-7'])
})

test('a person who comes back from a drone’s page finds the list again', async () => {
  const { map, goTo } = buildMap()
  const { unmount } = render(<Screen map={map} />)
  await screen.findByText('18 drones in range')
  act(() => goTo(103, true))
  unmount()
  render(<Screen map={map} />)
  await screen.findByText('18 drones in range')
})

test('a link to a drone begins the list where the map shows it, and only there', async () => {
  const { map, goTo } = buildMap()
  act(() => goTo(150, false))
  render(<Screen map={map} path="/?drone=D-7" />)
  await screen.findByText('0 drones in range')
  act(() => goTo(107, true))
  await waitFor(() => expect(rows()).toEqual(['row-D-7']))
  act(() => goTo(103, true))
  await rest()
  expect(rows()).toEqual(['row-D-7'])
})
