import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCountdown } from './use-countdown.ts'

const counting = (seconds: number) => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useCountdown())
  act(() => result.current.start(seconds))
  return result
}

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('counts down by the clock to zero, and can be restarted', () => {
  const countdown = counting(60)
  expect(countdown.current.leftS).toBe(60)
  pass(59_100)
  expect(countdown.current.leftS).toBe(1)
  pass(60_000)
  expect(countdown.current.leftS).toBe(0)
  act(() => countdown.current.start(5))
  expect(countdown.current.leftS).toBe(5)
})

test('stays cancelled if it is cancelled at the moment of a tick', () => {
  const countdown = counting(60)
  act(() => {
    countdown.current.reset()
    vi.advanceTimersByTime(250)
  })
  expect(countdown.current.leftS).toBe(0)
  pass(1_000)
  expect(countdown.current.leftS).toBe(0)
})
