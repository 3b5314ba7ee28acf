import { beforeEach, describe, expect, test } from 'vitest'
import type {
  ChartSeries,
  DroneRankEntry,
  PeriodOverview,
  RegionSeries,
  StatInfo,
} from '@swath/contract/figures/dashboard'
import { dashboardRoutes } from '@swath/contract/figures/dashboard'
import {
  dashboardOverviewRoutes,
  type OverviewOperator,
  type OverviewPart,
  type RegionOutline,
} from '@swath/contract/figures/dashboard-overview'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { statScreenHandlers } from './stat-screen.routes.ts'

/** 10 in the morning of 15 November 2026 in Shanghai. */
const now = Date.parse('2026-11-15T02:00:00Z')
const at = (time: string): number => Date.parse(`${time}+08:00`)
const mu = (count: number): number => count * MU_M2
const routes = { ...dashboardRoutes, ...dashboardOverviewRoutes }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let maker: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    routes,
    (services) => {
      live = createLiveState(services)
      return statScreenHandlers(services, live)
    },
    now,
  )
  maker = await console_.person({ type: 'manufacturer', region_code: '156330106' })
  modelId = await insertModel(db, maker.account.id)
  return async () => {
    live.stop()
    await console_.close()
  }
})

const addDrone = (regionCode = '156330106') =>
  insertDroneRow(db, { modelId, manufacturerId: maker.account.id, region_code: regionCode })

const ask = <T>(
  operation: keyof typeof routes,
  query: Record<string, string> = {},
  person = maker,
) => console_.ask<T>(person, operation, { query })

/**
 * Each flight has its own drone, because flights of one drone at the same time would be one flight.
 */
const fly = async (regionCode: string, time: string, area: number): Promise<string> =>
  insertFlight(db, await addDrone(), { startMs: at(time), coveredM2: mu(area), regionCode })

