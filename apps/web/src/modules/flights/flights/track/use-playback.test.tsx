import { act, renderHook } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { computeMoment } from './playback-clock.ts'

const start = 1_767_225_600_000
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', () => 1)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})

test('a flight that grows during playback continues from its current position', async () => {
  const { usePlayback } = await import('./use-playback.ts')
  const draw = vi.fn<Parameters<typeof usePlayback>[2]>()
  const { result, rerender } = renderHook(({ endMs }) => usePlayback(start, endMs, draw), {
    initialProps: { endMs: start + 60_000 },
  })
  act(() => result.current.setSpeed(2))
  act(() => result.current.seek(start + 30_000))
  act(() => result.current.toggle())
  rerender({ endMs: start + 90_000 })
  const { playback } = result.current
  expect([playback.speed, playback.sinceMs === null, playback.endMs]).toEqual([
    2,
    false,
    start + 90_000,
  ])
  const at = computeMoment(playback, performance.now())
  expect(at).toBeGreaterThanOrEqual(start + 30_000)
  expect(at).toBeLessThan(start + 40_000)
})
