import type { SortieDetail, Track } from '@swath/contract/flights/flights'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve, type Sent } from '../../../testing-console.ts'
import { person, theme } from '../../../testing-person.ts'
import { loadHostTheme } from '../../../lib/host-theme.ts'
import { WorkReportScreen } from './work-report-screen.tsx'

const makeId = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`
const startMs = Date.parse('2026-11-19T23:30:00Z')
const square: [number, number][] = [
  [120, 30],
  [120.001, 30],
  [120.001, 30.001],
  [120, 30.001],
  [120, 30],
]
const detail = (number: number, values: Partial<SortieDetail> = {}) =>
  ({
    sortieId: makeId(number),
    droneId: 'SW-1',
    droneName: 'North 1',
    number,
    state: 'closed',
    closeReason: 'landing',
    startTime: new Date(startMs + number * 3_600_000).toISOString(),
    endTime: new Date(startMs + number * 3_600_000 + 600_000).toISOString(),
    oprName: 'Li',
    yyAccountName: 'Green Fields',
    zzAccountName: 'Maker',
    blockName: 'East field',
    regionCode: null,
    region: ['China', 'Henan'],
    durationS: 600,
    distanceM: 900,
    sprayTimeS: 500,
    sprayArea: 15,
    sweptArea: 16.5,
    overlapRatio: 0.031,
    outsideRatio: null,
    sprayL: 12,
    sprayWidth: 5,
    meanSpeed: 5,
    meanHeight: 3,
    meanFlow: 2,
    workMode: 3,
    anomalies: number === 1 ? [1] : [],
    hasTrack: true,
    crop: 'Rice',
    chemical: null,
    claimedArea: null,
    trackHash: 'aa',
    previousHash: 'bb',
    hash: 'cc00112233445566aa',
    chainIntact: number !== 2,
    weather: null,
    suspicions: [],
    block: { blockId: makeId(9), parts: [[square]] },
    coveredRings: [[square]],
    ...values,
  }) as unknown as SortieDetail
const track = (sortieId: string) =>
  ({
    sortieId,
    droneId: 'SW-1',
    lng: [120, 120.001],
    lat: [30, 30.001],
    spraying: [false, true],
    recordTime: [startMs, startMs + 1000],
  }) as unknown as Track

beforeAll(async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(theme)),
  )
  await loadHostTheme()
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = async (
  sorties: readonly SortieDetail[],
  query = `?sorties=${sorties.map(({ sortieId }) => sortieId).join(',')}`,
  hasDrone = true,
) => {
  areaUnit.set('hectare')
  serve({
    ...(hasDrone
      ? {
          '/api/drone/device/manage/getDroneDetail': () =>
            Response.json({
              droneId: 'SW-1',
              droneName: 'North 1',
              modelName: 'Agri 40',
              regMark: 'B-7',
            }),
        }
      : {}),
    '/api/drone/mointor/manage/getSortieDetail': ({ query: asked }: Sent) =>
      Response.json(sorties.find(({ sortieId }) => sortieId === asked['sortieId'])),
    '/api/oper/drones/tracks': ({ body }: Sent) =>
      Response.json({ tracks: (body as { ids: string[] }).ids.map(track) }),
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
  const router = createMemoryRouter([{ path: '/:droneId/report', Component: WorkReportScreen }], {
    initialEntries: [`/SW-1/report${query}`],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
}
const map = 'Map of the covered area, north up'
const fact = (page: HTMLElement, label: string) =>
  within(page)
    .getAllByText(label)
    .map((term) => term.nextElementSibling?.textContent)

describe('the printable work report', () => {
  test('of one sortie: who, where and when in the viewer’s zone, what in the viewer’s unit, the ground, the hash, room to sign', async () => {
    await show([detail(1)])
    await screen.findByRole('img', { name: map })
    const pages = screen.getAllByRole('article')
    expect(pages).toHaveLength(1)
    const page = pages[0]!
    for (const [label, value] of [
      ['Serial number', 'SW-1'],
      ['Model', 'Agri 40'],
      ['Registration mark', 'B-7'],
      ['Operator', 'Green Fields'],
      ['Start', '2026/11/20 08:30:00'],
      ['End', '2026/11/20 08:40:00'],
      ['Covered area', '1.00 ha'],
      ['Swept area', '1.10 ha'],
      ['Spray volume', '12.0 L'],
      ['Dose', '12.00 L/ha'],
      ['Mean height', '3.00 m'],
      ['Overlap', '3.1%'],
      ['Outside the plot', '–'],
    ])
      expect(fact(page, label!), label).toContain(value)
    expect(page.textContent).toContain('Times in Shanghai (UTC+8)')
    expect(page.textContent).toContain('cc00112233445566aa')
    expect(page.textContent).toContain(': matches.')
    expect(page.textContent).toContain('Alarms: Zone violation')
    expect(within(page).getAllByText('Signature')).toHaveLength(3)
    expect(document.title).toBe('Work report SW-1 2026-11-20')
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    fireEvent.click(screen.getByRole('button', { name: /Print$/ }))
    expect(print).toHaveBeenCalledOnce()
  })

  test('of several sorties: totals first, then a sheet each in order of time; a changed record is marked', async () => {
    await show([detail(3), detail(1), detail(2)])
    await screen.findAllByRole('img', { name: map })
    const [summary, ...pages] = screen.getAllByRole('article')
    expect(
      pages.map((page) => within(page).getByRole('heading', { level: 2 }).textContent),
    ).toEqual([
      'Work report Sortie 1 of 3',
      'Work report Sortie 2 of 3',
      'Work report Sortie 3 of 3',
    ])
    expect(within(summary!).getByRole('row', { name: /^Total/ }).textContent).toBe(
      'Total30:003.003.3036.0',
    )
    expect(fact(summary!, 'Dose')).toEqual(['12.00 L/ha'])
    expect(pages[1]!.textContent).toContain('The record was modified')
  })

  test('an airborne sortie has no figures yet, and a drone that was transferred is still shown by its number', async () => {
    await show([detail(1, { state: 'open', hash: '', sprayArea: 0, sprayL: 0 })], undefined, false)
    await screen.findByRole('img', { name: map })
    const page = screen.getByRole('article')
    expect(fact(page, 'End')).toEqual(['In the air'])
    expect([fact(page, 'Covered area'), fact(page, 'Dose'), fact(page, 'Model')].flat()).toContain(
      '–',
    )
    expect(page.textContent).toContain('has no record yet')
  })

  test('an address without sorties shows instructions', async () => {
    await show([], '?sorties=x')
    expect(screen.getByText('No sorties in this link')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to flights' }).getAttribute('href')).toBe(
      '/business_manage/drone-list/SW-1/history',
    )
  })
})
