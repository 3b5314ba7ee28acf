import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import type { Sortie } from '@swath/contract/flights/flight-list'
import {
  flightRoutes,
  trackPointsAtMost,
  type SortieDetail,
  type Track,
} from '@swath/contract/flights/flights'
import { MU_M2 } from '@swath/domain/units'
import { watchStalls } from '../../../platform/workers/stalls.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightsAt, type Key } from './flights.queries.ts'
import { flightHandlers } from './flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
  readCsv,
  type TestDrone,
} from './testing-rows.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
type List = {
  items: Sortie[]
  total: number
  stats: { sortieCount: number; sprayArea: number; durationS: number; sprayL: number }
}
type Days = {
  timeZone: string
  days: { day: string; sortieCount: number; sprayArea: number; durationS: number; sprayL: number }[]
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof flightRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(database, flightRoutes, flightHandlers, now)
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  modelId = await insertModel(db, maker.account.id)
  return () => console_.close()
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })
const listIds = async (person: TestPerson, query: Record<string, string | number> = {}) =>
  (await console_.ask<List>(person, 'listFlights', { query })).items.map(({ sortieId }) => sortieId)

describe('listFlights', () => {
  const season = async () => {
    const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
    const one = await insertDrone({ name: 'North' })
    const two = await insertDrone({ name: 'South', region_code: '764000000' })
    const oldest = await insertFlight(db, one, {
      startMs: now - 50 * hour,
      durationS: 300,
      coveredM2: 30_000,
      sprayL: 10,
      overlapRatio: 0.3,
      pilotId: pilot.id,
    })
    const middle = await insertFlight(db, two, {
      startMs: now - 20 * hour,
      durationS: 900,
      coveredM2: 10_000,
      sprayL: 30,
      overlapRatio: 0.1,
    })
    const newest = await insertFlight(db, one, {
      startMs: now - 2 * hour,
      durationS: 600,
      coveredM2: 20_000,
      sprayL: 20,
      overlapRatio: 0.2,
    })
    const open = await insertFlight(db, one, { startMs: now - 60_000, durationS: 60, open: true })
    return { pilot, one, two, oldest, middle, newest, open }
  }

  test('filters, alone and combined', async () => {
    const { one, two, oldest, middle, newest, open } = await season()
    expect(await listIds(team)).toEqual([open, newest, middle, oldest])
    expect(await listIds(team, { droneId: one.id })).toEqual([open, newest, oldest])
    expect(await listIds(team, { droneName: 'sou' })).toEqual([middle])
    expect(await listIds(team, { oprName: 'li w' })).toEqual([oldest])
    expect(await listIds(team, { region: '156330000' })).toEqual([open, newest, oldest])
    expect(await listIds(team, { region: '764000000' })).toEqual([middle])
    const from = new Date(now - 20 * hour).toISOString()
    expect(await listIds(team, { startTime: from })).toEqual([open, newest, middle]) // from included
    expect(await listIds(team, { endTime: from })).toEqual([oldest]) // to excluded
    expect(
      await listIds(team, { startTime: '2026-06-14T16:00:00+08:00', droneId: two.id }),
    ).toEqual([middle])
    expect(
      await listIds(team, {
        droneId: one.id,
        droneName: 'north',
        oprName: 'wei',
        region: '156000000',
        endTime: from,
      }),
    ).toEqual([oldest])
    expect(await listIds(team, { droneId: two.id, oprName: 'wei' })).toEqual([])
    expect(
      await console_.refusal(team, 'listFlights', { query: { startTime: 'yesterday' } }),
    ).toEqual([400, 'invalid_input'])
  })

  test('orders, with sorties without a record last, on every page', async () => {
    const { oldest, middle, newest, open } = await season()
    const orders: [string, string[]][] = [
      ['durationS', [oldest, newest, middle]],
      ['sprayArea', [middle, newest, oldest]],
      ['sprayL', [oldest, newest, middle]],
      ['overlapRatio', [middle, newest, oldest]],
    ]
    for (const [order, ids] of orders) {
      expect(await listIds(team, { order }), order).toEqual([...ids, open])
      expect(await listIds(team, { order: `-${order}` }), `-${order}`).toEqual([
        ...ids.toReversed(),
        open,
      ])
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((currentPage) => listIds(team, { order, currentPage, pageSize: 1 })),
      )
      expect(pages, order).toEqual([...ids.map((id) => [id]), [open], []])
      expect(await listIds(team, { order, currentPage: 2, pageSize: 3 })).toEqual([open])
      expect(await listIds(team, { order, currentPage: 2, pageSize: 2 })).toEqual([ids[2], open])
    }
    expect(await listIds(team, { order: 'startTime' })).toEqual([oldest, middle, newest, open])
    expect(
      await Promise.all(
        [1, 2, 3].map((currentPage) => listIds(team, { currentPage, pageSize: 2 })),
      ),
    ).toEqual([[open, newest], [middle, oldest], []])
  })

  test('sums cover all filtered sorties; one in progress is counted', async () => {
    await season()
    const { total, stats, items } = await console_.ask<List>(team, 'listFlights', {
      query: { pageSize: 1 },
    })
    expect([total, items.length]).toEqual([4, 1])
    expect(stats).toMatchObject({ sortieCount: 4, durationS: 1800, sprayL: 60 })
    expect(stats.sprayArea).toBeCloseTo(60_000 / MU_M2, 6)
    expect(
      await console_.ask<List>(team, 'listFlights', { query: { oprName: 'nobody' } }),
    ).toMatchObject({ total: 0, stats: { sortieCount: 0, sprayArea: 0 } })
    expect(items[0]).toMatchObject({
      state: 'open',
      closeReason: null,
      durationS: 60,
      sprayArea: 0,
      hasTrack: false,
      workMode: null,
    })
  })

  test('owner and tenant are the same account: each sortie is listed once', async () => {
    const drone = await insertDrone({ tenantId: team.account.id })
    const flown = [
      await insertFlight(db, drone, { startMs: now - 2 * hour }),
      await insertFlight(db, drone, { startMs: now - hour }),
    ]
    expect(await listIds(team)).toEqual(flown.toReversed())
    expect(await listIds(team, { currentPage: 2, pageSize: 1 })).toEqual([flown[0]])
  })

  test('an account sees its own flights and those of accounts below, even if the drone was sold; pilots of personal scope see their own', async () => {
    const sub = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: team.account,
    })
    const buyer = await console_.person({ type: 'operator', operator_type: 'team' })
    const drone = await insertDrone({ operatorId: sub.account.id })
    const personal = await console_.colleague(sub, { user_type: 4, data_scope: 'personal' })
    const own = await insertFlight(db, drone, { startMs: now - 3 * hour, pilotId: personal.id })
    const others = await insertFlight(db, drone, { startMs: now - 2 * hour })
    await db
      .updateTable('drone')
      .set({ operator_id: buyer.account.id })
      .where('id', '=', drone.id)
      .execute()
    const bought = await insertFlight(
      db,
      { ...drone, operatorId: buyer.account.id },
      { startMs: now - hour },
    )
    expect(await listIds(team)).toEqual([others, own])
    expect(await listIds(sub)).toEqual([others, own])
    expect(await listIds(buyer)).toEqual([bought])
    expect(await listIds(maker)).toEqual([bought, others, own])
    expect(await listIds(personal)).toEqual([own])
    expect(await listIds(personal, { order: 'sprayArea' })).toEqual([own])
    expect((await console_.ask<List>(personal, 'listFlights')).stats.sortieCount).toBe(1)
    const statistics = await console_.ask<Days>(team, 'getFlightStatistics', {
      params: { droneId: drone.id },
    })
    expect(statistics.days.map(({ sortieCount }) => sortieCount)).toEqual([2])
  })

  test('an account with many branches gets the newest of all of them', async () => {
    const subs = await Promise.all(
      Array.from({ length: 20 }, () =>
        console_.person({ type: 'operator', operator_type: 'team', parent: team.account }),
      ),
    )
    const flown: string[] = []
    for (const [i, sub] of subs.entries())
      flown.push(
        await insertFlight(db, await insertDrone({ operatorId: sub.account.id }), {
          startMs: now - (i + 1) * hour,
        }),
      )
    expect(await listIds(team)).toEqual(flown)
    expect(await listIds(team, { currentPage: 3, pageSize: 7 })).toEqual(flown.slice(14))
  })
})

