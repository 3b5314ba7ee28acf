import { beforeEach, expect, test } from 'vitest'
import {
  droneStatisticRoutes,
  type DroneStatistic,
  type StatisticsExport,
} from '@swath/contract/figures/drone-statistics'
import { muFromM2 } from '@swath/domain/units'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { droneStatisticHandlers } from './drone-statistics.routes.ts'
import { removeOldExports } from './export-cleanup.ts'
import { makeExport } from './make-export.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const dayMs = 86_400_000
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof droneStatisticRoutes>>>
let maker: TestPerson
let team: TestPerson
let files: Map<string, Uint8Array>
let store: FileStore
let drones: string[]

beforeEach(async () => {
  files = new Map()
  store = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
  }
  console_ = await openConsole(
    database,
    droneStatisticRoutes,
    (services) => droneStatisticHandlers(services, store),
    now,
  )
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    time_zone: 'Asia/Shanghai',
  })
  const modelId = await insertModel(db, maker.account.id)
  drones = []
  // The first flies most, the last not at all.
  for (const flights of [3, 2, 1, 0]) {
    const drone = await insertDroneRow(db, {
      modelId,
      manufacturerId: maker.account.id,
      operatorId: team.account.id,
    })
    drones.push(drone.id)
    for (let i = 0; i < flights; i++)
      await insertFlight(db, drone, {
        // Two on one day, the third on the day before.
        startMs: now - (i === 2 ? dayMs : i * 3_600_000) - 3_600_000,
        coveredM2: 1_000,
        durationS: 600,
        sprayL: 5,
        cropId: i === 0 ? 'rice' : 'wheat',
      })
  }
  return () => console_.close()
})

type List = {
  items: DroneStatistic[]
  total: number
  stats: { droneNum: number; flightCount: number; sprayArea: number; flightTimeS: number }
}
const list = (query: Record<string, string> = {}, person = team) =>
  console_.ask<List>(person, 'listDroneStatistics', { query })

test('one row per drone with work, the largest first, with totals of all matches', async () => {
  const { items, total, stats } = await list()
  expect(items.map(({ droneId, flightCount }) => [droneId, flightCount])).toEqual([
    [drones[0], 3],
    [drones[1], 2],
    [drones[2], 1],
  ])
  expect(items[0]).toMatchObject({
    droneName: `Drone ${drones[0]}`,
    sprayArea: muFromM2(3_000),
    flightTimeS: 1_800,
    sprayL: 15,
    activeDayNum: 2,
    lastFlightAt: new Date(now - 3_600_000).toISOString(),
  })
  expect(total).toBe(3)
  expect(stats).toMatchObject({
    droneNum: 3,
    flightCount: 6,
    sprayArea: muFromM2(6_000),
    flightTimeS: 3_600,
  })
})

test('filters apply to rows and totals: crop, day, range of numbers', async () => {
  const wheat = await list({ cropId: 'wheat' })
  expect(wheat.items.map(({ flightCount }) => flightCount)).toEqual([2, 1])
  expect(wheat).toMatchObject({ total: 2, stats: { flightCount: 3 } })
  // Flights that do not match are ignored for the last flight too.
  expect(wheat.items[1]!.lastFlightAt).toBe(new Date(now - 2 * 3_600_000).toISOString())
  const yesterday = new Date(now - dayMs).toISOString()
  expect(await list({ startTime: yesterday, endTime: yesterday })).toMatchObject({
    total: 1,
    items: [{ droneId: drones[0], flightCount: 1, activeDayNum: 1 }],
  })
  const [first = '', second = ''] = drones.slice(0, 2).toSorted()
  expect((await list({ startDroneId: first, endDroneId: second })).total).toBe(2)
  expect((await list({ startTime: new Date(now).toISOString(), endTime: yesterday })).total).toBe(0)
})

test('pages and orders: by number, by a figure in both directions', async () => {
  const ids = async (query: Record<string, string>) =>
    (await list(query)).items.map(({ droneId }) => droneId)
  const worked = drones.slice(0, 3)
  expect(await ids({ order: 'droneId' })).toEqual(worked.toSorted())
  expect(await ids({ order: '-droneId' })).toEqual(worked.toSorted().toReversed())
  expect(await ids({ order: 'flightCount' })).toEqual(worked.toReversed())
  expect(await ids({ order: '-sprayL', pageSize: '1', currentPage: '2' })).toEqual([worked[1]])
})

test('others see only drones of their scope', async () => {
  const rival = await console_.person({ type: 'operator', operator_type: 'team' })
  expect(await list({}, rival)).toMatchObject({ total: 0, items: [], stats: { flightCount: 0 } })
  expect((await list({}, maker)).total).toBe(3)
})

const start = (body: object = {}, person = team) =>
  console_.ask<StatisticsExport>(person, 'startDroneStatisticsExport', {
    body: { asked: {}, ...body },
  })
const listFiles = async (person = team) =>
  (await console_.ask<{ items: StatisticsExport[] }>(person, 'listDroneStatisticsExports')).items
const make = (exportId: string) =>
  makeExport({ ...console_.services, store }, exportId, AbortSignal.timeout(60_000))

test('a file is created by a job, is available to its person only, and matches the list', async () => {
  const { exportId, state } = await start({ asked: { cropId: 'wheat' }, areaUnit: 'hectare' })
  expect(state).toBe('waiting')
  await make(exportId)
  expect(await listFiles()).toMatchObject([
    { exportId, state: 'done', rowNum: 2, doneNum: 2, keptUntil: '2026-06-22T04:00:00.000Z' },
  ])
  const params = { exportId }
  const { body } = await console_.send('fetchDroneStatisticsExport', { params }, team)
  const lines = body.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toContain('Covered area (ha)')
  expect(lines).toHaveLength(3)
  const colleague = await console_.colleague(team, {})
  expect(await listFiles(colleague)).toEqual([])
  expect(await console_.refusal(colleague, 'fetchDroneStatisticsExport', { params })).toEqual([
    404,
    'not_found',
  ])
  await console_.ask(team, 'cancelDroneStatisticsExport', { params })
  expect([await listFiles(), files.size]).toEqual([[], 0])
})

test('an export that its person deleted meanwhile leaves no file', async () => {
  const { exportId } = await start()
  const slow: FileStore = {
    ...store,
    put: async (key, bytes, mediaType) => {
      await store.put(key, bytes, mediaType)
      await console_.ask(team, 'cancelDroneStatisticsExport', { params: { exportId } })
    },
  }
  await makeExport({ ...console_.services, store: slow }, exportId, AbortSignal.timeout(60_000))
  expect([await listFiles(), files.size]).toEqual([[], 0])
})

test('files are deleted after a week; at most ten are stored', async () => {
  const { exportId } = await start()
  await make(exportId)
  for (let i = 1; i < 10; i++) await start()
  expect(
    await console_.refusal(team, 'startDroneStatisticsExport', { body: { asked: {} } }),
  ).toEqual([409, 'too_many_exports'])
  console_.clock.set(now + 8 * dayMs)
  await removeOldExports(console_.services, store)
  const left = db.selectFrom('statistics_export').where('user_id', '=', team.id).selectAll()
  expect([await left.execute(), files.size]).toEqual([[], 0])
})
