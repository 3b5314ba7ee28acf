// A question has the same answer everywhere: on a statistics screen, above a list, in an export, by
// region, in a saved statistic, by drone, and on the page of a plot.
import { beforeEach, expect, test } from 'vitest'
import {
  dashboardRoutes,
  type PeriodOverview,
  type StatInfo,
} from '@swath/contract/figures/dashboard'
import {
  dashboardOverviewRoutes,
  type OverviewPart,
} from '@swath/contract/figures/dashboard-overview'
import { dataStatRoutes, type DataStatFigures } from '@swath/contract/figures/data-stats'
import { droneStatisticRoutes, type DroneStatistic } from '@swath/contract/figures/drone-statistics'
import { flightRoutes } from '@swath/contract/flights/flights'
import { plotWorkRoutes, type PlotSpraying } from '@swath/contract/flights/plot-work'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { dataStatHandlers } from '../data-stats/data-stats.routes.ts'
import { droneStatisticHandlers } from '../drone-statistics/drone-statistics.routes.ts'
import { makeExport } from '../drone-statistics/make-export.ts'
import { flightHandlers } from '../../flights/flights/flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
} from '../../flights/flights/testing-rows.queries.ts'
import { plotWorkHandlers } from '../../flights/plot-work/plot-work.routes.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { statScreenHandlers } from '../../overview/stat-screen/stat-screen.routes.ts'
import { askFigures } from './ask-figures.queries.ts'
import { mergeSumChanges } from './merge-sums.queries.ts'

const now = Date.parse('2026-11-15T02:00:00Z')
const routes = {
  ...dashboardRoutes,
  ...dashboardOverviewRoutes,
  ...flightRoutes,
  ...dataStatRoutes,
  ...droneStatisticRoutes,
  ...plotWorkRoutes,
}
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let store: FileStore
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>

beforeEach(async () => {
  // The platform would see flights of other tests.
  await db.deleteFrom('sortie').execute()
  const files = new Map<string, Uint8Array>()
  store = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
  }
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      live = createLiveState(services)
      return {
        ...statScreenHandlers(services, live),
        ...flightHandlers(services),
        ...dataStatHandlers(services),
        ...droneStatisticHandlers(services, store),
        ...plotWorkHandlers(services),
      }
    },
    now,
  )
  return async () => {
    live.stop()
    await console_.close()
  }
})

type Totals = { sortieCount: number; sprayArea: number; durationS: number; sprayL: number }

const listTotals = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await console_.ask<{ stats: Totals }>(person, 'listFlights', { query })).stats

const addUp = (body: string, areaUnit = 'mu'): { rows: number; area: number } => {
  const rows = readCsv(body)
  const column = Object.keys(rows[0] ?? {}).find((name) => name === `Covered area (${areaUnit})`)
  return { rows: rows.length, area: rows.reduce((sum, row) => sum + Number(row[column!]), 0) }
}
const exportTotals = async (person: TestPerson) =>
  addUp((await console_.send('exportFlights', { query: { areaUnit: 'mu' } }, person)).body)

const insertPlot = async (owner: TestPerson): Promise<string> => {
  const id = crypto.randomUUID()
  const ring = [
    [120.1, 30.2],
    [120.2, 30.2],
    [120.2, 30.3],
    [120.1, 30.2],
  ]
  await db
    .insertInto('plot')
    .values({
      id,
      account_id: owner.account.id,
      name: 'East field',
      region_code: '156330106',
      parts: JSON.stringify([[ring]]),
      bounds: '(120.2,30.3),(120.1,30.2)',
      area_m2: 6_000,
      crop_id: 'rice',
      created_by: null,
      shape_at: new Date(0),
    })
    .execute()
  return id
}

/** Four flights, two of them already merged into the sums, and the accounts that can see them. */
const flySome = async () => {
  const platform = await console_.person({ type: 'platform' })
  const province = await console_.person({ type: 'government', region_code: '156330000' })
  const city = await console_.person({ type: 'government', region_code: '156330100' })
  const maker = await console_.person({ type: 'manufacturer' })
  const otherMaker = await console_.person({ type: 'manufacturer' })
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  const plotId = await insertPlot(team)
  const [modelId, otherModelId] = [
    await insertModel(db, maker.account.id),
    await insertModel(db, otherMaker.account.id),
  ]
  const flights = [
    [maker, modelId, team, '156330106', '2026-11-14T20:00:00+08:00', 1234.57, plotId],
    [maker, modelId, null, '156330203', '2026-11-15T07:00:00+08:00', 20_000.01, null],
    [otherMaker, otherModelId, team, '156110105', '2026-11-15T00:00:00+08:00', 333.33, null],
    [otherMaker, otherModelId, null, '764100100', '2025-12-31T23:59:59+08:00', 777.77, null],
  ] as const
  for (const [
    i,
    [owner, model, operator, regionCode, start, coveredM2, plot],
  ] of flights.entries()) {
    const drone = await insertDroneRow(db, {
      modelId: model,
      manufacturerId: owner.account.id,
      operatorId: operator?.account.id ?? null,
      region_code: regionCode,
    })
    const startMs = Date.parse(start)
    await insertFlight(db, drone, { startMs, coveredM2, regionCode, plotId: plot })
    if (i === 1) await tx(db, mergeSumChanges)
  }
  const seen = new Map([
    [platform, [0, 1, 2, 3]],
    [province, [0, 1]],
    [city, [0]],
    [maker, [0, 1]],
    [team, [0, 2]],
  ])
  const mu = (which: readonly number[]) =>
    which.reduce((sum, i) => sum + Math.round(flights[i]![5] * 1000), 0) / 1000 / MU_M2
  return { seen, mu, maker, team, plotId }
}

