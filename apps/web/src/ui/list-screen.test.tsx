import { SearchText } from '@swath/contract/fields'
import { declareList } from '@swath/contract/list'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { queryClient } from '../lib/query.ts'
import type { CellRenderers } from './list-declared.tsx'
import { ListScreen } from './list-screen.tsx'
import { signIn } from '../testing-console.ts'

const list = declareList({
  name: 'test',
  call: 'listDrones',
  fileCall: 'exportDrones',
  row: z.object({ droneId: z.string(), droneName: z.string(), workArea: z.number() }),
  rowKey: 'droneId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-workArea',
  filters: { droneId: SearchText, modelId: SearchText, search: SearchText },
  columns: {
    droneId: { label: 'drones:droneId', phone: 'title' },
    droneName: { label: 'terms:name', phone: 'state' },
    workArea: { label: 'drones:workArea', kind: 'area', sort: true, phone: 'figure' },
  },
})

type Request = { path: string; query: Record<string, string> }
const requests: Request[] = []
let answer: () => Response

const drones = (count: number, total = count) =>
  Response.json({
    items: Array.from({ length: count }, (_, index) => ({
      droneId: `D${index}`,
      droneName: `Drone ${index}`,
      workArea: index,
    })),
    total,
    currentPage: 1,
    pageSize: 20,
    stats: { total: count, workArea: 0, zzNum: 0, sortieCount: 0, modelNum: 0 },
  })

