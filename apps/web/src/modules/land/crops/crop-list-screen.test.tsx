import type { Crop } from '@swath/contract/land/crops'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { OwnScreensProvider } from '../../../ui/own-screens.ts'
import { CropListScreen } from './crop-list-screen.tsx'

const rice: Crop = {
  cropId: 'rice',
  cropName: 'Rice',
  scientificName: 'Oryza sativa',
  own: false,
  version: 1,
  can: { update: false, delete: false },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('says on which area each crop was sprayed this year, with the largest in front', async () => {
  areaUnit.set('hectare')
  const sent = serve({
    '/api/common/crops': () =>
      Response.json({
        items: [{ ...rice, cropId: 'rye', cropName: 'Rye' }, rice],
        total: 2,
        pageIndex: 1,
        size: 20,
      }),
    '/api/stat/dataStats/preview': () =>
      Response.json({
        rows: [
          { keys: ['rice'], names: ['Rice'], values: [150], before: null },
          { keys: [null], names: ['None'], values: [15], before: null },
        ],
        totals: { values: [165], before: null },
      }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 4 }),
  })
  render(
    <OwnScreensProvider value={{ groups: [], findPath: () => '/data-stat-list' }}>
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider router={createMemoryRouter([{ path: '*', Component: CropListScreen }])} />
        </App>
      </QueryClientProvider>
    </OwnScreensProvider>,
  )
  await screen.findAllByText('Oryza sativa')
  const figures = await screen.findAllByRole('definition')
  expect(figures.map(({ textContent }) => textContent)).toEqual(['11.00 ha', '10.00 ha', '1.00 ha'])
  const rows = [...document.querySelectorAll('tbody tr')].map(
    (row) => [...row.querySelectorAll('td')].at(-1)?.textContent,
  )
  expect(rows.slice(-2)).toEqual(['–', '10.00'])
  const asked = sent.filter(({ path }) => path === '/api/common/crops')
  expect(asked.map(({ query }) => query['foremost'])).toEqual(['rice'])
})
