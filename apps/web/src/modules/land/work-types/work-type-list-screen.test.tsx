import type { WorkType } from '@swath/contract/land/work-types'
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
import { WorkTypeListScreen } from './work-type-list-screen.tsx'

const sowing: WorkType = {
  workTypeId: 'sowing',
  workTypeName: 'Sowing',
  own: false,
  version: 1,
  can: { update: false, delete: false },
}

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (tasksPath: string | undefined) => {
  areaUnit.set('hectare')
  const sent = serve({
    '/api/common/work-types': () =>
      Response.json({
        items: [{ ...sowing, workTypeId: 'feeding', workTypeName: 'Feeding' }, sowing],
        total: 2,
        pageIndex: 1,
        size: 20,
      }),
    '/api/tftz/stat/work-types': () =>
      Response.json({
        items: [
          { workTypeId: 'sowing', workTypeName: 'Sowing', taskNum: 3, coveredArea: 150 },
          { workTypeId: 'other', workTypeName: 'Other', taskNum: 1, coveredArea: 0 },
        ],
      }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 2 }),
  })
  render(
    <OwnScreensProvider value={{ groups: [], findPath: () => tasksPath }}>
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider
            router={createMemoryRouter([{ path: '*', Component: WorkTypeListScreen }])}
          />
        </App>
      </QueryClientProvider>
    </OwnScreensProvider>,
  )
  return sent
}
const lastCells = () =>
  [...document.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll('td')].slice(-2).map((cell) => cell.textContent))
    .slice(-2)

test('each work type has the count of its tasks, with a link to them, and their area', async () => {
  show('/tasks')
  const link = await screen.findByRole('link', { name: '3' })
  expect(link.getAttribute('href')).toBe('/tasks?workTypeId=sowing')
  expect(lastCells()).toEqual([
    ['0', '–'],
    ['3', '10.00'],
  ])
  const figures = screen.getAllByRole('definition')
  expect(figures.map(({ textContent }) => textContent)).toEqual(['10.00 ha', '10.00 ha'])
})

test('people without tasks see the names alone, and their tasks are not asked for', async () => {
  const sent = show(undefined)
  await screen.findAllByText('Sowing')
  expect(sent.map(({ path }) => path)).not.toContain('/api/tftz/stat/work-types')
  expect(screen.queryByText('Unified tasks')).toBeNull()
})
