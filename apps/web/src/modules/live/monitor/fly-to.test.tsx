import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { MapContext } from '../../../map/map-context.ts'
import type { MapHandle } from '../../../map/map-types.ts'
import { StageProvider } from '../../../ui/stage.tsx'
import { useFlyTo } from './use-fly-to.ts'

const box = (x: number, y: number, width: number, height: number) =>
  ({ x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }) as DOMRect
const element = (rect: DOMRect): HTMLElement =>
  Object.assign(document.createElement('div'), { getBoundingClientRect: () => rect })

/** The height that a sheet with this top edge leaves free on a phone, px. */
const freePx = (sheetTopPx: number): number => {
  const overlay = element(box(0, 56, 375, 756))
  overlay.append(element(box(0, sheetTopPx, 375, 812 - sheetTopPx)))
  const moveTo = vi.fn<MapHandle['moveTo']>()
  const map = { moveTo, view: () => ({ zoom: 5 }) } as unknown as MapHandle
  const { result } = renderHook(useFlyTo, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <StageProvider value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}>
        <MapContext value={map}>{children}</MapContext>
      </StageProvider>
    ),
  })
  result.current!([104, 35])
  return 812 - moveTo.mock.calls[0]![1]!.padding!.bottom!
}

test('a drone selected on a phone is not moved below the sheet', () => {
  expect(freePx(434)).toBeLessThan(434)
  expect(freePx(525)).toBeLessThan(525)
  expect(freePx(525)).toBeGreaterThan(434)
})