beforeEach(() => {
  signIn()
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

const show = (address: string, cellRenderers: CellRenderers<typeof list> = {}) => {
  const router = createMemoryRouter(
    [
      {
        path: '/drones',
        Component: () => (
          <ListScreen
            list={list}
            title="Drones"
            empty={{ title: 'No drones yet', reason: 'Register the first one.' }}
            shown={['droneId', 'droneName', 'workArea']}
            cellRenderers={cellRenderers}
            filters={['droneId']}
            rows={{
              detail: {
                title: (id) => `Drone ${id}`,
                render: (_id, row) => row?.droneName ?? 'gone',
              },
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
  test('requests according to the address, and shows the result', async () => {
    answer = () => drones(3)
    show('/drones?droneId=D&currentPage=2&pageSize=50&sortParam=-workArea')
    await screen.findByText('D2')
    expect(requests[0]).toEqual({
      path: '/api/drone/device/manage/getDroneList',
      query: { droneId: 'D', currentPage: '2', pageSize: '50', sortParam: '-workArea' },
    })
    expect(search().value).toBe('D')
  })
  test('a filter set by a link applies, is shown and can be cleared without its own field', async () => {
    answer = () => drones(1)
    const router = show('/drones?modelId=7')
    await screen.findByText('D0')
    expect(requests[0]!.query).toMatchObject({ modelId: '7' })
    fireEvent.click(screen.getByRole('button', { name: /More filters/ }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'modelId' }).value).toBe('7')
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
  test('a filter is stored in the URL and returns to the first page', async () => {
    answer = () => drones(3)
    const router = show('/drones?currentPage=2')
    await screen.findByText('D2')
    fireEvent.change(search(), { target: { value: 'D1' } })
    fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter', keyCode: 13 })
    await waitFor(() => expect(router.state.location.search).toBe('?droneId=D1'))
  })
  test('similar names are announced with the text that no row contains', async () => {
    answer = () => drones(1)
    show('/drones?search=Hwak')
    await screen.findByText('D0')
    expect(screen.queryByText(/No exact match/)).toBeNull()
    cleanup()
    queryClient.clear()
    answer = () =>
      Response.json({
        items: [{ droneId: 'D0', droneName: 'Hawk', workArea: 1 }],
        total: 1,
        currentPage: 1,
        pageSize: 20,
        similarNames: true,
      })
    show('/drones?search=Hwak')
    expect((await screen.findByText(/No exact match/)).textContent).toBe(
      'No exact match for “Hwak”. Showing similar names.',
    )
  })
  test('sorting is stored in the URL', async () => {
    answer = () => drones(3)
    const router = show('/drones')
    await screen.findByText('D2')
    fireEvent.click(screen.getByRole('columnheader', { name: /Work area/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?sortParam=workArea'))
  })
  test('/ focuses the search, arrow keys move between rows, Enter opens a row', async () => {
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
  test('an opened row stays available when it leaves the list', async () => {
    answer = () => drones(3)
    show('/drones?open=D2')
    const opened = await screen.findByRole('dialog', { name: 'Drone D2' })
    const name = await within(opened).findByText('Drone 2')
    answer = () => drones(2)
    await queryClient.invalidateQueries()
    await waitFor(() => expect(screen.queryByRole('row', { name: /D2/ })).toBeNull())
    expect(within(opened).getByText('Drone 2')).toBe(name)
  })
  test('a column appears once a row has another name than the own account', async () => {
    const named = (...names: string[]) =>
      Response.json({
        items: names.map((droneName, index) => ({ droneId: `D${index}`, droneName, workArea: 1 })),
        total: names.length,
      })
    answer = () => named('Platform', 'Platform')
    show('/drones')
    await screen.findByText('D1')
    expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull()
    answer = () => named('Platform', 'Platform', 'North')
    await queryClient.invalidateQueries()
    await screen.findByText('North')
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
    answer = () => named('Platform')
    await queryClient.invalidateQueries()
    await waitFor(() => expect(screen.queryByText('North')).toBeNull())
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  })
  test('a page beyond the last one is corrected to the last, without reporting an empty list', async () => {
    answer = () => {
      const { currentPage } = requests.at(-1)!.query
      return drones(currentPage === '2' ? 3 : 0, 23)
    }
    const router = show('/drones?currentPage=999')
    await screen.findByText('D2')
    expect(router.state.location.search).toBe('?currentPage=2')
    expect(screen.queryByText('No drones yet')).toBeNull()
  })
  test('an empty list differs from one without matches', async () => {
    answer = () => drones(0)
    show('/drones')
    await screen.findByText('No drones yet')
  })
  test('without matches the filters can be reset', async () => {
    answer = () => drones(0)
    const router = show('/drones?droneId=none')
    await screen.findByText('No results')
    fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1)!)
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
  test('a failure shows its reason, with the id to quote, and can be retried', async () => {
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

describe('the list on a telephone', () => {
  beforeEach(() => {
    const wide = window.matchMedia('all')
    vi.stubGlobal('matchMedia', () => Object.assign(wide, { matches: true }))
  })
  const rows = () => [...document.querySelectorAll('li[data-row]')]

  test('has rows that open, and its order among the filters', async () => {
    answer = () => drones(3)
    const router = show('/drones')
    await screen.findByText('D2')
    expect(screen.queryByRole('table')).toBeNull()
    expect(rows().map((row) => row.textContent)).toEqual([
      'D0Name Drone 0Work area 0.00 acres',
      'D1Name Drone 1Work area 0.16 acres',
      'D2Name Drone 2Work area 0.33 acres',
    ])
    fireEvent.click(rows()[1]!)
    await waitFor(() => expect(router.state.location.search).toBe('?open=D1'))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent.click(screen.getByRole('button', { name: 'Order' }))
    const order = await screen.findByRole('combobox', { name: 'Order' })
    fireEvent.mouseDown(order)
    fireEvent.click(await screen.findByTitle('Work area ↑'))
    await waitFor(() => expect(router.state.location.search).toContain('sortParam=workArea'))
  })

  test('names a figure shortly, and leaves out what most rows have', async () => {
    answer = () => drones(2)
    show('/drones', {
      droneName: { isUsual: ({ droneName }) => droneName === 'Drone 0' },
      workArea: { named: 'Work' },
    })
    await screen.findByText('D1')
    expect(rows().map((row) => row.textContent)).toEqual([
      'D0Work 0.00 acres',
      'D1Name Drone 1Work 0.16 acres',
    ])
    expect(screen.getAllByText('Work').map(({ className }) => className)).toEqual([
      'muted text-12',
      'muted text-12',
    ])
  })
})
