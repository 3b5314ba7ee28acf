// Two people edit one plot: the second sees the changes of the first, and nothing is lost.
import type { PlotDetail } from '@swath/contract/land/plots'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { serve, signIn, type Sent } from '../../../testing-console.ts'
import { theme } from '../../../testing-person.ts'
import { TestStage } from '../../../testing-stage.tsx'
import { PlotEditorScreen } from './plot-editor-screen.tsx'

const list = '/business_manage/block-list'
const blockId = '0190a000-0000-7000-8000-000000000001'
const address = `/api/oper/blocks/${blockId}`
const square = (eastDeg: number): [number, number][] => [
  [100, 30],
  [100 + eastDeg, 30],
  [100 + eastDeg, 30.001],
  [100, 30.001],
  [100, 30],
]
const river: PlotDetail = {
  blockId,
  blockName: 'River field',
  village: '',
  area: 15,
  accountName: 'Green Team',
  holding: 'own',
  cropId: null,
  crop: null,
  regionCode: '156330106',
  region: ['China', 'Zhejiang', 'Hangzhou', 'Xihu'],
  parts: [[square(0.001)]],
  isSketch: false,
  workNum: 0,
  lastWorkTime: null,
  sharedUntil: null,
  createdAt: '2026-06-01T00:00:00Z',
  updatedAt: '2026-06-02T00:00:00Z',
  version: 1,
  can: { update: true, delete: true, share: true },
  perimeterM: 400,
  cornerNum: 4,
  shapeFrom: '2026-06-01T00:00:00Z',
  shapeBy: null,
  formerShapes: [],
  earlierFlights: { isLookedFor: false, leftNum: 0 },
  shares: [],
}

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The second person's form, opened before the first person saved `theirs`. */
const openAfter = async (theirs: PlotDetail): Promise<Sent[]> => {
  let isSaved = false
  signIn()
  const sent = serve({
    [address]: ({ body }) => {
      if (body === undefined) return Response.json(isSaved ? theirs : river)
      if ((body as { version: number }).version === theirs.version) return Response.json(theirs)
      isSaved = true
      return Response.json(
        {
          code: 'conflict',
          message: 'Somebody else changed this meanwhile.',
          details: [{ path: 'parts', message: 'Changed by Li Na in the meantime' }],
          traceId: 't',
        },
        { status: 409 },
      )
    },
    '/api/oper/blocks/check': () => Response.json({ area: 15, overlaps: [] }),
    '/api/common/crops': () => Response.json({ items: [], total: 0, pageIndex: 1, size: 1000 }),
    '/api/common/regions': () => Response.json({ items: [] }),
  })
  const router = createMemoryRouter(
    [
      { path: `${list}/:blockId/edit`, Component: PlotEditorScreen },
      { path: '*', Component: () => <p>the list</p> },
    ],
    { initialEntries: [`${list}/${blockId}/edit`] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <TestStage>
          <RouterProvider router={router} />
        </TestStage>
      </App>
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mill field' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Someone else saved changes')
  return sent
}
const savedBodies = (sent: readonly Sent[]) =>
  sent.flatMap(({ path, body }) => (path === address && body !== undefined ? [body] : []))
const nameShown = (): string => screen.getByLabelText<HTMLInputElement>('Name').value

test('changes of different fields by both are kept', async () => {
  const sent = await openAfter({ ...river, version: 2, parts: [[square(0.002)]] })
  expect(screen.getByText('Changed by Li Na in the meantime')).toBeTruthy()
  await screen.findByText('Someone else changed this; showing their value')
  expect(nameShown()).toBe('Mill field')
  fireEvent.click(screen.getByRole('button', { name: /Save$/ }))
  await screen.findByText('the list')
  expect(savedBodies(sent)).toMatchObject([
    { version: 1, blockName: 'Mill field', parts: [[square(0.001)]] },
    { version: 2, blockName: 'Mill field', parts: [[square(0.002)]] },
  ])
})

test('if both changed a field, one’s own value is kept and the other one is shown and can be taken', async () => {
  await openAfter({ ...river, version: 2, blockName: 'Weir field' })
  expect(nameShown()).toBe('Mill field')
  await screen.findByText('You both changed this; showing your value. Theirs: “Weir field”')
  fireEvent.click(screen.getByRole('button', { name: 'Discard mine, use theirs' }))
  await waitFor(() => expect(nameShown()).toBe('Weir field'))
  expect(screen.queryByText('Someone else saved changes')).toBeNull()
})
