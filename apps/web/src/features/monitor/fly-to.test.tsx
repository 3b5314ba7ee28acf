import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MapContext } from '../../map/map-context.ts'
import type { MapHandle } from '../../map/map-types.ts'
import { useFlyTo } from './monitor-map.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** How much of the window's height stays free above the sheet, px. */
const freePx = (sheet: 'peek' | 'half'): number => {
  vi.stubGlobal('innerWidth', 375)
  vi.stubGlobal('innerHeight', 812)
  const moveTo = vi.fn<MapHandle['moveTo']>()
  const map = { moveTo, view: () => ({ zoom: 5 }) } as unknown as MapHandle
  const { result } = renderHook(() => useFlyTo(sheet), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MapContext value={map}>{children}</MapContext>
    ),
  })
  result.current!([104, 35])
  return 812 - moveTo.mock.calls[0]![1]!.padding!.bottom!
}

test('a drone that one chose on a telephone is not brought beneath the tall sheet', () => {
  // The header and 82 % of what is beneath it.
  const sheetTopPx = 56 + (812 - 56) * 0.18
  expect(freePx('half')).toBeLessThan(sheetTopPx)
  expect(freePx('peek')).toBeGreaterThan(sheetTopPx)
})
