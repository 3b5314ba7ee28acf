import type { DataStat, DataStatFigures } from '@swath/contract/figures/data-stats'
import { DataStatSettings } from '@swath/contract/figures/stat-settings'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { DataStatEditorScreen, NewDataStatScreen } from './data-stat-editor-screen.tsx'
import { DataStatListScreen } from './data-stat-list-screen.tsx'
import { DataStatScreen } from './data-stat-screen.tsx'

const statId = '0190a000-0000-7000-8000-000000000001'
const settings = DataStatSettings.parse({
  periodType: 4,
  showType: 'table',
  x: 'crop',
  y: ['sprayArea'],
})
const stat: DataStat = {
  statId,
  name: 'Crops of the year',
  shared: true,
  settings,
  showType: 'table',
  mail: null,
  mailDueAt: null,
  createdByName: 'Li',
  own: true,
  updatedAt: '2026-06-15T04:00:00Z',
  version: 3,
  can: { update: true, delete: true },
}
const figures: DataStatFigures = {
  days: { from: '2026-01-01', until: '2027-01-01' },
  daysBefore: null,
  timeZone: 'Asia/Shanghai',
  dimensions: ['crop'],
  measures: ['sprayArea'],
  rows: [
    { keys: ['rice'], names: ['Rice'], values: [1234.5], before: null },
    { keys: [null], names: ['None'], values: [0.5], before: null },
  ],
  totals: { values: [1235], before: null },
  leftOutNum: 2,
  askedAt: '2026-06-15T04:00:00Z',
}
const base = '/api/stat/dataStats'
const nobody = { items: [], total: 0, currentPage: 1, pageSize: 500 }
const choices = {
  '/api/common/manufacturers': () => Response.json({ items: [] }),
  '/api/common/operators': () => Response.json({ items: [] }),
  '/api/common/crops': () => Response.json({ items: [], total: 0, pageIndex: 1, size: 1000 }),
  '/api/common/chemicals': () => Response.json({ items: [], total: 0, pageIndex: 1, size: 1000 }),
  '/api/drone/device/manage/flyModelList': () => Response.json(nobody),
  '/api/common/regions': () => Response.json({ items: [] }),
  [`${base}/people`]: () => Response.json({ items: [] }),
}

const open = (path: string) => {
  const router = createMemoryRouter(
    [
      { path: '/data_stat_manage/data-stat-list', Component: DataStatListScreen },
      { path: '/data_stat_manage/data-stat-list/new', Component: NewDataStatScreen },
      { path: '/data_stat_manage/data-stat-list/:statId', Component: DataStatScreen },
      { path: '/data_stat_manage/data-stat-list/:statId/edit', Component: DataStatEditorScreen },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [`/data_stat_manage/data-stat-list${path && `/${path}`}`] },
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

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
beforeEach(() =>
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 2 }),
  }),
)
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('each statistic in the list is a card with its total and a small chart', async () => {
  serve({
    [base]: () => Response.json({ items: [stat], total: 1, currentPage: 1, pageSize: 10 }),
    [`${base}/${statId}/overview`]: () => Response.json(figures),
  })
  const router = open('')
  const link = await screen.findByRole('link', { name: 'Crops of the year' })
  const card = within(link.closest('article')!)
  expect(await card.findByText('203.45')).toBeDefined()
  const bars = card.getByRole('list', { name: 'Crops of the year' })
  expect(within(bars).getAllByRole('listitem')[0]?.textContent).toBe('Rice203.37')
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location.pathname).toContain(statId))
})

test('a statistic shows its figures in the reader’s unit, the whole, and what is left out', async () => {
  serve({
    [`${base}/${statId}`]: () => Response.json(stat),
    [`${base}/${statId}/overview`]: () => Response.json(figures),
  })
  open(statId)
  await screen.findByRole('heading', { name: 'Crops of the year' })
  const rice = within(await screen.findByRole('row', { name: /^Rice/ }))
  // 1,234.5 mu in acres, the default unit in English.
  expect(rice.getByText('203.37')).toBeDefined()
  expect(within(screen.getByRole('row', { name: /^Total/ })).getByText('203.45')).toBeDefined()
  expect(screen.getByText('2 smaller items not shown')).toBeDefined()
  expect(screen.getByText('2026/01/01 – 2026/12/31')).toBeDefined()
})

test('impossible combinations are not offered, with the reason', async () => {
  serve({ ...choices, [`${base}/preview`]: () => Response.json(figures) })
  open('new')
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Chart type' }))
  const heat = await screen.findByTitle('Heat map')
  expect(heat.getAttribute('aria-disabled') ?? heat.className).toMatch(/true|disabled/)
  expect(within(heat).getByText('Choose “Split by” first.')).toBeDefined()
})

test('a change is saved with the version that was shown, and opens the statistic', async () => {
  const sent = serve({
    ...choices,
    [`${base}/preview`]: () => Response.json(figures),
    [`${base}/${statId}`]: ({ body }) =>
      Response.json(body ? { ...stat, name: 'Crops', version: 4 } : stat),
    [`${base}/${statId}/overview`]: () => Response.json(figures),
  })
  const router = open(`${statId}/edit`)
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a name.')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Crops' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/data_stat_manage/data-stat-list/${statId}`),
  )
  expect(sent.flatMap(({ body }) => (body && 'name' in (body as object) ? [body] : []))).toEqual([
    { name: 'Crops', shared: true, settings, version: 3 },
  ])
})
