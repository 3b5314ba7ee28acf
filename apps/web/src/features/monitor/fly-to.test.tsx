import { render, renderHook } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { MapContext } from '../../map/map-context.ts'
import type { MapHandle } from '../../map/map-types.ts'
import { Panel } from '../../ui/panel.tsx'
import { StageProvider } from '../../ui/stage.tsx'
import { useFlyTo } from './monitor-map.tsx'

afterEach(() => void vi.unstubAllGlobals())

const Stage = ({ children }: { children: ReactNode }) => {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  return (
    <StageProvider value={{ layout: 'map', isMapOpen: true, openMap: () => undefined, overlay }}>
      <div ref={setOverlay} />
      {children}
    </StageProvider>
  )
}

/** How much of the window's height stays free above the sheet, px. */
const freePx = (): number => {
  const moveTo = vi.fn<MapHandle['moveTo']>()
  const map = { moveTo, view: () => ({ zoom: 5 }) } as unknown as MapHandle
  const { result } = renderHook(() => useFlyTo(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MapContext value={map}>{children}</MapContext>
    ),
  })
  result.current!([104, 35])
  return 812 - moveTo.mock.calls[0]![1]!.padding!.bottom!
}

test('a drone that one chose on a telephone is not brought beneath the sheet', () => {
  vi.stubGlobal('innerWidth', 375)
  vi.stubGlobal('innerHeight', 812)
  const wide = window.matchMedia('all')
  vi.stubGlobal('matchMedia', () => Object.assign(wide, { matches: true }))
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(378)
  const { unmount } = render(
    <Stage>
      <Panel side="left" title="Drones">
        rows
      </Panel>
    </Stage>,
  )
  expect(freePx()).toBeLessThan(812 - 378)
  unmount()
  expect(freePx()).toBeGreaterThan(812 - 378)
})
