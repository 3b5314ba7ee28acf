import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { MapContext } from '../map/map-context.ts'
import type { MapHandle } from '../map/map-types.ts'
import { StageProvider } from './stage.tsx'
import { serve, signIn, type Sent } from '../testing-console.ts'
import { useFirstView, useFitToWanted } from './use-first-view.ts'

const path = '/api/drone/mointor/manage/getExtent'
const box = (x: number, y: number, width: number, height: number) =>
  ({ x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }) as DOMRect
const element = (rect: DOMRect): HTMLElement =>
  Object.assign(document.createElement('div'), { getBoundingClientRect: () => rect })

/** Drones in China and Brazil, most of them in China. */
const bounds = { minLng: -47, minLat: -15, maxLng: 127, maxLat: 47 }
const densest = { minLng: 110, minLat: 28, maxLng: 121, maxLat: 36 }
const punjab = { minLng: 73.9, minLat: 29.5, maxLng: 76.9, maxLat: 32.5 }

let sent: Sent[]
beforeEach(() => {
  signIn()
  sent = serve({
    [path]: ({ query }) =>
      Response.json(
        query['region']
          ? { of: 'drones', count: 7, bounds: punjab, densest: punjab }
          : { of: 'drones', count: 190, bounds, densest },
      ),
  })
})

/** A window with the list's panel over its map. */
const mapOf = (overlay: HTMLElement) => {
  const fitBounds = vi.fn<MapHandle['fitBounds']>()
  const map = { fitBounds } as unknown as MapHandle
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StageProvider value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}>
      <MapContext value={map}>{children}</MapContext>
    </StageProvider>
  )
  return { fitBounds, wrapper }
}

test('on a telephone the first view is where most drones are, above the sheet', async () => {
  const overlay = element(box(0, 56, 375, 684))
  overlay.append(element(box(0, 398, 375, 342)))
  const { fitBounds, wrapper } = mapOf(overlay)
  renderHook(() => useFirstView(true), { wrapper })
  await waitFor(() => expect(fitBounds).toHaveBeenCalledOnce())
  expect(fitBounds.mock.calls[0]![0]).toEqual(densest)
  expect(fitBounds.mock.calls[0]![1]!.padding!.bottom).toBeGreaterThan(342)
})

test('each map has one first view; a recreated map has its own', async () => {
  const overlay = element(box(0, 56, 375, 684))
  const { fitBounds, wrapper } = mapOf(overlay)
  renderHook(() => useFirstView(true), { wrapper }).unmount()
  renderHook(() => useFirstView(true), { wrapper })
  await waitFor(() => expect(fitBounds).toHaveBeenCalledOnce())
  const asked = sent.length
  renderHook(() => useFirstView(true), { wrapper })
  expect(sent).toHaveLength(asked)
  const anew = mapOf(overlay)
  renderHook(() => useFirstView(true), { wrapper: anew.wrapper })
  await waitFor(() => expect(anew.fitBounds).toHaveBeenCalledOnce())
  expect(fitBounds).toHaveBeenCalledOnce()
})

test('a filter moves the map to the matching drones: Punjab shows the drones of Punjab', async () => {
  const overlay = element(box(220, 56, 1220, 844))
  overlay.append(element(box(232, 68, 340, 820)))
  const { fitBounds, wrapper } = mapOf(overlay)
  const { rerender } = renderHook(
    ({ wanted }: { wanted: { region?: string } }) => useFitToWanted(wanted),
    { wrapper, initialProps: { wanted: {} } },
  )
  expect(sent).toHaveLength(0)
  rerender({ wanted: { region: '356270000' } })
  await waitFor(() => expect(fitBounds).toHaveBeenCalledOnce())
  expect(sent.map(({ query }) => query)).toEqual([{ region: '356270000' }])
  expect(fitBounds.mock.calls[0]![0]).toEqual(punjab)
  expect(fitBounds.mock.calls[0]![1]!.padding!.left).toBeGreaterThan(352)
})