describe('exportFlights', () => {
  test('uses the language, units and time zone of its reader', async () => {
    const drone = await insertDrone({ name: '@risk' })
    await insertFlight(db, drone, {
      startMs: Date.parse('2026-06-14T23:59:58.400Z'),
      durationS: 600,
      coveredM2: 6666.67,
      mode: 2,
      overlapRatio: 0.055,
    })
    await insertFlight(db, drone, {
      startMs: Date.parse('2026-06-15T03:59:00Z'),
      durationS: 60,
      open: true,
    })
    const thai = await console_.person({
      type: 'operator',
      operator_type: 'team',
      time_zone: 'Asia/Bangkok',
      region_code: '764000000',
      parent: team.account,
    })
    await insertFlight(db, await insertDrone({ operatorId: thai.account.id }), {
      startMs: Date.parse('2026-06-14T23:59:58.400Z'),
    })
    const reply = await console_.send(
      'exportFlights',
      { query: { droneId: drone.id, areaUnit: 'mu' } },
      team,
    )
    const [open, closed] = readCsv(reply.body)
    expect(open).toMatchObject({
      'Start (Asia/Shanghai)': '2026/06/15 11:59:00',
      'Covered area (mu)': '',
      'Duration (s)': '',
      'Work mode': '',
    })
    expect(closed).toMatchObject({
      'Serial number': drone.id,
      'Drone': "'@risk",
      'Start (Asia/Shanghai)': '2026/06/15 07:59:58',
      'End (Asia/Shanghai)': '2026/06/15 08:09:58',
      'Duration (s)': '600',
      'Covered area (mu)': '10.00',
      'Swept area (mu)': '11.00',
      'Overlap (%)': '5.5',
      'Spray volume (L)': '20.00',
      'Mean speed (m/s)': '5.00',
      'Work mode': 'AB line',
      'Pilot': '',
      'Plot': '',
    })
    const [abroad] = readCsv(
      (await console_.send('exportFlights', { query: { areaUnit: 'rai' }, language: 'th' }, thai))
        .body,
    )
    expect(abroad).toMatchObject({
      'เริ่ม (Asia/Bangkok)': '2026/06/15 06:59:58',
      'โหมดงาน': 'เส้นทางที่วางแผนไว้',
    })
    expect(abroad).toHaveProperty('พื้นที่ที่พ่นจริง (ไร่)', (15 * 0.4166667).toFixed(2))
  })

  test('continues where a batch ends, even if many began at the same moment', async () => {
    const drone = await insertDrone()
    const rows = Array.from({ length: 2300 }, (_, i) => ({
      drone_id: drone.id,
      id: crypto.randomUUID(),
      state: 'closed' as const,
      close_reason: 'landing' as const,
      start_at: new Date(now - Math.floor(i / 700) * 1000),
      end_at: new Date(now),
      point_count: 0,
      manufacturer_id: maker.account.id,
      operator_id: team.account.id,
      region_code: '156330106',
    }))
    for (let i = 0; i < rows.length; i += 500)
      await db
        .insertInto('sortie')
        .values(rows.slice(i, i + 500))
        .execute()
    const exported = readCsv((await console_.send('exportFlights', {}, team)).body).map(
      (row) => row['Sortie ID'],
    )
    expect(exported).toHaveLength(2300)
    expect(new Set(exported)).toEqual(new Set(rows.map(({ id }) => id)))
  })
})

