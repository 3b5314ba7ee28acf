import type { Chemical } from '@swath/contract/land/chemicals'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { OwnScreensProvider } from '../../../ui/own-screens.ts'
import { ChemicalListScreen } from './chemical-list-screen.tsx'

const common: Chemical = {
  chemicalId: 'imidacloprid',
  chemicalName: 'Imidacloprid',
  kind: 'insecticide',
  own: false,
  version: 1,
  can: { update: false, delete: false },
}
const own: Chemical = {
  ...common,
  chemicalId: '0190a000-0000-7000-8000-000000000001',
  chemicalName: 'Leaf green',
  kind: 'fertiliser',
  own: true,
  can: { update: true, delete: true },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (statisticsPath?: string): void => {
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4 }),
  })
  render(
    <OwnScreensProvider value={{ groups: [], findPath: () => statisticsPath }}>
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider
            router={createMemoryRouter([{ path: '*', Component: ChemicalListScreen }])}
          />
        </App>
      </QueryClientProvider>
    </OwnScreensProvider>,
  )
}

test('shows the area of entries that flights name, and offers to add the other products', async () => {
  areaUnit.set('hectare')
  const mix = 'Imidacloprid + 2,4-D'
  serve({
    '/api/common/chemicals': () =>
      Response.json({ items: [common, own], total: 2, pageIndex: 1, size: 20 }),
    '/api/stat/dataStats/preview': () =>
      Response.json({
        rows: [
          ['Imidacloprid 70% WG', 300, 12],
          ['LEAF GREEN', 150, 6],
          [mix, 75, 3],
          [null, 15, 1],
        ].map(([key, ...values]) => ({
          keys: [key],
          names: [key ?? 'None'],
          values,
          before: null,
        })),
        totals: { values: [540, 22], before: null },
      }),
  })
  show('/data-stat-list')
  await screen.findByText('1 product on flights this year is not in this list:')
  expect(screen.getByRole('listitem').textContent).toBe(
    'Imidacloprid 70% WGNot in the list12 sorties · 20.00 haAdd',
  )
  await screen.findByRole('cell', { name: '10.00' })
  const cells = [...document.querySelectorAll('tbody tr')].map(
    (row) => [...row.querySelectorAll('td')].at(-1)?.textContent,
  )
  expect(cells.slice(-2)).toEqual(['5.00', '10.00'])
  fireEvent.click(screen.getByRole('button', { name: 'Add Imidacloprid 70% WG' }))
  await screen.findByDisplayValue('Imidacloprid 70% WG')
})

test('an account’s own chemical can be opened and changed; a common one only opened', async () => {
  const sent = serve({
    '/api/common/chemicals': ({ body }) =>
      Response.json(
        body
          ? { ...own, chemicalName: 'Leaf greener', version: 2 }
          : { items: [common, own], total: 2, pageIndex: 1, size: 20 },
      ),
  })
  show()
  const edit = async (name: string) => {
    fireEvent.click(await screen.findByText(name))
    await waitFor(() => expect(screen.getAllByText(name)).toHaveLength(3))
    return screen.queryByText('Edit')
  }
  expect(await edit('Imidacloprid')).toBeNull()
  fireEvent.click((await edit('Leaf green'))!)
  await screen.findByText('Edit Leaf green')
  fireEvent.change(await screen.findByDisplayValue('Leaf green'), {
    target: { value: 'Leaf greener' },
  })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() =>
    expect(sent.flatMap(({ body }) => (body ? [body] : []))).toEqual([
      { chemicalId: own.chemicalId, chemicalName: 'Leaf greener', kind: 'fertiliser', version: 1 },
    ]),
  )
})
