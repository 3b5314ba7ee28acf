import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdDeletion, undoDeletion, undoMs, useHiddenRows } from './held-deletions.ts'

const row = { list: 'listCrops', id: 'a' } as const
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const hold = () => {
  const sent: string[] = []
  const { result } = renderHook(() => useHiddenRows('listCrops'))
  act(() =>
    holdDeletion(row, async () => {
      sent.push(row.id)
    }),
  )
  return { sent, hidden: () => [...result.current] }
}

test('a deletion hides its row at once and is sent after ten seconds', async () => {
  const { sent, hidden } = hold()
  expect(hidden()).toEqual(['a'])
  await act(() => vi.advanceTimersByTimeAsync(undoMs - 1))
  expect(sent).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect([sent, hidden()]).toEqual([['a'], []])
})

test('undone, the row is shown again and nothing is sent', async () => {
  const { sent, hidden } = hold()
  act(() => undoDeletion(row))
  await act(() => vi.advanceTimersByTimeAsync(2 * undoMs))
  expect([sent, hidden()]).toEqual([[], []])
})

test('a page that is left sends it at once', async () => {
  const { sent } = hold()
  await act(async () => {
    window.dispatchEvent(new Event('pagehide'))
  })
  expect(sent).toEqual(['a'])
})