describe('getSortie', () => {
  const detail = (drone: TestDrone, sortieId: string, person = team) =>
    console_.ask<SortieDetail>(person, 'getSortie', { query: { droneId: drone.id, sortieId } })

  test('has its record, its plot and the covered ground, and the chain is intact', async () => {
    const drone = await insertDrone()
    const plotId = crypto.randomUUID()
    const rings = [
      [
        [120.14, 30.24],
        [120.16, 30.24],
        [120.16, 30.26],
        [120.14, 30.26],
        [120.14, 30.24],
      ],
    ]
    await db
      .insertInto('plot')
      .values({
        id: plotId,
        account_id: team.account.id,
        name: 'Long field',
        region_code: '156330106',
        parts: JSON.stringify([rings]),
        bounds: '(120.16,30.26),(120.14,30.24)',
        area_m2: 1,
        crop_id: null,
      })
      .execute()
    await db
      .insertInto('crop')
      .values({
        id: 'rice',
        names: JSON.stringify({
          'en': 'Rice',
          'zh-CN': '水稻',
          'zh-TW': '水稻',
          'th': 'ข้าว',
          'ko': '벼',
        }),
      })
      .onConflict((one) => one.doNothing())
      .execute()
    const first = await insertFlight(db, drone, {
      startMs: now - 3 * hour,
      durationS: 100,
      points: pointsEast(now - 3 * hour, 100),
    })
    const second = await insertFlight(db, drone, {
      startMs: now - hour,
      durationS: 100,
      points: pointsEast(now - hour, 100),
      plotId,
      cropId: 'rice',
    })
    const shown = await detail(drone, second)
    expect(shown).toMatchObject({
      chainIntact: true,
      crop: 'Rice',
      blockName: 'Long field',
      block: { blockId: plotId, parts: [rings] },
      hasTrack: true,
      claimedArea: null,
    })
    expect(shown.previousHash).toBe((await detail(drone, first)).hash)
    expect(shown.hash).toMatch(/^[\da-f]{64}$/)
    // 99 s at 5 m/s, 5.5 m wide.
    expect(shown.coveredRings).toHaveLength(1)
    const lngs = shown.coveredRings[0]![0]!.map(([lng]) => lng)
    const lats = shown.coveredRings[0]![0]!.map(([, lat]) => lat)
    expect((Math.max(...lngs) - Math.min(...lngs)) * 96_262).toBeGreaterThan(490)
    expect((Math.max(...lats) - Math.min(...lats)) * 110_850).toBeCloseTo(5.5, 0)
  })

  test.each([
    [
      'a figure of the record',
      (droneId: string, id: string) =>
        db
          .updateTable('work_record')
          .set({ covered_m2: 10_001 })
          .where('drone_id', '=', droneId)
          .where('sortie_id', '=', id)
          .execute(),
    ],
    [
      'the pilot',
      (droneId: string, id: string) =>
        db
          .updateTable('work_record')
          .set({ pilot_id: crypto.randomUUID() })
          .where('drone_id', '=', droneId)
          .where('sortie_id', '=', id)
          .execute(),
    ],
    [
      'the track',
      async (droneId: string, id: string) => {
        const { columns } = await db
          .selectFrom('track_chunk')
          .select('columns')
          .where('drone_id', '=', droneId)
          .where('sortie_id', 'is not', null)
          .where('sortie_id', '!=', id)
          .executeTakeFirstOrThrow()
        await db
          .updateTable('track_chunk')
          .set({ columns })
          .where('drone_id', '=', droneId)
          .where('sortie_id', '=', id)
          .execute()
      },
    ],
    [
      'the record before, removed',
      (droneId: string, id: string) =>
        db
          .deleteFrom('work_record')
          .where('drone_id', '=', droneId)
          .where('sortie_id', '!=', id)
          .execute(),
    ],
  ])('chainIntact is false after %s was changed', async (_what, tamper) => {
    const drone = await insertDrone()
    await insertFlight(db, drone, {
      startMs: now - 3 * hour,
      points: pointsEast(now - 3 * hour, 10),
    })
    const id = await insertFlight(db, drone, {
      startMs: now - hour,
      points: pointsEast(now - hour, 12),
    })
    expect((await detail(drone, id)).chainIntact).toBe(true)
    await tamper(drone.id, id)
    expect((await detail(drone, id)).chainIntact).toBe(false)
  })

  test('an open sortie has no hash yet, and its ground so far', async () => {
    const drone = await insertDrone()
    const id = await insertFlight(db, drone, {
      startMs: now - 60_000,
      durationS: 50,
      points: pointsEast(now - 60_000, 50),
      open: true,
    })
    expect(await detail(drone, id)).toMatchObject({
      state: 'open',
      hash: '',
      chainIntact: true,
      coveredRings: [expect.anything()],
    })
  })

  test('for another account, the wrong drone or an unknown id: the same 404', async () => {
    const drone = await insertDrone()
    const other = await insertDrone()
    const id = await insertFlight(db, drone, { startMs: now - hour })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    for (const [person, droneId, sortieId] of [
      [stranger, drone.id, id],
      [team, other.id, id],
      [team, drone.id, crypto.randomUUID()],
    ] as const) {
      expect(await console_.refusal(person, 'getSortie', { query: { droneId, sortieId } })).toEqual(
        [404, 'not_found'],
      )
    }
  })
})

