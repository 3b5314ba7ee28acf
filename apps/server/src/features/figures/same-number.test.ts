// One question, one number, wherever it is asked: on a wall, above a list, in an export, by region.
import { beforeEach, expect, test } from 'vitest'
import { dashboardRoutes, type PeriodOverview, type StatInfo } from '@swath/contract/dashboard'
import { dashboardOverviewRoutes } from '@swath/contract/dashboard-overview'
import { flightRoutes } from '@swath/contract/flights'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../gateway/live/live-state.ts'
import { tx } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../platform/http/testing-console.ts'
import { flightHandlers } from '../flights/flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { statScreenHandlers } from '../stat-screen/stat-screen.routes.ts'
import { askFigures } from './ask-figures.queries.ts'
import { mergeSumChanges } from './merge-sums.queries.ts'

const now = Date.parse('2026-11-15T02:00:00Z')
const routes = { ...dashboardRoutes, ...dashboardOverviewRoutes, ...flightRoutes }
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      live = createLiveState(services)
      return { ...statScreenHandlers(services, live), ...flightHandlers(services) }
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

const exportTotals = async (person: TestPerson): Promise<Totals> => {
  const { body } = await console_.send('exportFlights', { query: { areaUnit: 'mu' } }, person)
  const rows = readCsv(body)
  const [areaColumn] = Object.keys(rows[0] ?? {}).filter((name) => name.startsWith('Covered area'))
  return {
    sortieCount: rows.length,
    sprayArea: rows.reduce((sum, row) => sum + Number(row[areaColumn!]), 0),
    durationS: 0,
    sprayL: 0,
  }
}

test('walls, overview, list and export say the same to five kinds of accounts, each of its own', async () => {
  const platform = await console_.person({ type: 'platform' })
  const province = await console_.person({ type: 'government', region_code: '156330000' })
  const city = await console_.person({ type: 'government', region_code: '156330100' })
  const maker = await console_.person({ type: 'manufacturer' })
  const otherMaker = await console_.person({ type: 'manufacturer' })
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  const [modelId, otherModelId] = [
    await insertModel(db, maker.account.id),
    await insertModel(db, otherMaker.account.id),
  ]
  const flights = [
    [maker, modelId, team, '156330106', '2026-11-14T20:00:00+08:00', 1234.57],
    [maker, modelId, null, '156330203', '2026-11-15T07:00:00+08:00', 20_000.01],
    [otherMaker, otherModelId, team, '156110105', '2026-11-15T00:00:00+08:00', 333.33],
    [otherMaker, otherModelId, null, '764100100', '2025-12-31T23:59:59+08:00', 777.77],
  ] as const
  for (const [i, [owner, model, operator, regionCode, start, coveredM2]] of flights.entries()) {
    const drone = await insertDroneRow(db, {
      modelId: model,
      manufacturerId: owner.account.id,
      operatorId: operator?.account.id ?? null,
      region_code: regionCode,
    })
    await insertFlight(db, drone, { startMs: Date.parse(start), coveredM2, regionCode })
    // Half of it is in the sums already.
    if (i === 1) await tx(db, mergeSumChanges)
  }
  const mu = (...which: number[]) =>
    which.reduce((sum, i) => sum + Math.round(flights[i]![5] * 1000), 0) / 1000 / MU_M2
  const seen = new Map([
    [platform, [0, 1, 2, 3]],
    [province, [0, 1]],
    [city, [0]],
    [maker, [0, 1]],
    [team, [0, 2]],
  ])
  for (const [person, which] of seen) {
    const wanted = mu(...which)
    const list = await listTotals(person)
    expect(list).toMatchObject({ sortieCount: which.length, sprayArea: expect.closeTo(wanted, 6) })
    expect((await exportTotals(person)).sortieCount).toBe(which.length)
    expect((await exportTotals(person)).sprayArea).toBeCloseTo(wanted, 1)
    const todayOnes = which.filter((i) => i === 1 || i === 2)
    const today = await listTotals(person, {
      startTime: '2026-11-15T00:00:00+08:00',
      endTime: '2026-11-16T00:00:00+08:00',
    })
    expect(today.sprayArea).toBeCloseTo(mu(...todayOnes), 6)
    if (person === team) continue
    const info = await console_.ask<StatInfo>(person, 'getStatInfo')
    expect(info.sprayTotalMuNum).toBe(list.sprayArea)
    expect([info.flySeqTotalNum, info.flyTotalDuration, info.flyTotalQuantity]).toEqual([
      list.sortieCount,
      list.durationS,
      list.sprayL,
    ])
    const block = await console_.ask<PeriodOverview>(person, 'getTodayOverview')
    expect([block.sprayArea, block.flightCount]).toEqual([today.sprayArea, today.sortieCount])
  }
})

test('a farmer has flown nothing', async () => {
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