describe('the statistics screen', () => {
  test('headline figures include everything in the caller’s scope, and the number of drones online', async () => {
    const [near, far] = [await addDrone(), await addDrone('764100100')]
    await insertState(db, near.id, { flight: 'flying', lastMs: now - 1000, lng: 120, lat: 30 })
    await insertState(db, far.id, { flight: 'offline', lastMs: now - 9e6, lng: 100, lat: 15 })
    await live.load()
    await insertFlight(db, near, { startMs: at('2026-11-15T08:00:00'), coveredM2: mu(3) })
    await insertFlight(db, far, { startMs: at('2024-02-01T08:00:00'), coveredM2: mu(4) })
    const { plotTotalArea, ploTotalNum, ...info } = await ask<StatInfo>('getStatInfo')
    expect(info).toEqual({
      droneNum: 2,
      onlineDroneCount: 1,
      flyTotalDuration: 1200,
      flyTotalQuantity: 40,
      sprayTotalMuNum: expect.closeTo(7, 4) as number,
      flySeqTotalNum: 2,
    })
    expect([plotTotalArea, ploTotalNum]).toEqual([0, 0])
  })

  test('rankings have at most six rows, largest area first, by the codes of section 3', async () => {
    const drones = await Promise.all(Array.from({ length: 7 }, () => addDrone()))
    for (const [i, drone] of drones.entries())
      await insertFlight(db, drone, {
        startMs: at(
          i < 2 ? '2025-06-01T08:00:00' : i < 4 ? '2026-06-01T08:00:00' : '2026-11-02T08:00:00',
        ),
        coveredM2: mu(10 - i),
      })
    const idsOf = async (query: Record<string, string>): Promise<string[]> =>
      (await ask<{ items: DroneRankEntry[] }>('getDroneRank', query)).items.map(
        ({ droneId }) => droneId,
      )
    const ids = drones.map(({ id }) => id)
    expect(await idsOf({})).toEqual(ids.slice(0, 6))
    expect(await idsOf({ periodType: '2' })).toEqual(ids.slice(2))
    expect(await idsOf({ periodType: '3' })).toEqual(ids.slice(4))
  })

  test('pilots are ranked by name; work without a pilot is not ranked', async () => {
    const drone = await addDrone()
    const pilot = await console_.colleague(maker, { name: 'Li', user_type: 2 })
    await insertFlight(db, drone, { startMs: at('2026-11-02T08:00:00'), coveredM2: mu(9) })
    await insertFlight(db, drone, {
      startMs: at('2026-11-02T09:00:00'),
      coveredM2: mu(2),
      pilotId: pilot.id,
    })
    const { items } = await ask<{ items: object[] }>('getUserRank', { periodType: '3' })
    expect(items).toEqual([
      { userId: pilot.id, userName: 'Li', sprayArea: expect.closeTo(2, 4) as number },
    ])
  })

  test('hours are in the viewer’s time zone; of this year, only months that have begun are returned', async () => {
    const drone = await addDrone()
    await insertFlight(db, drone, { startMs: at('2025-03-01T06:10:00'), coveredM2: mu(1) })
    await insertFlight(db, drone, { startMs: at('2026-03-01T06:50:00'), coveredM2: mu(2) })
    await insertFlight(db, drone, { startMs: at('2026-11-01T00:05:00'), coveredM2: mu(4) })
    const all = await ask<ChartSeries>('getAllTimeHours')
    expect([all.xData.length, all.yData[0]![6], all.yData[0]![0]]).toEqual([
      24,
      expect.closeTo(3, 4),
      expect.closeTo(4, 4),
    ])
    const year = await ask<ChartSeries>('getYearHours')
    expect(year.zData).toHaveLength(11)
    expect([year.zData[2], year.yData[2]![6], year.yData[10]![0]]).toEqual([
      '2026-03',
      expect.closeTo(2, 4),
      expect.closeTo(4, 4),
    ])
    expect(year.timeZone).toBe('Asia/Shanghai')
  })

  test('modes in five periods', async () => {
    const drone = await addDrone()
    await insertFlight(db, drone, { startMs: at('2025-12-31T23:59:00'), coveredM2: mu(1), mode: 1 })
    await insertFlight(db, drone, { startMs: at('2026-10-31T08:00:00'), coveredM2: mu(2), mode: 2 })
    await insertFlight(db, drone, { startMs: at('2026-11-01T08:00:00'), coveredM2: mu(4), mode: 5 })
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5'].map(async (periodType) => {
        const { yData, zData } = await ask<ChartSeries>('getModeAreas', { periodType })
        return [zData[0], ...yData[0]!.map((value) => Math.round(value!))]
      }),
    )
    expect(answers).toEqual([
      ['all', 1, 2, 0, 0, 4, 0],
      ['this_month', 0, 0, 0, 0, 4, 0],
      ['last_month', 0, 2, 0, 0, 0, 0],
      ['this_year', 0, 2, 0, 0, 4, 0],
      ['last_year', 1, 0, 0, 0, 0, 0],
    ])
  })

  test('domestic and foreign regions, largest first, in the reader’s language', async () => {
    await fly('156330106', '2026-11-02T08:00:00', 3)
    await fly('156320102', '2026-11-02T08:00:00', 5)
    await fly('764100100', '2026-11-02T08:00:00', 2)
    const home = await ask<RegionSeries>('getChinaRegions', { periodType: '5' })
    expect([home.xData, home.regionCodes]).toEqual([
      ['Jiangsu', 'Zhejiang'],
      ['156320000', '156330000'],
    ])
    const abroad = await ask<RegionSeries>('getForeignRegions', { periodType: '1' })
    expect([abroad.xData, abroad.yData[0]!.map((value) => Math.round(value!))]).toEqual([
      ['Thailand'],
      [2],
    ])
  })

  test('a government’s regions are the parts of its own, and its own country is domestic', async () => {
    await fly('156330106', '2026-11-02T08:00:00', 3)
    await fly('764100100', '2026-11-02T08:00:00', 2)
    const province = await console_.person({ type: 'government', region_code: '156330000' })
    const changwat = await console_.person({ type: 'government', region_code: '764100000' })
    const codesOf = async (person: TestPerson): Promise<(string | null)[][]> => [
      (await ask<RegionSeries>('getChinaRegions', { periodType: '5' }, person)).regionCodes,
      (await ask<RegionSeries>('getForeignRegions', { periodType: '1' }, person)).regionCodes,
    ]
    expect(await codesOf(province)).toEqual([['156330100'], []])
    expect(await codesOf(changwat)).toEqual([['764100100'], []])
  })

  test('work over years, months and days, compared with the previous period; without future times', async () => {
    const drone = await addDrone()
    await insertFlight(db, drone, { startMs: at('2024-05-01T08:00:00'), coveredM2: mu(1) })
    await insertFlight(db, drone, { startMs: at('2026-10-31T08:00:00'), coveredM2: mu(2) })
    await insertFlight(db, drone, { startMs: at('2026-11-15T08:00:00'), coveredM2: mu(4) })
    const years = await ask<ChartSeries>('getChinaPeriod', { periodType: '1' })
    expect([years.xData, years.yData[0]!.map((value) => Math.round(value!))]).toEqual([
      ['2024', '2025', '2026'],
      [1, 0, 6],
    ])
    const months = await ask<ChartSeries>('getChinaPeriod', { periodType: '2' })
    expect([
      months.zData,
      months.yData[0]!.slice(9).map((value) => value && Math.round(value)),
    ]).toEqual([
      ['2026', '2025'],
      [2, 4, null],
    ])
    const days = await ask<ChartSeries>('getChinaPeriod', { periodType: '3' })
    expect([
      days.zData,
      days.yData[0]!.slice(13, 16).map((value) => value && Math.round(value)),
    ]).toEqual([
      ['2026-11', '2026-10'],
      [0, 4, null],
    ])
    expect(Math.round(days.yData[1]![30]!)).toBe(2)
    const abroad = await ask<ChartSeries>('getForeignPeriod', { periodType: '1' })
    expect(abroad.yData).toEqual([[0]])
  })

  test('blocks of today, this month and this year', async () => {
    const drone = await addDrone()
    await insertFlight(db, drone, { startMs: at('2026-11-15T00:10:00'), coveredM2: mu(1) })
    await insertFlight(db, drone, { startMs: at('2026-11-14T23:50:00'), coveredM2: mu(2) })
    await insertFlight(db, drone, { startMs: at('2026-01-01T00:10:00'), coveredM2: mu(4) })
    const blocks = [
      await ask<PeriodOverview>('getTodayOverview'),
      await ask<PeriodOverview>('getPeriodOverview', { periodType: '2' }),
      await ask<PeriodOverview>('getPeriodOverview', { periodType: '3' }),
    ]
    expect(blocks.map(({ sprayArea }) => Math.round(sprayArea))).toEqual([1, 3, 7])
    expect(blocks.map(({ flightCount }) => flightCount)).toEqual([1, 2, 3])
    expect(blocks.map(({ activeDroneCount }) => activeDroneCount)).toEqual([1, 1, 1])
  })

  test('unknown codes are refused, and so are operators', async () => {
    expect(await console_.refusal(maker, 'getModeAreas', { query: { periodType: '6' } })).toEqual([
      400,
      'invalid_input',
    ])
    const team = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.refusal(team, 'getStatInfo')).toEqual([403, 'forbidden'])
  })
})

