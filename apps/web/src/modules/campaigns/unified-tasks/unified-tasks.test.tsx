import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { TaskChartScreen } from './task-chart-screen.tsx'
import { TaskReportScreen } from './task-report-screen.tsx'
import { TaskSortieListScreen } from './task-sortie-list-screen.tsx'
import { UnifiedTaskListScreen } from './unified-task-list-screen.tsx'

const nothing = {
  update: false,
  open: false,
  close: false,
  delete: false,
  copy: false,
  answer: false,
  chooseDrones: false,
}
const task: UnifiedTask = {
  tftzId: '7',
  tftzName: 'Rice blast',
  tftzType: 1,
  state: 'open',
  accountName: 'County',
  zfMonitor: null,
  zfMonitorName: null,
  regionCode: '156330106',
  region: ['China', 'Zhejiang', 'Hangzhou', 'Xihu'],
  startDate: '2026-06-01',
  endDate: '2026-06-20',
  timeZone: 'Asia/Shanghai',
  workType: null,
  workTypeName: null,
  cropId: 'rice',
  crop: 'Rice',
  chemicals: [
    { chemicalId: 'tricyclazole', chemicalName: 'Tricyclazole', dose: 20, doseUnit: 'g' },
  ],
  ground: 'region',
  targetArea: 100,
  goalArea: 100,
  coveredArea: 45,
  progress: 0.45,
  sortieCount: 12,
  droneNum: 3,
  operatorNum: 1,
  plotNum: 0,
  forecastDate: '2026-06-18',
  invitation: null,
  note: '',
  createdAt: '2026-05-20T00:00:00Z',
  updatedAt: '2026-05-20T00:00:00Z',
  openedAt: '2026-05-21T00:00:00Z',
  closedAt: null,
  frozenHash: null,
  version: 3,
  can: nothing,
}
const page = (items: unknown[], more: object) =>
  Response.json({ items, total: items.length, currentPage: 1, pageSize: 20, ...more })
const list = (tasks: UnifiedTask[], canCreate = false) =>
  page(tasks, {
    stats: {
      openNum: 1,
      coveredArea: 45,
      goalArea: 100,
      invitedNum: 0,
      states: { draft: 2, open: 1, closed: 3 },
    },
    canCreate,
  })

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (
  info: Parameters<typeof person>[0],
  answers: Parameters<typeof serve>[0],
  path = '/',
  Screen = UnifiedTaskListScreen,
) => {
  const sent = serve({ '/api/tftz/operators': () => Response.json({ items: [] }), ...answers })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(info),
  })
  const router = createMemoryRouter(
    [
      { path: '/task/:id', Component: Screen },
      { path: '*', Component: Screen },
    ],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return { sent, router }
}
const government = { accountType: 2 as const }
const operator = { accountType: 4 as const }

describe('the list of tasks', () => {
  test('shows the progress of each; people with the right can create one', async () => {
    show(government, { '/api/tftz': () => list([task], true) })
    const row = (await screen.findByText('Rice blast')).closest('tr')!
    within(row).getByText('45.0%')
    within(row).getByText('In progress')
    await screen.findByRole('button', { name: 'New task' })
  })

  test('an invited operator can answer; readers see no actions', async () => {
    const invited: UnifiedTask = {
      ...task,
      invitation: 'invited',
      can: { ...nothing, answer: true },
    }
    const { sent } = show(
      operator,
      {
        '/api/tftz': () => list([invited]),
        '/api/tftz/7/invitation': () => Response.json({ ...invited, invitation: 'accepted' }),
      },
      '/?open=7',
    )
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText(/Tricyclazole 121.4 g\/acre/)
    expect(within(drawer).queryByRole('button', { name: 'Close task' })).toBeNull()
    fireEvent.click(within(drawer).getByRole('button', { name: 'Accept' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/invitation'))?.body).toEqual({
        opr: 'accept',
      }),
    )
  })

  test('closing asks first and states that it is permanent', async () => {
    const mine: UnifiedTask = { ...task, can: { ...nothing, close: true } }
    const { sent } = show(
      government,
      { '/api/tftz': () => list([mine]), '/api/tftz/7/state': () => Response.json(mine) },
      '/?open=7',
    )
    const drawer = await screen.findByRole('dialog')
    fireEvent.click(await within(drawer).findByRole('button', { name: 'Close task' }))
    const question = (await screen.findAllByText('Permanently close the task Rice blast?'))[0]!
    const dialog = question.closest<HTMLElement>('[role=dialog]')!
    expect(sent.some(({ path }) => path.endsWith('/state'))).toBe(false)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close task' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/state'))?.body).toEqual({
        opr: 'close',
        version: 3,
      }),
    )
  })
})

