import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../lib/query.ts'
import { serve, signIn } from '../../../../testing-console.ts'
import { useTracks } from './use-tracks.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the known track is kept while a longer version of it is loading', async () => {
  let points = 2
  signIn()
  serve({
    '/api/oper/drones/tracks': () =>
      Response.json({
        tracks: [
          { droneId: 'D', sortieId: 'S', recordTime: Array.from({ length: points }, (_, i) => i) },
        ],
      }),
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result, rerender } = renderHook(
    ({ endTime }) => useTracks([{ droneId: 'D', sortieId: 'S', endTime }]),
    { wrapper, initialProps: { endTime: '1' } },
  )
  await waitFor(() => expect(result.current.tracks[0]?.recordTime).toHaveLength(2))
  points = 3
  rerender({ endTime: '2' })
  expect(result.current.tracks[0]?.recordTime).toHaveLength(2)
  await waitFor(() => expect(result.current.tracks[0]?.recordTime).toHaveLength(3))
})
