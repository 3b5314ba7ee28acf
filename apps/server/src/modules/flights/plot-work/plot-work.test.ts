import { beforeEach, describe, expect, test } from 'vitest'
import {
  plotWorkRoutes,
  type PlotGround,
  type PlotSeasons,
  type PlotSpraying,
} from '@swath/contract/flights/plot-work'
import { muFromM2 } from '@swath/domain/units'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { flyPasses, insertField } from '../flights/testing-field.queries.ts'
import { insertDroneRow, insertFlight, insertModel } from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { keepGroundOfFlights } from './keep-ground.ts'
import { plotWorkHandlers } from './plot-work.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hourMs = 3_600_000
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof plotWorkRoutes>>>
let farmer: TestPerson
let stranger: TestPerson
let blockId: string

beforeEach(async () => {
  console_ = await openConsole(database, plotWorkRoutes, plotWorkHandlers, now)
  farmer = await console_.person({ type: 'farmer', time_zone: 'Asia/Shanghai' })
  stranger = await console_.person({ type: 'farmer' })
  blockId = await insertField(db, { accountId: farmer.account.id, regionCode: '156330106' })
  return () => console_.close()
})

const fly = async (startMs: number, norths: readonly number[], operator: TestPerson) => {
  const maker = await console_.person({ type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: operator.account.id,
  })
  const coveredM2 = 100 * 5 * norths.length
  const sortieId = await insertFlight(db, drone, {
    startMs,
    points: flyPasses(startMs, norths),
    plotId: blockId,
    cropId: 'rice',
    coveredM2,
  })
  return { sortieId, droneId: drone.id }
}
const params = () => ({ blockId: blockId })
const sprayings = (query: Record<string, string> = {}, person = farmer) =>
  console_.ask<{ items: PlotSpraying[]; hasMore: boolean }>(person, 'getPlotSprayings', {
    params: params(),
    query,
  })

describe('the flights that sprayed a plot', () => {
  test('are listed for the plot’s owner, of all operators, by day of the owner’s time zone, with paging', async () => {
    const team = await console_.person({
      type: 'operator',
      operator_type: 'team',
      name: 'Northern team',
    })
    // 2026-06-10 00:30 in Shanghai, the day before in UTC
    const first = await fly(Date.parse('2026-06-09T16:30:00Z'), [2.5], team)
    const second = await fly(Date.parse('2026-06-11T03:00:00Z'), [2.5], team)
    const ids = async (query: Record<string, string> = {}) =>
      (await sprayings(query)).items.map(({ sortieId }) => sortieId)
    expect((await sprayings()).items[0]).toMatchObject({
      droneId: second.droneId,
      yyAccountName: 'Northern team',
      crop: 'Rice',
      coveredArea: expect.closeTo(muFromM2(490), 6) as number,
      outsideRatio: expect.closeTo(0.02, 6) as number,
    })
    expect(await ids()).toEqual([second.sortieId, first.sortieId])
    expect(await ids({ untilDay: '2026-06-10' })).toEqual([first.sortieId])
    expect(await ids({ fromDay: '2026-06-10', untilDay: '2026-06-10' })).toEqual([first.sortieId])
    expect(await ids({ fromDay: '2026-06-11' })).toEqual([second.sortieId])
    expect(await ids({ before: second.sortieId })).toEqual([first.sortieId])
    for (const call of ['getPlotSprayings', 'getPlotGround', 'getPlotSeasons'] as const)
      expect(await console_.refusal(stranger, call, { params: params() })).toEqual([
        404,
        'not_found',
      ])
  })

  test('the area that three flights on two days covered, missed and covered again', async () => {
    const team = await console_.person({ type: 'operator', operator_type: 'team' })
    const south = await fly(now - 30 * hourMs, [2.5, 7.5, 12.5, 17.5], team)
    await fly(now - 29 * hourMs, [22.5, 27.5, 32.5, 37.5], team)
    await fly(now - 5 * hourMs, [27.5, 32.5, 37.5, 42.5], team)
    const ground = (query: Record<string, string> = {}) =>
      console_.ask<PlotGround>(farmer, 'getPlotGround', { params: params(), query })
    const all = await ground()
    expect(all.sortieNum).toBe(3)
    const closeTo = (mu: number, m2: number) =>
      expect(Math.abs(mu / muFromM2(1) - m2) / 6_000).toBeLessThan(0.002)
    closeTo(all.area, 6_000)
    closeTo(all.coveredArea, 4_500)
    closeTo(all.missedArea, 1_500)
    closeTo(all.repeatedArea, 1_500)
    expect([all.coveredRings, all.missedRings, all.repeatedRings].map((one) => one.length)).toEqual(
      [1, 1, 1],
    )
    const one = await ground({ sortieIds: south.sortieId })
    expect(one.sortieNum).toBe(1)
    closeTo(one.coveredArea, 2_000)
    closeTo(one.repeatedArea, 0)
    const none = await ground({ fromDay: '2026-07-01' })
    expect(none).toMatchObject({ sortieNum: 0, coveredArea: 0, repeatedRings: [] })
    closeTo(none.missedArea, 6_000)
    // The result is the same when the tracks are deleted.
    await keepGroundOfFlights(console_.services, new AbortController().signal)
    await db.deleteFrom('track_chunk').execute()
    expect(await ground()).toEqual(all)
  })
})

describe('seasons', () => {
  const items = [
    { cropId: 'wheat', fromDay: '2025-11-01', untilDay: '2026-05-31' },
    { cropId: 'rice', fromDay: '2026-06-01', untilDay: '2026-10-31' },
  ]
  const set = (body: object, person = farmer) =>
    console_.send('setPlotSeasons', { params: params(), body, language: 'th' }, person)

  test('are saved together, newest first; an older version gets a conflict', async () => {
    const { version } = await console_.ask<PlotSeasons>(farmer, 'getPlotSeasons', {
      params: params(),
    })
    const reply = await set({ items, version })
    expect(reply.json()).toMatchObject({
      items: [
        { cropId: 'rice', cropName: 'ข้าว' },
        { cropId: 'wheat', fromDay: '2025-11-01' },
      ],
      version: version + 1,
      can: { update: true },
    })
    expect((await set({ items: [], version })).statusCode).toBe(409)
    expect((await set({ items, version: version + 1 }, stranger)).statusCode).toBe(404)
    expect((await set({ items: [] })).json()).toMatchObject({ items: [] })
  })

  test('may not overlap, end before they begin, or have an unknown crop', async () => {
    const [wheat, rice] = items
    for (const wrong of [
      [wheat, { ...rice, fromDay: '2026-05-31' }],
      [{ ...rice, untilDay: '2026-05-01' }],
      [{ ...rice, cropId: 'moon-grass' }],
    ])
      expect((await set({ items: wrong })).json()).toMatchObject({
        code: 'invalid_input',
        details: [{ path: 'items' }],
      })
  })
})
