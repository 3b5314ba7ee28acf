import { expect, test, vi } from 'vitest'
import { LiveLayer } from './live-layer.ts'
import type { MapHandle, MapLayer } from '../../map/map-types.ts'

vi.mock('../../map/map-images.ts', async (original) => ({
  ...(await original<object>()),
  droneImages: () => ({}),
}))

test('tells which drone the pointer is on, once for each, and when it has left', () => {
  let layer: MapLayer | null = null
  const map = {
    setLayer: (given: MapLayer) => {
      layer = given
    },
    palette: () => 'light',
    view: () => ({ zoom: 12 }),
    setData: () => undefined,
  } as unknown as MapHandle
  const hovered: (string | null)[] = []
  void new LiveLayer(map, { onDroneHover: (id) => hovered.push(id) })
  const point = (properties: Record<string, unknown> | null): void =>
    layer!.onHover?.(properties && { properties, at: [100, 30] })
  for (const properties of [
    { id: 'A' },
    { id: 'A' },
    { id: 'B' },
    { count: 12 },
    null,
    { id: 'B' },
    null,
  ])
    point(properties)
  expect(hovered).toEqual(['A', 'B', null, 'B', null])
})