const everyDay = { startTime: '2025-01-01', endTime: '2026-12-31' }

test('statistics screens, overview, list and export agree for five types of accounts, each with its own data', async () => {
  const { seen, mu, team } = await flySome()
  for (const [person, which] of seen) {
    const wanted = mu(which)
    const list = await listTotals(person)
    expect(list).toMatchObject({ sortieCount: which.length, sprayArea: expect.closeTo(wanted, 6) })
    const file = await exportTotals(person)
    expect([file.rows, file.area]).toEqual([which.length, expect.closeTo(wanted, 1)])
    const today = await listTotals(person, {
      startTime: '2026-11-15T00:00:00+08:00',
      endTime: '2026-11-16T00:00:00+08:00',
    })
    expect(today.sprayArea).toBeCloseTo(mu(which.filter((i) => i === 1 || i === 2)), 6)
    if (person === team) continue
    const info = await console_.ask<StatInfo>(person, 'getStatInfo')
    expect(info.sprayTotalMuNum).toBe(list.sprayArea)
    expect([info.flySeqTotalNum, info.flyTotalDuration, info.flyTotalQuantity]).toEqual([
      list.sortieCount,
      list.durationS,
      list.sprayL,
    ])
    const { figures } = await console_.ask<{ figures: PeriodOverview }>(
      person,
      'getScreenOverview',
      { query: everyDay },
    )
    expect([figures.sprayArea, figures.flightCount]).toEqual([list.sprayArea, list.sortieCount])
    expect([figures.flightTime, figures.sprayQuantity]).toEqual([list.durationS, list.sprayL])
    const { items } = await console_.ask<{ items: OverviewPart[] }>(person, 'queryScreenRegion', {
      body: { regionCode: null, ...everyDay },
    })
    expect(items.reduce((sum, { flightCount }) => sum + flightCount, 0)).toBe(list.sortieCount)
    expect(items.reduce((sum, { sprayArea }) => sum + sprayArea, 0)).toBeCloseTo(wanted, 6)
    const block = await console_.ask<PeriodOverview>(person, 'getTodayOverview')
    expect([block.sprayArea, block.flightCount]).toEqual([today.sprayArea, today.sortieCount])
  }
})

const statOf = (person: TestPerson, x: string) =>
  console_.ask<DataStatFigures>(person, 'previewDataStat', {
    body: {
      settings: {
        periodType: 1,
        showType: 'table',
        x,
        y: ['flightCount', 'sprayArea', 'flightTime', 'sprayQuantity'],
      },
    },
  })

const fileOfDrones = async (person: TestPerson) => {
  const { exportId } = await console_.ask<{ exportId: string }>(
    person,
    'startDroneStatisticsExport',
    { body: { asked: {}, areaUnit: 'mu' } },
  )
  await makeExport({ ...console_.services, store }, exportId, AbortSignal.timeout(60_000))
  const params = { exportId }
  return addUp((await console_.send('fetchDroneStatisticsExport', { params }, person)).body)
}

test('saved statistics, drone statistics and their file agree with the list, for each account', async () => {
  const { seen } = await flySome()
  for (const [person, which] of seen) {
    const { sortieCount, sprayArea, durationS, sprayL } = await listTotals(person)
    const shown = [sortieCount, sprayArea, durationS, sprayL]
    for (const x of ['drone', 'county', 'month', 'hourOfDay']) {
      const { totals, rows } = await statOf(person, x)
      expect(totals?.values, x).toEqual(shown)
      for (const [at, figure] of shown.entries())
        expect(rows.reduce((sum, { values }) => sum + values[at]!, 0)).toBeCloseTo(figure, 6)
    }
    const drones = await console_.ask<{
      items: DroneStatistic[]
      stats: {
        droneNum: number
        flightCount: number
        sprayArea: number
        flightTimeS: number
        sprayL: number
      }
    }>(person, 'listDroneStatistics')
    const { stats } = drones
    expect([stats.flightCount, stats.sprayArea, stats.flightTimeS, stats.sprayL]).toEqual(shown)
    expect([stats.droneNum, drones.items.length]).toEqual([which.length, which.length])
    const file = await fileOfDrones(person)
    expect([file.rows, file.area]).toEqual([which.length, expect.closeTo(sprayArea, 1)])
  }
})

test('the page of a plot lists the flights that statistics count for it', async () => {
  const { seen, maker, plotId } = await flySome()
  for (const person of seen.keys()) {
    const { rows } = await statOf(person, 'plot')
    const plotRow = rows.find(({ keys }) => keys[0] === plotId)
    if (person === maker) continue // the maker may not read whose plots they sprayed
    const { items } = await console_.ask<{ items: PlotSpraying[] }>(person, 'getPlotSprayings', {
      params: { blockId: plotId },
    })
    const litres = items.reduce((sum, { sprayL }) => sum + sprayL, 0)
    expect([plotRow?.values[0], plotRow?.values[3]]).toEqual([items.length, litres])
    expect(items).toHaveLength(1)
  }
})

test('a farmer has no flights', async () => {
  const farmer = await console_.person({ type: 'farmer' })
  const scope = { kind: 'accounts', as: 'farmer', accountIds: [farmer.account.id] } as const
  const [row] = await askFigures(db, scope, {
    measures: ['coveredM2', 'sortieCount'],
    by: [],
    filters: {},
    from: null,
    until: null,
    timeZone: 'Asia/Shanghai',
  })
  expect(row!.figures).toEqual({ coveredM2: 0, sortieCount: 0 })
})
