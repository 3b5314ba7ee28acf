import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query.ts'
import { ListScreen } from './list-screen.tsx'

type Request = { path: string; query: Record<string, string> }
const requests: Request[] = []
let answer: () => Response

const drones = (count: number) =>
  Response.json({
    items: Array.from({ length: count }, (_, index) => ({
      droneId: `D${index}`,
      droneName: `Drone ${index}`,
      workArea: index,
    })),
    total: count,
    currentPage: 1,
    pageSize: 20,
    stats: { total: count, workArea: 0, zzNum: 0, sortieCount: 0, modelNum: 0 },
  })

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => {
      const url = new URL(address, 'http://console')
      requests.push({ path: url.pathname, query: Object.fromEntries(url.searchParams) })
      return answer()
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  requests.length = 0
})

const show = (address: string) => {
  const router = createMemoryRouter(
    [
      {
        path: '/drones',
        Component: () => (
          <ListScreen
            name="test"
            title="Drones"
            operation="listDrones"
            rowKey="droneId"
            empty={{ title: 'No drones yet', reason: 'Register the first one.' }}
            filters={[{ kind: 'text', name: 'droneId', label: 'Serial number' }]}
            columns={[
              { key: 'droneId', title: 'Serial number', render: (row) => row.droneId },
              {
                key: 'workArea',
                title: 'Area',
                number: true,
                sort: 'workArea',
                render: (row) => row.workArea,
              },
            ]}
            detail={{
              title: (id) => `Drone ${id}`,
              render: (_id, row) => row?.droneName ?? 'gone',
            }}
          />
        ),
      },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return router
}
const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Serial number' })

describe('the list', () => {
  test('asks for what the address says, and shows it', async () => {
    answer = () => drones(3)
    show('/drones?droneId=D&currentPage=2&pageSize=50&sortParam=-workArea')
    await screen.findByText('D2')
    expect(requests[0]).toEqual({
      path: '/api/drone/device/manage/getDroneList',
      query: { droneId: 'D', currentPage: '2', pageSize: '50', sortParam: '-workArea' },
    })
    expect(search().value).toBe('D')
  })
  test('a filter goes to the address and back to the first page', async () => {
    answer = () => drones(3)
    const router = show('/drones?currentPage=2')
    await screen.findByText('D2')
    fireEvent.change(search(), { target: { value: 'D1' } })
    fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter', keyCode: 13 })
    await waitFor(() => expect(router.state.location.search).toBe('?droneId=D1'))
  })
  test('sorting goes to the address', async () => {
    answer = () => drones(3)
    const router = show('/drones')
    await screen.findByText('D2')
    fireEvent.click(screen.getByRole('columnheader', { name: /Area/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?sortParam=-workArea'))
  })
  test('/ goes to the search, arrows walk the rows, Enter opens', async () => {
    answer = () => drones(3)
    const router = show('/drones')
    const row = (await screen.findByText('D0')).closest('tr')!
    fireEvent.keyDown(window, { key: '/' })
    expect(document.activeElement).toBe(search())
    row.focus()
    fireEvent.keyDown(row, { key: 'ArrowDown' })
    expect(within(document.activeElement as HTMLElement).getByText('D1')).toBeTruthy()
    fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
    await screen.findByText('Drone D1')
    expect(router.state.location.search).toBe('?open=D1')
  })
  test('nothing yet and nothing that fits are told apart', async () => {
    answer = () => drones(0)
    show('/drones')
    await screen.findByText('No drones yet')
  })
  test('nothing fits: the filters can be reset', async () => {
    answer = () => drones(0)
    const router = show('/drones?droneId=none')
    await screen.findByText('Nothing fits these filters')
    fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1)!)
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
  test('a failure says what happened, with the id to quote, and can be tried again', async () => {
    answer = () =>
      Response.json(
        { code: 'internal', message: 'The server stumbled.', traceId: 'trace-7' },
        { status: 500 },
      )
    show('/drones')
    await screen.findByText('The server stumbled.')
    expect(screen.getByText('trace-7')).toBeTruthy()
    answer = () => drones(1)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('D0')
  })
})
