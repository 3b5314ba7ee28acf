import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { useCallback, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { signIn } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { DroneCard } from './drone-card.tsx'

const drone = {
  droneId: 'D-1',
  droneName: 'Heron',
  modelName: 'XN-30',
  yyAccountName: null,
  flight: 'flying',
  locked: false,
  simulated: false,
  lng: 104,
  lat: 35,
  headingDeg: 0,
  speedMs: 4,
  heightM: 3,
  batteryPercent: 50,
  lastMessageAt: new Date().toISOString(),
  flowLMin: null,
  tankL: null,
  linkPercent: null,
  swathWidthM: 6,
  zzAccountName: 'Maker',
  oprName: null,
  region: [],
  currentSortie: null,
  today: { sortieCount: 0, sprayArea: 0, durationS: 0, sprayL: 0 },
  trail: { recordTime: [], lng: [], lat: [], spraying: [] },
}

beforeEach(async () => {
  signIn()
  vi.stubGlobal('fetch', (address: string) => {
    if (address.includes('getDroneDetail')) return Promise.resolve(Response.json(drone))
    if (address.includes('/api/theme')) return Promise.resolve(Response.json(theme))
    return new Promise(() => undefined)
  })
  await loadHostTheme()
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const panListeners = new Set<() => void>()
const moveTo = vi.fn<MapHandle['moveTo']>()
const map = {
  moveTo,
  view: () => ({ zoom: 15 }),
  setLayer: () => undefined,
  removeLayer: () => undefined,
  setData: () => undefined,
  setZoomPlace: () => undefined,
  onPan: (listener: () => void) => {
    panListeners.add(listener)
    return () => void panListeners.delete(listener)
  },
} as unknown as MapHandle

const Card = () => {
  const [isFollowing, setFollowing] = useState(false)
  const follow = useCallback((isOn: boolean) => setFollowing(isOn), [])
  return (
    <DroneCard
      droneId="D-1"
      alarmId={null}
      fliesThere={false}
      isFollowing={isFollowing}
      setFollowing={follow}
      onClose={() => undefined}
    />
  )
}
const Screen = () => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <App>
          <div ref={setOverlay} />
          <MapContext value={map}>
            <StageProvider
              value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}
            >
              <Card />
            </StageProvider>
          </MapContext>
        </App>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

test('Follow shows the drone, and moving the map by hand ends it', async () => {
  render(<Screen />)
  const button = await screen.findByRole('button', { name: 'Follow' })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  expect(moveTo).not.toHaveBeenCalled()
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  expect(moveTo).toHaveBeenCalledTimes(1)
  expect(moveTo.mock.calls[0]?.[0]).toEqual([104, 35])
  expect(moveTo.mock.calls[0]?.[1]).toMatchObject({ isVisit: true })
  act(() => {
    for (const listener of panListeners) listener()
  })
  expect(button.getAttribute('aria-pressed')).toBe('false')
})
