import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { MapCamera } from './map-camera.ts'

test('the view does not move while a person holds the map', () => {
  const container = document.createElement('div')
  const fitBounds = vi.fn<() => void>()
  const easeTo = vi.fn<() => void>()
  const map = {
    on: () => {},
    getCanvasContainer: () => container,
    getContainer: () => container,
    fitBounds,
    easeTo,
  }
  const camera = new MapCamera(map as unknown as MapLibreMap)
  const move = (): void => {
    camera.fitBounds({ minLng: 1, maxLng: 2, minLat: 1, maxLat: 2 })
    camera.moveTo([1, 1])
  }
  const calls = () => [fitBounds.mock.calls.length, easeTo.mock.calls.length]
  move()
  expect(calls()).toEqual([1, 1])
  container.dispatchEvent(new MouseEvent('pointerdown', { button: 0 }))
  move()
  expect(calls()).toEqual([1, 1])
  window.dispatchEvent(new MouseEvent('pointerup'))
  container.dispatchEvent(new MouseEvent('pointerdown', { button: 2 }))
  move()
  expect(calls()).toEqual([2, 2])
})
