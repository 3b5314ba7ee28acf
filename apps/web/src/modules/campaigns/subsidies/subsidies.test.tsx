import type { SubsidyDetail, SubsidyLineDetail } from '@swath/contract/campaigns/subsidies'
import type { Subsidy, SubsidyLine } from '@swath/contract/campaigns/subsidy-rows'
import type { SubsidyRule } from '@swath/contract/campaigns/subsidy-rules'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { areaUnit } from '../../../lib/area-unit.ts'
import { queryClient } from '../../../lib/query.ts'
import { dropSession, keepSession } from '../../../lib/session.ts'
import { serve } from '../../../testing-console.ts'
import { person } from '../../../testing-person.ts'
import { PlotSubsidies } from './plot-subsidies.tsx'
import { RuleListScreen } from './rule-list-screen.tsx'
import { SubsidyListScreen } from './subsidy-list-screen.tsx'

const makeId = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`
const nothing = { correct: false, approve: false, pay: false, delete: false }
const subsidy: Subsidy = {
  subsidyId: '7',
  year: 2026,
  seasons: 'Autumn wheat',
  regionCode: '156410526',
  region: ['China', 'Henan', 'Anyang', 'Hua'],
  accountName: 'County',
  ruleId: makeId(1),
  ruleNumber: 2,
  state: 'proposed',
  revision: 1,
  progress: null,
  currency: 'CNY',
  totalMinor: 1_234_567,
  stoppedMinor: 8_000,
  coveredArea: 1_543.2,
  lineNum: 12,
  stoppedNum: 1,
  sortieNum: 80,
  plotNum: 11,
  operatorNum: 2,
  leftOutNum: 4,
  openObjectionNum: 1,
  isPart: false,
  objectionUntil: '2026-12-01T00:00:00Z',
  proposedAt: '2026-11-15T00:00:00Z',
  approvedAt: null,
  paidAt: null,
  paymentReference: null,
  linesHash: 'ab'.repeat(32),
  version: 3,
  can: nothing,
}
const detail: SubsidyDetail = {
  ...subsidy,
  rules: {
    number: 2,
    at: '2026-11-01T00:00:00Z',
    userName: 'Li',
    note: '',
    rules: {
      rateUnit: 'mu',
      rates: [
        {
          cropId: 'wheat',
          crop: 'Wheat',
          chemicalId: null,
          chemicalName: null,
          taskType: null,
          rateMinor: 800,
        },
      ],
      seasons: [{ name: 'Autumn', fromDay: '2026-10-01', untilDay: '2026-12-31' }],
      ceilings: { plotMinor: null, farmerMinor: 500_000, operatorMinor: null, seasonMinor: null },
      leastCoveredRatio: 0.6,
      evidence: ['task'],
      objectionDays: 15,
    },
  },
  steps: [
    {
      kind: 'propose',
      at: '2026-11-15T00:00:00Z',
      userName: 'Li',
      accountName: 'County',
      text: '',
    },
  ],
  leftOut: [{ why: 'evidence', sortieCount: 4 }],
  isIntact: true,
}
const line: SubsidyLine = {
  lineId: makeId(2),
  subsidyId: '7',
  number: 3,
  state: 'payable',
  subsidyState: 'proposed',
  year: 2026,
  season: 'Autumn',
  blockId: makeId(3),
  blockName: 'East field',
  accountName: 'Wang',
  yyAccountName: 'Green Team',
  region: ['China', 'Henan'],
  crop: 'Wheat',
  chemicalName: null,
  taskType: null,
  currency: 'CNY',
  rate: { amountMinor: 800, currency: 'CNY', per: 'mu' },
  area: 20,
  coveredRatio: 0.9,
  groundArea: 18,
  unprovenArea: 0,
  sortieCount: 1,
  firstTime: '2026-11-02T02:00:00Z',
  grossMinor: 14_400,
  cutMinor: 4_400,
  cuts: [{ why: 'farmer', amountMinor: 4_400 }],
  amountMinor: 10_000,
  openObjectionNum: 0,
  can: { object: true, decide: false },
}
const lineDetail: SubsidyLineDetail = {
  ...line,
  ruleNumber: 2,
  leastCoveredRatio: 0.6,
  flights: [
    {
      droneId: 'SW-1',
      droneName: 'North 1',
      sortieId: makeId(4),
      startTime: '2026-11-02T02:00:00Z',
      endTime: '2026-11-02T02:10:00Z',
      coveredArea: 18,
      groundArea: 18,
      unprovenArea: 0,
      stoppedBy: null,
      trackHash: 'cd'.repeat(32),
      isUnchanged: false,
      ruling: null,
      rulingText: '',
    },
  ],
  objections: [],
}
const sums = {
  currency: 'CNY',
  proposedMinor: 1_234_567,
  stoppedMinor: 8_000,
  approvedMinor: 0,
  paidMinor: 510_000,
  coveredArea: 1_543.2,
  lineNum: 12,
  plotNum: 11,
  operatorNum: 2,
}
const page = (items: unknown[]) =>
  Response.json({ items, total: items.length, currentPage: 1, pageSize: 20 })

afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (
  Screen: () => React.ReactNode,
  accountType: 2 | 5,
  answers: Parameters<typeof serve>[0],
  path = '/',
) => {
  areaUnit.set('mu')
  const sent = serve({
    '/api/subsidy': () => page([subsidy]),
    '/api/subsidy/summary': () => Response.json({ items: [sums] }),
    '/api/subsidy/stat/region': () => Response.json({ items: [] }),
    '/api/subsidy/7': () => Response.json(detail),
    '/api/subsidy/7/tracks': () => Response.json({ plots: [], tracks: [], leftOutNum: 0 }),
    '/api/subsidy/lines': () => page([line]),
    [`/api/subsidy/lines/${makeId(2)}`]: () => Response.json(lineDetail),
    ...answers,
  })
  keepSession({
    jToken: 'sw_1',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person({ accountType }),
  })
  const router = createMemoryRouter([{ path: '*', Component: Screen }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return sent
}

describe('payments for spraying', () => {
  test('shows proposed, approved and paid amounts first; a subsidy shows its rules, and excluded flights', async () => {
    show(SubsidyListScreen, 2, {}, '/?open=7')
    await waitFor(() => expect(screen.getAllByText('CN¥12,345.67').length).toBeGreaterThan(1))
    expect(await screen.findByText('CN¥5,100.00', { selector: 'dd *' })).toBeTruthy()
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('Missing evidence')).toBeTruthy()
    expect(drawer.getByText('By rules version 2')).toBeTruthy()
    expect(drawer.getByText('Flown for a unified task')).toBeTruthy()
    expect(drawer.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  test('area and rate are shown in one unit, and the rate also as the rules state it', async () => {
    show(() => <PlotSubsidies blockId={makeId(3)} />, 5, {})
    areaUnit.set('rai')
    fireEvent.click(await screen.findByRole('button', { name: 'Details' }))
    const bill = await screen.findByText(/CN¥19\.20/)
    expect(bill.closest('dt')?.textContent).toBe(
      '7.50 rai × CN¥19.20 / raiWheat · Rules, version 2 · CN¥8.00 / mu',
    )
  })

  test('rules name their first three rates, in the person’s unit and as agreed, and the number of the others', async () => {
    const { rules } = detail.rules
    const rates = ['Wheat', 'Rice', 'Maize', 'Cotton', 'Rape'].map((crop, place) => ({
      ...rules.rates[0]!,
      crop,
      rateMinor: 800 - place * 100,
    }))
    const rule: SubsidyRule = {
      ruleId: makeId(7),
      accountName: 'County',
      regionCode: '156410526',
      region: ['China', 'Huaxian'],
      year: 2026,
      timeZone: 'Asia/Shanghai',
      currency: 'CNY',
      number: 2,
      changedAt: '2026-11-01T00:00:00Z',
      changedBy: 'Li',
      note: '',
      rules: { ...rules, rates },
      subsidyNum: 1,
      version: 2,
      can: { update: true, delete: false, propose: true },
    }
    show(RuleListScreen, 2, {
      '/api/subsidy/rules': () =>
        Response.json({ items: [rule], total: 1, currentPage: 1, pageSize: 20, canCreate: true }),
    })
    areaUnit.set('hectare')
    const first = await screen.findByText('Wheat')
    expect(first.closest('td')?.textContent).toBe(
      'Wheat CN¥8.00 / mu (CN¥120.00 / ha)Rice CN¥7.00 / mu (CN¥105.00 / ha)Maize CN¥6.00 / mu (CN¥90.00 / ha) +2',
    )
  })

  test('people who may not approve yet see the reason', async () => {
    const mine = { ...detail, can: { ...nothing, correct: true } }
    show(SubsidyListScreen, 2, { '/api/subsidy/7': () => Response.json(mine) }, '/?open=7')
    await screen.findByText('Objections are pending.')
    await screen.findByRole('button', { name: 'Recalculate' })
  })

  test('a farmer sees the calculation and that a track was changed, and objects', async () => {
    const sent = show(() => <PlotSubsidies blockId={makeId(3)} />, 5, {
      '/api/subsidy/7/objections': () => Response.json({}, { status: 500 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Details' }))
    await screen.findByText('Farmer limit reached')
    screen.getByText('CN¥144.00')
    screen.getByText('−CN¥44.00')
    screen.getByText(/has changed since this was calculated/)
    fireEvent.click(screen.getByRole('button', { name: 'Object' }))
    const form = within(await screen.findByRole('dialog'))
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'The north was not sprayed' } })
    fireEvent.click(form.getByRole('button', { name: 'Object' }))
    await waitFor(() =>
      expect(sent.find(({ path }) => path.endsWith('/objections'))?.body).toEqual({
        lineId: makeId(2),
        text: 'The north was not sprayed',
      }),
    )
  })
})
