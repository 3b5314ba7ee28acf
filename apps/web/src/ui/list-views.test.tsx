// The menu of saved views: a person's own, and those that colleagues share.
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { signIn } from '../testing-console.ts'
import { Views } from './list-views.tsx'

const shared = (name: string, own: boolean) => ({
  viewId: `0190a000-0000-7000-8000-00000000000${own ? 1 : 2}`,
  name,
  query: 'flight=offline&open=D1',
  sharedByName: own ? 'Me' : 'Somchai',
  own,
  sharedAt: '2026-06-15T04:30:00Z',
  can: { unshare: own },
})
const sent: { method: string; path: string; body: unknown }[] = []
let router: ReturnType<typeof createMemoryRouter>

beforeEach(() => {
  signIn()
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (address, { method = 'GET', body } = {}) => {
      const path = new URL(address as string, 'http://console').pathname
      if (method !== 'GET')
        sent.push({ method, path, body: body ? (JSON.parse(body as string) as unknown) : null })
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (method === 'PUT') return Response.json({ items: [] })
      if (method === 'POST') return Response.json(shared('Mine', true))
      return Response.json({
        items: path.endsWith('/shared')
          ? [shared('Idle', false), shared('Late', true)]
          : [{ name: 'Idle', query: 'flight=air' }],
      })
    }),
  )
  router = createMemoryRouter(
    [{ path: '*', element: <Views list="drones" onTaken={() => undefined} /> }],
    { initialEntries: ['/?open=D7&currentPage=3'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  sent.length = 0
})

test('a colleague’s view is applied without the row that it opened, and copied under a free name', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Idle By Somchai/ }))
  expect(router.state.location.search).toBe('?flight=offline')
  fireEvent.click(screen.getByRole('button', { name: 'Copy Idle to my filters' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    body: { items: [{ name: 'Idle' }, { name: 'Idle 2' }] },
  })
  expect(screen.queryByRole('button', { name: 'Stop sharing Idle' })).toBeNull()
})

test('an own view is shared, and sharing is ended after a confirmation', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Share Idle with everyone of/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    method: 'POST',
    body: { list: 'drones', name: 'Idle', query: 'flight=air' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Stop sharing Late' }))
  expect(sent).toHaveLength(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(sent[1]?.method).toBe('DELETE'))
})
