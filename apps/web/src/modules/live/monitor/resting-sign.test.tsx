import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import { RestingSign } from './resting-sign.tsx'

afterEach(() => liveConnection.store.clear())

const show = () => {
  const setLayer = vi.fn<MapHandle['setLayer']>()
  const map = { setLayer, removeLayer: vi.fn<MapHandle['removeLayer']>() } as unknown as MapHandle
  render(
    <MapContext value={map}>
      <RestingSign droneId="D-1" place={[114.6, 35.5]} />
    </MapContext>,
  )
  return setLayer.mock.calls.map(([{ sources }]) => sources['place']!.data)
}

test('a selected drone that is offline is shown where it was last seen', () => {
  expect(show()).toMatchObject([{ geometry: { coordinates: [114.6, 35.5] } }])
})

test('a drone with a live position is shown by the live layer only', () => {
  liveConnection.store.name([[1, 'D-1', 'One']])
  liveConnection.store.take(
    {
      kind: 'drones',
      serverTimeMs: 1,
      drones: [
        {
          slot: 1,
          lng: 114.6,
          lat: 35.5,
          headingDeg: 0,
          flight: 'flying',
          locked: false,
          simulated: false,
          batteryPercent: 40,
          speedMs: 6,
          heightM: 2,
          ageS: 0,
        },
      ],
    },
    Date.now(),
  )
  expect(show()).toEqual([])
})
