import type { LngLat } from '@swath/domain/lng-lat'
import { expect, test, vi } from 'vitest'
import type { MapEngine } from './map-engine.ts'
import type { MapHandle } from './map-types.ts'
import { RingTool } from './ring-tool.ts'

/** A map with 1,000 pixels per degree and [0, 1] in its top left corner. */
const layMap = () => {
  const canvas = document.createElement('canvas')
  const container = document.createElement('div')
  container.append(canvas)
  const listeners = new Map<string, (event: unknown) => void>()
  let idle = (): void => undefined
  const data = new Map<string, { features: readonly unknown[] }>()
  const map = {
    getCanvas: () => canvas,
    getCanvasContainer: () => container,
    getBounds: () => ({ contains: () => true }),
    project: ([lng, lat]: LngLat) => ({ x: lng * 1000, y: (1 - lat) * 1000 }),
    unproject: ([x, y]: LngLat) => ({ lng: x / 1000, lat: 1 - y / 1000 }),
    doubleClickZoom: { enable: vi.fn<() => void>(), disable: vi.fn<() => void>() },
    on: (name: string, listener: (event: unknown) => void) => {
      listeners.set(name, listener)
      return { unsubscribe: () => listeners.delete(name) }
    },
    once: () =>
      new Promise<void>((resolve) => {
        idle = resolve
      }),
  }
  const handle = {
    setLayer: vi.fn<() => void>(),
    removeLayer: vi.fn<() => void>(),
    setData: (_: string, source: string, shown: { features: readonly unknown[] }) =>
      data.set(source, shown),
  }
  const point = (x: number, y: number) => ({
    point: { x, y },
    lngLat: map.unproject([x, y]),
    originalEvent: { button: 0 },
    preventDefault: () => undefined,
  })
  return {
    container,
    shown: (source: string): number => data.get(source)?.features.length ?? 0,
    tell: (name: string, x: number, y: number) => listeners.get(name)?.(point(x, y)),
    rest: () => idle(),
    handle: handle as unknown as MapHandle,
    engine: { map, setDrawing: vi.fn<() => void>() } as unknown as MapEngine,
  }
}

const square: readonly LngLat[] = [
  [0.1, 0.9],
  [0.5, 0.9],
  [0.5, 0.5],
  [0.1, 0.5],
]

const open = (mode: 'draw' | 'edit', corners: readonly LngLat[]) => {
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    act()
    return 0
  })
  const world = layMap()
  const onChange = vi.fn<(corners: readonly LngLat[], isSettled: boolean) => void>()
  const tool = new RingTool(world.handle, world.engine, {
    mode,
    corners,
    colour: '#123456',
    snap: () => null,
    takesFocus: false,
    formatLength: (metres) => `${Math.round(metres / 1000)} km`,
    onChange,
    onFinish: vi.fn<() => void>(),
    onCancel: vi.fn<() => void>(),
  })
  return { ...world, tool, onChange, path: () => world.container.querySelector('path') }
}
const edit = () => open('edit', square)

test('a dragged corner is drawn above the map, and by the map after the release', async () => {
  const { tell, shown, path, container, onChange, rest } = edit()
  expect([shown('ground'), shown('corners'), path()]).toEqual([1, 4, null])
  tell('mousedown', 500, 500)
  tell('mousemove', 600, 600)
  expect([shown('ground'), shown('corners'), shown('middles')]).toEqual([0, 3, 2])
  expect(path()!.getAttribute('d')).toBe('M100.0,100.0 500.0,100.0 600.0,600.0 100.0,500.0 Z')
  expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    '57 km',
    '57 km',
  ])
  expect(onChange).toHaveBeenLastCalledWith([square[0], square[1], [0.6, 0.4], square[3]], false)
  tell('mouseup', 600, 600)
  expect(onChange).toHaveBeenLastCalledWith([square[0], square[1], [0.6, 0.4], square[3]], true)
  expect([shown('ground'), shown('corners'), shown('middles')]).toEqual([1, 4, 4])
  expect(path()).not.toBeNull()
  rest()
  await Promise.resolve()
  expect(path()).toBeNull()
})

test('the middle of an edge becomes a corner, and dragging the shape moves all corners', () => {
  const { tell, path, tool, onChange } = edit()
  tell('mousedown', 300, 100)
  tell('mousemove', 300, 50)
  expect(path()!.getAttribute('d')).toContain('100.0,100.0 300.0,50.0 500.0,100.0')
  expect(onChange.mock.lastCall![0]).toHaveLength(5)
  tool.stop()
  expect(path()).toBeNull()
})

test('a press without a drag moves nothing', () => {
  const { tell, path, onChange } = edit()
  tell('mousedown', 500, 500)
  tell('mouseup', 500, 500)
  expect(path()).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})

test('corners passed on earlier stay as they were, so that undo finds them', () => {
  const { tell, onChange } = open('draw', [])
  for (const [x, y] of [
    [100, 100],
    [500, 100],
    [500, 500],
  ] as const)
    tell('click', x, y)
  expect(onChange.mock.calls.map(([corners]) => corners.length)).toEqual([1, 2, 3])
})