test('plots come from an imported file', async () => {
  const importId = '0190a000-0000-7000-8000-00000000000f'
  const file = { importId, fileName: 'fields.kml', madeNum: 12, createdAt: '2026-06-10T01:00:00Z' }
  const mine: UnifiedTask = { ...task, can: { ...nothing, update: true } }
  const { sent } = show(
    government,
    {
      '/api/tftz': () => list([mine]),
      '/api/tftz/7/plots': () => Response.json({ added: 12, plotNum: 12 }),
      '/api/geometry/imports': () => page([file], {}),
      '/api/oper/blocks': () =>
        page([], { stats: { area: 0, holdings: { own: 0, sub: 0, shared: 0, other: 0 } } }),
    },
    '/?open=7',
  )
  const drawer = await screen.findByRole('dialog')
  fireEvent.click(await within(drawer).findByRole('button', { name: 'Select plots' }))
  fireEvent.mouseDown(await screen.findByLabelText('Plots from a file'))
  fireEvent.click(await screen.findByText(/^fields.kml · 12 · /))
  const form = screen.getByLabelText('Plots from a file').closest<HTMLElement>('[role=dialog]')!
  fireEvent.click(within(form).getByRole('button', { name: 'Select plots' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/7/plots'))?.body).toMatchObject({
      importId,
      region: null,
      blockIds: [],
    }),
  )
})

const overview = {
  goalArea: 800,
  coveredArea: 650.126,
  outsideArea: 20.004,
  repeatedArea: 97.14,
  flownArea: 758.254,
  againArea: 108.128,
  missedArea: 149.874,
  progress: 0.81,
  plotNum: 1,
  workedPlotNum: 1,
  droneNum: 2,
  sortieCount: 3,
  sweptArea: 800,
  flightTime: 600,
  sprayQuantity: 12,
  paceArea: null,
  forecastDate: null,
  lastWorkTime: null,
  measuredAt: '2026-06-10T01:00:00Z',
  isMeasuring: false,
  leftOut: [],
}
test('a report can be printed when its map is loaded, not before', async () => {
  const none = () => Response.json({ items: [] })
  const map = Promise.withResolvers<Response>()
  show(
    government,
    {
      '/api/tftz/7': () => Response.json(task),
      '/api/tftz/stat/overview': () => Response.json(overview),
      '/api/tftz/stat/data': none,
      '/api/tftz/stat/owner': none,
      '/api/tftz/stat/region': none,
      '/api/tftz/stat/village': () => Response.json({ items: [], isKnown: true }),
      '/api/tftz/stat/map': () => map.promise,
      '/api/tftz/stat/map/progress': none,
    },
    '/task/7',
    TaskReportScreen,
  )
  await screen.findByText('In progress')
  const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled
  expect(isDisabled()).toBe(true)
  map.resolve(none())
  await waitFor(() => expect(isDisabled()).toBe(false))
})

test('shown areas of a task add up, and each sum has its description', async () => {
  areaUnit.set('mu')
  const work = { sortieCount: 1, sweptArea: 0, flightTime: 0, sprayQuantity: 0, droneNum: 1 }
  const days = [252.751, 252.751, 252.752].map((coveredArea, i) => ({
    day: `2026-06-0${i + 1}`,
    coveredArea,
    ...work,
  }))
  const none = () => Response.json({ items: [] })
  show(
    government,
    {
      '/api/tftz/7': () => Response.json(task),
      '/api/tftz/stat/overview': () => Response.json(overview),
      '/api/tftz/stat/data': () => Response.json({ items: days }),
      '/api/tftz/stat/owner': none,
      '/api/tftz/stat/drone': none,
      '/api/tftz/stat/region': none,
      '/api/tftz/stat/village': () => Response.json({ items: [], isKnown: true }),
    },
    '/task/7',
    TaskChartScreen,
  )
  const account = await screen.findByRole('region', { name: 'Area breakdown' })
  const shown = within(account)
    .getAllByRole('definition')
    .map((one) => one.textContent)
  // 650.13 less 20.00, 20.00, 758.25 less 650.13
  expect(shown).toEqual(['630.13 mu', '20.00 mu', '108.12 mu', '758.25 mu'])
  const byDay = within(await screen.findByRole('list', { name: 'By day' }))
  // 758.25 mu on three days
  expect(byDay.getAllByText(/· 252\.8 mu ·/)).toHaveLength(3)
})

test('flights show whether they count, and why not', async () => {
  const sortie = {
    sortieId: '0190a000-0000-7000-8000-000000000001',
    droneId: 'SW-1',
    droneName: 'East 1',
    yyAccountName: 'Team',
    oprName: null,
    startTime: '2026-06-10T01:00:00Z',
    flightTime: 600,
    coveredArea: 10,
    sprayQuantity: 12,
    blockName: null,
    crop: null,
    chemical: null,
    why: null,
  }
  show(
    government,
    {
      '/api/tftz/7': () => Response.json(task),
      '/api/tftz/stat/sorties': () =>
        page([sortie, { ...sortie, sortieId: `${sortie.sortieId.slice(0, -1)}2`, why: 'crop' }], {
          stats: {
            coveredArea: 20,
            flightTime: 1_200,
            sprayQuantity: 30,
            states: { true: 1, false: 1 },
          },
        }),
    },
    '/task/7',
    TaskSortieListScreen,
  )
  await screen.findByRole('button', { name: /^Counted ?1$/, pressed: true })
  await screen.findByRole('button', { name: /^All ?2$/, pressed: false })
  // The reason is a column only where it differs between the rows.
  expect(screen.queryByText('Another crop')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Not counted ?1$/ }))
  await screen.findByText('Another crop')
})
