import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from './query.ts'
import { showRow, useChange } from './use-change.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
beforeEach(() => queryClient.clear())

type Waiting = { input: string; end: (error?: Error) => void }
const open = (refused?: 'shownByCaller') => {
  const sent: Waiting[] = []
  const { result } = renderHook(
    () =>
      useChange({
        run: (input: string) =>
          new Promise<string>((resolve, reject) =>
            sent.push({ input, end: (error) => (error ? reject(error) : resolve(input)) }),
          ),
        show: (input) => showRow('listMembers', (row) => row.userId === input, { enabled: false }),
        outdated: [],
        ...(refused ? { refused } : {}),
      }),
    { wrapper },
  )
  return { sent, result }
}

test('a double click sends once; another change, or the same one later, is sent', async () => {
  const { sent, result } = open()
  await act(async () => {
    result.current.mutate('a')
    result.current.mutate('a')
    result.current.mutate('b')
  })
  expect(sent.map(({ input }) => input)).toEqual(['a', 'b'])
  await act(async () => sent[0]!.end())
  await act(async () => result.current.mutate('a'))
  expect(sent.map(({ input }) => input)).toEqual(['a', 'b', 'a'])
})

test('an optimistic change is reverted where it is refused', async () => {
  const key = ['listMembers', {}]
  queryClient.setQueryData(key, { items: [{ userId: 'a', enabled: true }] })
  const { sent, result } = open('shownByCaller')
  await act(async () => result.current.mutate('a'))
  expect(queryClient.getQueryData(key)).toEqual({ items: [{ userId: 'a', enabled: false }] })
  await act(async () => sent[0]!.end(new Error('no')))
  expect(queryClient.getQueryData(key)).toEqual({ items: [{ userId: 'a', enabled: true }] })
})