describe('getFlightStatistics', () => {
  const days = async (person: TestPerson, droneId: string, query = {}) =>
    console_.ask<Days>(person, 'getFlightStatistics', { params: { droneId }, query })

  test('a flight belongs to the day on which it began in the reader’s time zone', async () => {
    const drone = await insertDrone()
    const paris = await console_.person({
      type: 'operator',
      operator_type: 'team',
      time_zone: 'Europe/Paris',
      parent: team.account,
    })
    await db
      .updateTable('drone')
      .set({ operator_id: paris.account.id })
      .where('id', '=', drone.id)
      .execute()
    const flown = { ...drone, operatorId: paris.account.id }
    // Shanghai's midnight is 16:00 UTC, that of Paris in June 22:00 UTC.
    for (const time of [
      '2026-06-13T15:59:59.999Z',
      '2026-06-13T16:00:00.000Z',
      '2026-06-13T22:00:00.000Z',
    ])
      await insertFlight(db, flown, { startMs: Date.parse(time), coveredM2: MU_M2 })
    expect(await days(team, drone.id)).toMatchObject({
      timeZone: 'Asia/Shanghai',
      days: [
        { day: '2026-06-14', sortieCount: 2, sprayArea: 2 },
        { day: '2026-06-13', sortieCount: 1 },
      ],
    })
    expect(await days(paris, drone.id)).toMatchObject({
      timeZone: 'Europe/Paris',
      days: [
        { day: '2026-06-14', sortieCount: 1 },
        { day: '2026-06-13', sortieCount: 2 },
      ],
    })
  })

  test('days with a clock change have 23 and 25 hours', async () => {
    const berlin = await console_.person({
      type: 'operator',
      operator_type: 'team',
      time_zone: 'Europe/Berlin',
    })
    const drone = await insertDrone({ operatorId: berlin.account.id })
    // 29 March 2026: 23:00Z the day before until 22:00Z. 25 October 2026: 22:00Z the day before
    // until 23:00Z.
    for (const time of [
      '2026-03-28T22:59:59Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ]) {
      await insertFlight(db, drone, { startMs: Date.parse(time) })
    }
    expect(
      (await days(berlin, drone.id)).days.map(({ day, sortieCount }) => [day, sortieCount]),
    ).toEqual([
      ['2026-10-26', 1],
      ['2026-10-25', 2],
      ['2026-03-30', 1],
      ['2026-03-29', 2],
      ['2026-03-28', 1],
    ])
  })

  test('within a period, and only for those who can see the flights', async () => {
    const drone = await insertDrone()
    await insertFlight(db, drone, { startMs: now - 30 * hour, sprayL: 7, durationS: 100 })
    await insertFlight(db, drone, { startMs: now - 2 * hour })
    expect(
      (await days(team, drone.id, { endTime: new Date(now - 24 * hour).toISOString() })).days,
    ).toEqual([
      { day: '2026-06-14', sortieCount: 1, sprayArea: 10_000 / MU_M2, durationS: 100, sprayL: 7 },
    ])
    expect((await days(team, drone.id, { startTime: new Date(now).toISOString() })).days).toEqual(
      [],
    )
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(
      await console_.refusal(stranger, 'getFlightStatistics', { params: { droneId: drone.id } }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(team, 'getFlightStatistics', { params: { droneId: 'no such drone' } }),
    ).toEqual([400, 'invalid_input'])
  })
})

describe('a flight of 300,000 points', () => {
  test('its detail, its track and its batteries do not block the event loop', async () => {
    const drone = await insertDrone()
    const id = await insertFlight(db, drone, {
      startMs: now - 100 * hour,
      durationS: 300_000,
      points: pointsEast(now - 100 * hour, 300_000, (i) => ({
        lng: 120 + (i % 1000) / 20_000,
        lat: 30 + Math.floor(i / 1000) / 20_000,
        pumpOn: i % 7 > 0,
      })),
    })
    const query = { droneId: drone.id, sortieId: id }
    const stalls = watchStalls()
    const detail = await console_.ask<SortieDetail>(team, 'getSortie', { query })
    const { tracks } = await console_.ask<{ tracks: Track[] }>(team, 'getTracks', {
      body: { droneId: drone.id, ids: [id] },
    })
    await console_.ask(team, 'getBattery', { query })
    expect(stalls.longest().busyMs).toBeLessThan(1_000 * slowness())
    stalls.stop()
    expect(detail.coveredRings.flat(2).length).toBeLessThan(100_000)
    expect(tracks[0]!.lng.length).toBeLessThanOrEqual(trackPointsAtMost)
    expect(tracks[0]!.lng.length).toBeGreaterThan(trackPointsAtMost / 2)
    expect(tracks[0]!.recordTime.at(-1)).toBe(now - 100 * hour + 299_999_000)
  })
})

describe('getTracks', () => {
  const tracks = async (drone: TestDrone, ids: string[], person = team) =>
    (
      await console_.ask<{ tracks: Track[] }>(person, 'getTracks', {
        body: { droneId: drone.id, ids },
      })
    ).tracks

  test('returns tracks in the requested order, each once, by the display rules', async () => {
    const drone = await insertDrone()
    const start = now - 3 * hour
    const odd = pointsEast(
      start,
      8,
      (i) =>
        ({
          1: { lng: 180.0001 },
          2: { lat: -90.5 },
          3: { tMs: start }, // the same time as the last point stored
          4: {
            heightM: null,
            speedMs: null,
            headingDeg: null,
            flowLMin: null,
            swathWidthM: null,
            pumpOn: null,
          },
          5: { pumpOn: false },
          6: { lng: NaN },
          7: { lng: -180, lat: 90 },
        })[i] ?? {},
    )
    const first = await insertFlight(db, drone, {
      startMs: start,
      durationS: 10,
      points: odd.toSorted((a, b) => a.tMs - b.tMs),
    })
    const second = await insertFlight(db, drone, {
      startMs: now - hour,
      durationS: 3,
      points: pointsEast(now - hour, 3),
    })
    const [b, a, ...more] = await tracks(drone, [second, first, second])
    expect(more).toEqual([])
    expect(b).toMatchObject({
      sortieId: second,
      droneId: drone.id,
      recordTime: [0, 1, 2].map((i) => now - hour + i * 1000),
      xspeed: [5, 5, 5],
      width: [5.5, 5.5, 5.5],
    })
    expect(a).toMatchObject({
      sortieId: first,
      recordTime: [0, 4000, 5000, 7000].map((ms) => start + ms),
      height: [3, null, 3, 3],
      heading: [90, null, 90, 90],
      flow: [2.4, null, 2.4, 2.4],
    })
    expect(a!.spraying).toEqual([true, false, false, true])
    expect([a!.lng[3], a!.lat[3]]).toEqual([-180, 90])
    for (const column of Object.values(a!).filter(Array.isArray)) expect(column).toHaveLength(4)
  })

  test('returns everything stored of a sortie in progress, and empty columns for one without points', async () => {
    const drone = await insertDrone()
    const open = await insertFlight(db, drone, {
      startMs: now - 60_000,
      durationS: 30,
      points: pointsEast(now - 60_000, 40),
      open: true,
    })
    const bare = await insertFlight(db, drone, { startMs: now - hour })
    const [flying, empty] = await tracks(drone, [open, bare])
    expect(flying!.recordTime).toHaveLength(40) // including points after its last figures
    expect(empty!.recordTime).toEqual([])
  })

  test('returns tracks of several drones by ids alone, and battery values too', async () => {
    const flown = await Promise.all(
      [await insertDrone(), await insertDrone()].map(async (drone) => ({
        drone,
        id: await insertFlight(db, drone, {
          startMs: now - hour,
          durationS: 3,
          points: pointsEast(now - hour, 3, () => ({ batteryPercent: 80 })),
        }),
      })),
    )
    const { tracks } = await console_.ask<{ tracks: Track[] }>(team, 'getTracks', {
      body: { ids: flown.map(({ id }) => id) },
    })
    expect(tracks.map(({ sortieId, droneId }) => [sortieId, droneId])).toEqual(
      flown.map(({ id, drone }) => [id, drone.id]),
    )
    expect(
      await console_.ask(team, 'getBattery', { query: { sortieId: flown[0]!.id } }),
    ).toMatchObject({ items: [{ startPercent: 80 }] })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    for (const [call, request] of [
      ['getTracks', { body: { ids: [flown[0]!.id] } }],
      ['getBattery', { query: { sortieId: flown[0]!.id } }],
    ] as const)
      expect(await console_.refusal(stranger, call, request)).toEqual([404, 'not_found'])
  })

  test('one foreign id: nothing is returned', async () => {
    const drone = await insertDrone()
    const own = await insertFlight(db, drone, { startMs: now - hour })
    const strangers = await insertFlight(
      db,
      await insertDrone({
        operatorId: (await console_.person({ type: 'operator', operator_type: 'team' })).account.id,
      }),
      { startMs: now - hour },
    )
    for (const ids of [
      [own, strangers],
      [own, crypto.randomUUID()],
    ]) {
      expect(
        await console_.refusal(team, 'getTracks', { body: { droneId: drone.id, ids } }),
      ).toEqual([404, 'not_found'])
    }
    for (const ids of [[], Array.from({ length: 21 }, () => own), ['x']]) {
      expect(
        await console_.refusal(team, 'getTracks', { body: { droneId: drone.id, ids } }),
      ).toEqual([400, 'invalid_input'])
    }
  })
})

test('a page of flights reads only its own flights, however many exist', async () => {
  for (let i = 0; i < 20; i++)
    await insertFlight(db, await insertDrone(), { startMs: now - hour - i * 1000 })
  const { rows } = await sql<Key>`
    insert into sortie (drone_id, id, state, close_reason, start_at, end_at, point_count,
      manufacturer_id, operator_id, simulated)
    select drone_id, gen_random_uuid(), state, close_reason, start_at - n * interval '1 hour',
      end_at - n * interval '1 hour', 0, manufacturer_id, operator_id, false
    from sortie, generate_series(1, 250) n
    where manufacturer_id = ${maker.account.id}
    returning drone_id, id`.execute(db)
  expect(rows).toHaveLength(5000)
  await sql`analyze sortie`.execute(db)

  const read = await db.transaction().execute(async (tx) => {
    // Statistics of rows read may still be those of earlier transactions.
    const count = async (): Promise<number> => {
      const counted = await sql<{ count: number }>`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
        from pg_stat_xact_user_tables where relname = 'sortie'`.execute(tx)
      return Number(counted.rows[0]!.count)
    }
    const before = await count()
    expect(await flightsAt(tx, rows.slice(0, 20))).toHaveLength(20)
    return (await count()) - before
  })
  // The planner itself fetches a few rows at the ends of an index if they were not vacuumed yet.
  expect(read).toBeGreaterThanOrEqual(20)
  expect(read).toBeLessThan(100)
})