describe('the overview by regions', () => {
  const november = { startTime: '2026-11-01', endTime: '2026-11-15' }
  type Region = {
    path: { regionCode: string | null; areaName: string }[]
    items: OverviewPart[]
    operators: OverviewOperator[]
  }
  const open = (regionCode: string | null, person = maker) =>
    console_.ask<Region>(person, 'queryScreenRegion', { body: { regionCode, ...november } })

  const flyEverywhere = async (): Promise<void> => {
    await fly('156330106', '2026-11-02T08:00:00', 3)
    await fly('156330106', '2026-10-02T08:00:00', 1)
    await fly('156330000', '2026-11-03T08:00:00', 2)
    await fly('156320102', '2026-11-15T08:00:00', 5)
    await fly('764100100', '2026-11-02T08:00:00', 2)
  }

  test('can be navigated from the world to a county, and parts add up to the total', async () => {
    await flyEverywhere()
    const partsOf = async (code: string | null) =>
      (await open(code)).items
        .filter(({ sprayArea }) => sprayArea > 0)
        .map((part) => [
          part.regionCode,
          Math.round(part.sprayArea),
          Math.round(part.sprayAreaBefore),
        ])
    expect(await partsOf(null)).toEqual([
      ['156000000', 10, 1],
      ['764000000', 2, 0],
    ])
    expect(await partsOf('156000000')).toEqual([
      ['156320000', 5, 0],
      ['156330000', 5, 1],
    ])
    // Of 2 mu, only the province is known.
    expect(await partsOf('156330000')).toEqual([
      ['156330100', 3, 1],
      [null, 2, 0],
    ])
    expect(await partsOf('156330100')).toEqual([['156330106', 3, 1]])
    expect((await open('156330106')).items).toEqual([])
  })

  test('navigation starts at the caller’s scope, and cannot leave it', async () => {
    await flyEverywhere()
    const city = await console_.person({ type: 'government', region_code: '156330100' })
    const top = await open(null, city)
    expect(top.path.map(({ regionCode }) => regionCode)).toEqual(['156330100'])
    const county = await open('156330106', city)
    expect(county.path.map(({ areaName }) => areaName)).toEqual(['Hangzhou', 'Xihu District'])
    const outside = { body: { regionCode: '156330000', ...november } }
    expect(await console_.refusal(city, 'queryScreenRegion', outside)).toEqual([404, 'not_found'])
  })

  test('in regions without finer parts, operators are ranked', async () => {
    const team = await console_.person({ type: 'operator', operator_type: 'team' })
    const drone = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: team.account.id,
      region_code: '156330106',
    })
    const regionCode = '156330106'
    await insertFlight(db, drone, {
      startMs: at('2026-11-03T08:00:00'),
      coveredM2: mu(5),
      regionCode,
    })
    await insertFlight(db, drone, {
      startMs: at('2026-10-03T08:00:00'),
      coveredM2: mu(2),
      regionCode,
    })
    await fly(regionCode, '2026-11-02T08:00:00', 3)
    const { operators } = await open(regionCode)
    expect(
      operators.map((one) => [
        one.yyAccountName,
        Math.round(one.sprayArea),
        Math.round(one.sprayAreaBefore),
      ]),
    ).toEqual([
      ['An account', 5, 2],
      ['', 3, 0],
    ])
    expect((await open('156330100')).operators).toEqual([])
  })

  test('a municipality is divided directly into districts', async () => {
    const { path, items } = await open('156110000')
    expect(path.map(({ regionCode }) => regionCode)).toEqual([null, '156000000', '156110000'])
    expect(items.some(({ regionCode }) => regionCode === '156110101')).toBe(true)
    const district = await open('156110101')
    expect(district.path.map(({ regionCode }) => regionCode)).not.toContain('156110100')
  })

  test('figures and trend are compared with the previous days', async () => {
    await flyEverywhere()
    const overview = await ask<{
      figures: PeriodOverview
      before: PeriodOverview
      startTimeBefore: string
      endTimeBefore: string
    }>('getScreenOverview', { ...november, regionCode: '156330000' })
    expect([overview.startTimeBefore, overview.endTimeBefore]).toEqual(['2026-10-01', '2026-10-15'])
    expect([overview.figures.sprayArea, overview.before.sprayArea].map(Math.round)).toEqual([5, 1])
    const trend = await ask<ChartSeries & { step: string }>('getScreenTrend', november)
    expect([trend.step, trend.xData.length]).toEqual(['day', 15])
    expect(trend.yData.map((values) => Math.round(values[1]!))).toEqual([5, 1])
    const backwards = { startTime: '2026-11-02', endTime: '2026-11-01' }
    expect(await console_.refusal(maker, 'getScreenTrend', { query: backwards })).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('outlines are of a country, or simplified ones of the world', async () => {
    const china = await ask<{ items: RegionOutline[] }>('getRegionOutlines', {
      regionCode: '156330106',
    })
    expect(china.items).toHaveLength(34)
    expect(china.items.map(({ areaName }) => areaName)).toContain('Zhejiang')
  })
})
