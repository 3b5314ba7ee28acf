import type { PlotSeasons } from '@swath/contract/flights/plot-work'
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
import { PlotWork } from './plot-work.tsx'
import { base, blockId, ground, sprayings } from './testing-plot-work.ts'

const seasons: PlotSeasons = {
  items: [{ cropId: 'rice', cropName: 'Rice', fromDay: '2026-04-01', untilDay: '2026-10-31' }],
  version: 4,
  can: { update: true },
}
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('starts with the last round: its figures, and whether each flight is counted', async () => {
  areaUnit.set('mu')
  const sent = serve({
    [`${base}/seasons`]: () => Response.json(seasons),
    [`${base}/sprayings`]: () => Response.json({ items: sprayings, hasMore: false }),
    [`${base}/ground`]: () => Response.json(ground),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType: 5 }),
  })
  const Screen = () => <PlotWork blockId={blockId} name="East field" parts={[]} />
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component: Screen }])} />
      </App>
    </QueryClientProvider>,
  )
  await screen.findByText('80.0% of the plot')
  expect(
    screen.getByText(/Drone 1 · Northern team · Buprofezin · 12.0 L · 4.0% elsewhere/),
  ).toBeTruthy()
  expect(screen.queryByText(/Drone 3/)).toBeNull()
  const asked = () =>
    sent.filter(({ path }) => path === `${base}/ground`).map(({ query }) => query['sortieIds'])
  await waitFor(() =>
    expect(asked()).toEqual([`${sprayings[0]!.sortieId},${sprayings[1]!.sortieId}`]),
  )
  fireEvent.click(screen.getAllByRole('checkbox')[1]!)
  await waitFor(() => expect(asked().at(-1)).toBe(sprayings[0]!.sortieId))
  expect(
    screen
      .getByText(/Print plot report/)
      .closest('a')!
      .getAttribute('href'),
  ).toBe(`/business_manage/block-list/${blockId}/report?sortieIds=${sprayings[0]!.sortieId}`)
})
