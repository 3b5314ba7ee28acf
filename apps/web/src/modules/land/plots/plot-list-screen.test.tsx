import type { Plot } from '@swath/contract/land/plots'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { TestStage } from '../../../testing-stage.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { PlotFields, PlotFormSchema } from './plot-form.tsx'
import { PlotListScreen } from './plot-list-screen.tsx'

const base = '/api/oper/blocks'
const square: [number, number][] = [
  [100, 30],
  [100.001, 30],
  [100.001, 30.001],
  [100, 30.001],
  [100, 30],
]
const river: Plot = {
  blockId: '0190a000-0000-7000-8000-000000000001',
  blockName: 'River field',
  village: '',
  area: 15,
  accountName: 'Green Team',
  holding: 'own',
  cropId: 'rice',
  crop: 'Rice',
  regionCode: '156330106',
  region: ['China', 'Zhejiang', 'Hangzhou', 'Xihu'],
  parts: [[square]],
  isSketch: false,
  workNum: 2,
  lastWorkTime: '2026-06-02T00:00:00Z',
  sharedUntil: null,
  createdAt: '2026-06-01T00:00:00Z',
  updatedAt: '2026-06-02T00:00:00Z',
  version: 1,
  can: { update: true, delete: true, share: true },
}
const list = (items: Plot[]) =>
  Response.json({
    items,
    total: items.length,
    currentPage: 1,
    pageSize: 20,
    stats: { area: 15, holdings: { own: items.length, sub: 0, shared: 0, other: 0 } },
  })
const done = () => new Response(null, { status: 204 })

beforeAll(async () => {
  serve({ '/api/theme': () => Response.json(theme) })
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const showAt = (
  Component: () => React.ReactNode,
  answers: Parameters<typeof serve>[0],
  path = '/',
  accountType: 4 | 5 = 4,
) => {
  const sent = serve({ [`${base}/share/offered`]: () => Response.json({ items: [] }), ...answers })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider
          router={createMemoryRouter([{ path: '*', Component }], { initialEntries: [path] })}
        />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

describe('the list of plots', () => {
  test('an offered share is shown above it, and is accepted', async () => {
    const shareId = '0190a000-0000-7000-8000-0000000000f1'
    const offer = {
      shareId,
      blockName: 'Lake field',
      area: 6,
      region: ['China', 'Zhejiang'],
      accountName: 'Old Zhang',
      rights: 'edit',
      until: null,
      createdAt: '2026-06-01T00:00:00Z',
    }
    const sent = showAt(PlotListScreen, {
      [base]: () => list([]),
      [`${base}/share/offered`]: () => Response.json({ items: [offer] }),
      [`${base}/share/${shareId}`]: done,
    })
    await screen.findByText('Old Zhang shares the plot Lake field with you')
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith(shareId))?.body).toEqual({ opr: 'accept' }),
    )
  })

  test('deleting a plot with work requires a confirmation of that', async () => {
    const sent = showAt(PlotListScreen, {
      [base]: ({ query }) => (query['blockIds'] ? done() : list([river])),
      [`${base}/force`]: done,
    })
    const row = (await screen.findByText('River field')).closest('tr')!
    fireEvent.click(within(row).getByRole('checkbox'))
    fireEvent.click(await screen.findByText('Also delete plots with work'))
    await screen.findByText(/Work records are kept/)
    fireEvent.click(screen.getAllByText('Also delete plots with work').at(-1)!)
    await waitFor(() =>
      expect(sent.find(({ path }) => path === `${base}/force`)?.query).toEqual({
        blockIds: river.blockId,
      }),
    )
  })
})

const detail = {
  ...river,
  perimeterM: 400,
  cornerNum: 4,
  shapeFrom: river.createdAt,
  shapeBy: null,
  formerShapes: [],
  earlierFlights: { isLookedFor: false, leftNum: 3 },
  shares: [],
}

describe('the details of a plot', () => {
  test('are collapsed for farmers', async () => {
    showAt(
      PlotListScreen,
      { [base]: () => list([river]), [`${base}/${river.blockId}`]: () => Response.json(detail) },
      `/?open=${river.blockId}`,
      5,
    )
    const more = await screen.findByRole('button', { name: 'Details' })
    expect(screen.queryByText('1 part · 4 corners')).toBeNull()
    fireEvent.click(more)
    await screen.findByText('1 part · 4 corners')
  })

  test('are closed when the plot is deleted, with a note about its remaining work', async () => {
    const sent = showAt(
      PlotListScreen,
      {
        [base]: () => list([river]),
        [`${base}/${river.blockId}`]: () => Response.json(detail),
        [`${base}/force`]: done,
      },
      `/?open=${river.blockId}`,
    )
    await screen.findByText('1 part · 4 corners')
    fireEvent.click(screen.getByText('Delete'))
    await screen.findByText(/2 sprayings were recorded on it/)
    fireEvent.click(screen.getAllByText('Delete').at(-1)!)
    await waitFor(() => expect(screen.queryByText('1 part · 4 corners')).toBeNull())
    // It can be undone for ten seconds; a page that is left does not wait for them.
    expect(sent.some(({ path }) => path === `${base}/force`)).toBe(false)
    window.dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(sent.some(({ path }) => path === `${base}/force`)).toBe(true))
  })
})

describe('the form of a plot', () => {
  const show = (initial: object, send: (value: unknown) => Promise<unknown>) =>
    showAt(
      () => (
        <TestStage>
          <FormDrawer
            open
            title="Plot"
            schema={PlotFormSchema}
            onClose={() => undefined}
            onSubmit={send}
            initial={initial}
            isBesideMap
            messages={{ groundBroken: 'ground broken', tooLarge: 'too large' }}
          >
            <PlotFields plot={null} neighbours={[]} />
          </FormDrawer>
        </TestStage>
      ),
      {
        [`${base}/check`]: () =>
          Response.json({
            area: 15,
            overlaps: [{ blockId: river.blockId, blockName: 'River field', areaM2: 400 }],
          }),
        '/api/common/crops': () => Response.json({ items: [], total: 0, pageIndex: 1, size: 1000 }),
      },
    )

  test('lists the neighbours that the shape overlaps, and can be saved after accepting this', async () => {
    const send = vi.fn<(value: unknown) => Promise<undefined>>(async () => undefined)
    show({ blockName: 'Second', parts: [[square]], cropId: null, acceptsOverlap: false }, send)
    await screen.findByText('It overlaps another plot')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Save anyway' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(send).toHaveBeenCalledWith(
        expect.objectContaining({ parts: [[square]], acceptsOverlap: true, regionCode: null }),
      ),
    )
  })

  test('a self-intersecting outline is reported with its position and not sent; typing repairs it', async () => {
    const send = vi.fn<(value: unknown) => Promise<undefined>>(async () => undefined)
    const bow = [square[0]!, square[2]!, square[1]!, square[3]!, square[0]!]
    show({ blockName: 'Bow', parts: [[bow]], cropId: null, acceptsOverlap: false }, send)
    await screen.findByText('The outline crosses itself')
    expect(screen.getByText(/100\.00050°, 30\.00050°/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('ground broken')
    expect(send).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText('Coordinates in degrees'))
    fireEvent.click(screen.getByRole('button', { name: 'Remove corner 3' }))
    await waitFor(() => expect(screen.queryByText('The outline crosses itself')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The outline crosses itself')
    fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(screen.queryByText('The outline crosses itself')).toBeNull())
  })
})
