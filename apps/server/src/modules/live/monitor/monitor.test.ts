import { beforeEach, describe, expect, test } from 'vitest'
import {
  monitorRoutes,
  type MonitorDrone,
  type MonitorDroneDetail,
} from '@swath/contract/live/monitor'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../../gateway/live/live-state.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
  pointsEast,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { monitorHandlers } from './monitor.routes.ts'

// Midnight in Shanghai is at 16:00 UTC, so that 16:30 UTC of the day before would be yesterday.
const now = Date.parse('2026-06-14T18:00:00Z')
const hour = 3_600_000
type Drones = { items: MonitorDrone[]; total: number }
const china = { minLng: 70, maxLng: 140, minLat: 5, maxLat: 55 }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let live: LiveState
let console_: Awaited<ReturnType<typeof openConsole<typeof monitorRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(
    database,
    monitorRoutes,
    (services) => {
      live = createLiveState(services)
      return monitorHandlers(services, live)
    },
    now,
  )
  maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
  modelId = await insertModel(db, maker.account.id, 'Hexa 30')
  return async () => {
    live.stop()
    await console_.close()
  }
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, {
    modelId,
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    ...given,
  })
/** A drone whose last message was `agoMs` ago. */
const seen = async (
  at: [number, number],
  flight: 'ground' | 'flying' | 'spraying' | 'offline',
  agoMs = 1000,
  given: Parameters<typeof insertDrone>[0] = {},
) => {
  const drone = await insertDrone(given)
  await insertState(db, drone.id, { flight, lastMs: now - agoMs, lng: at[0], lat: at[1] })
  return drone
}
const found = async (
  operation: 'listMonitorDrones' | 'listOfflineDrones',
  query: Record<string, string | number> = {},
  person = team,
) =>
  (await console_.ask<Drones>(person, operation, { query: { ...china, ...query } })).items.map(
    ({ droneId }) => droneId,
  )

describe('drones that need attention now', () => {
  const troublesOf = async () =>
    (await console_.ask<{ troubles: Record<string, number> }>(team, 'getMonitorSummary')).troubles
  test('silent drones, low batteries and locked ones are counted and found by condition', async () => {
    const sprayed = await seen([120, 30], 'spraying', 15_000)
    const flew = await seen([121, 30], 'flying', 600_000)
    const locked = await seen([122, 30], 'ground', 1000, { locked: true })
    await seen([123, 30], 'spraying') // as it should be
    await seen([124, 30], 'ground', 600_000) // switched off after its landing
    await seen([125, 30], 'flying', 3 * hour) // long down, wherever it is
    await seen([126, 30], 'ground', 3 * hour, { locked: true }) // put away
    const low = await seen([127, 30], 'flying')
    await live.load()
    live.get(low.id)!.batteryPercent = 19
    expect(await troublesOf()).toEqual({
      silentSpraying: 1,
      silentFlying: 1,
      lowBattery: 1,
      locked: 1,
    })
    const of = (condition: string) => found('listMonitorDrones', { condition })
    expect(await of('silent-spraying')).toEqual([sprayed.id])
    expect(await of('silent-flying')).toEqual([flew.id])
    expect(await of('low-battery')).toEqual([low.id])
    expect(await of('locked')).toEqual([locked.id])
    expect((await of('flying')).toSorted()).toEqual([low.id])
    expect(await of('offline')).toHaveLength(4)
  })
  test('a simulated flight counts neither as silent nor as flying', async () => {
    const practised = await seen([120, 30], 'flying', 15_000)
    await live.load()
    live.markSimulated(practised.id)
    expect(await troublesOf()).toMatchObject({ silentFlying: 0 })
    expect(await found('listMonitorDrones', { condition: 'flying' })).toEqual([])
    expect(await found('listMonitorDrones', { condition: 'ground' })).toEqual([practised.id])
  })
})

describe('getMonitorExtent', () => {
  type Extent = {
    of: string
    count: number
    bounds: Record<string, number> | null
    densest: Record<string, number> | null
  }
  const extent = (query: Record<string, string> = {}, person = team) =>
    console_.ask<Extent>(person, 'getMonitorExtent', { query })
  test('is around all online drones, or around the densest area if some are far away', async () => {
    await seen([114, 35], 'spraying')
    await seen([115, 36], 'ground')
    await seen([-47, -15], 'flying')
    await seen([100, 14], 'flying', 60_000) // offline
    await live.load()
    expect(await extent()).toEqual({
      of: 'drones',
      count: 3,
      bounds: { minLng: -47, minLat: -15, maxLng: 115, maxLat: 36 },
      densest: { minLng: 114, minLat: 35, maxLng: 115, maxLat: 36 },
    })
    expect(await extent({ condition: 'offline' })).toMatchObject({
      count: 1,
      bounds: { minLng: 100, maxLng: 100 },
    })
  })
  test('without online drones it is around the others, and without drones around the region', async () => {
    const alone = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await extent({}, alone)).toMatchObject({ of: 'region', count: 0 })
    await seen([114, 35], 'ground', hour)
    await live.load()
    expect(await extent()).toMatchObject({ of: 'offlineDrones', count: 1 })
    // No drone is in Punjab, but the map shows Punjab.
    const punjab = await extent({ region: '356270000' })
    expect(punjab.of).toBe('region')
    expect(await extent({ flyModelId: modelId, condition: 'spraying' })).toMatchObject({
      of: 'nothing',
      bounds: null,
    })
  })
})

describe('getOwnBounds', () => {
  test('contains every drone and plot of the caller, online or not, and no others', async () => {
    const bounds = async (person = team) =>
      (await console_.ask<{ bounds: object | null }>(person, 'getOwnBounds')).bounds
    expect(await bounds()).toBeNull()
    await seen([114, 35], 'spraying')
    await seen([100, 14], 'flying', hour)
    await live.load()
    expect(await bounds()).toEqual({ minLng: 100, minLat: 14, maxLng: 114, maxLat: 35 })
    const other = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await bounds(other)).toBeNull()
  })
})

describe('getMonitorSummary', () => {
  test('counts current drones, and work since midnight in the reader’s time zone', async () => {
    await seen([120, 30], 'spraying')
    const flying = await seen([121, 30], 'flying', 1000, { device_type: 'mapper' })
    await seen([122, 30], 'ground')
    await seen([123, 30], 'flying', 30_001) // no message for more than 30 s
    await insertDrone() // never connected
    await insertFlight(db, flying, {
      startMs: Date.parse('2026-06-14T15:59:59Z'),
      coveredM2: 100 * MU_M2,
    })
    await insertFlight(db, flying, {
      startMs: Date.parse('2026-06-14T16:00:00Z'),
      coveredM2: 3 * MU_M2,
      sprayL: 4,
      durationS: 500,
    })
    await live.load()
    const summary = {
      droneNum: 5,
      onlineDroneCount: 3,
      flyingDroneCount: 2,
      sprayingDroneCount: 1,
      timeZone: 'Asia/Shanghai',
      today: { sortieCount: 1, durationS: 500, sprayL: 4 },
    }
    const answer = await console_.ask<typeof summary & { today: { sprayArea: number } }>(
      team,
      'getMonitorSummary',
    )
    expect(answer).toMatchObject(summary)
    expect(answer.today.sprayArea).toBeCloseTo(3, 9)
    expect(
      await console_.ask(team, 'getMonitorSummary', {
        query: {
          deviceType: 'mapper',
          flyModelId: modelId,
          zzAccountId: maker.account.id,
          yyAccountId: team.account.id,
          region: '156330000',
        },
      }),
    ).toMatchObject({
      droneNum: 1,
      onlineDroneCount: 1,
      flyingDroneCount: 1,
      sprayingDroneCount: 0,
      today: { sortieCount: 1 },
    })
    expect(
      await console_.ask(team, 'getMonitorSummary', { query: { region: '156410000' } }),
    ).toMatchObject({ droneNum: 0, onlineDroneCount: 0, today: { sortieCount: 0 } })
    const utc = await console_.person({
      type: 'operator',
      operator_type: 'team',
      time_zone: 'Etc/UTC',
    })
    await db
      .updateTable('work_record')
      .set({ operator_id: utc.account.id })
      .where('drone_id', '=', flying.id)
      .execute()
    expect(await console_.ask(utc, 'getMonitorSummary')).toMatchObject({
      timeZone: 'Etc/UTC',
      today: { sortieCount: 2 },
    })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.ask(stranger, 'getMonitorSummary')).toMatchObject({
      droneNum: 0,
      onlineDroneCount: 0,
      today: { sortieCount: 0 },
    })
  })
})

test('getMonitorSummary, listMonitorDrones and getMonitorDrone: a drone with a simulated flight is marked, and counts neither as flying nor for today’s work', async () => {
  await seen([120, 30], 'flying')
  const drone = await seen([121, 30], 'spraying')
  await db
    .updateTable('drone_state')
    .set({ simulating: true })
    .where('drone_id', '=', drone.id)
    .execute()
  const sortieId = await insertFlight(db, drone, {
    startMs: now - 60_000,
    durationS: 55,
    open: true,
    simulated: true,
  })
  await insertFlight(db, drone, { startMs: now - 3_600_000, simulated: true })
  await live.load()
  expect(await console_.ask(team, 'getMonitorSummary')).toMatchObject({
    onlineDroneCount: 2,
    flyingDroneCount: 1,
    sprayingDroneCount: 0,
    today: { sortieCount: 0, sprayArea: 0 },
  })
  const { items } = await console_.ask<Drones>(team, 'listMonitorDrones', { query: china })
  expect([
    items.length,
    items.filter(({ simulated }) => simulated).map(({ droneId }) => droneId),
  ]).toEqual([2, [drone.id]])
  expect(
    await console_.ask(team, 'getMonitorDrone', { query: { droneId: drone.id } }),
  ).toMatchObject({
    simulated: true,
    flight: 'spraying',
    currentSortie: { sortieId },
    today: { sortieCount: 0, sprayArea: 0 },
  })
})

describe('listMonitorDrones and listOfflineDrones', () => {
  test('within the range, nearest to its center first; silent drones are in the other list', async () => {
    const near = await seen([120, 30], 'flying', 1000, { name: 'Near' })
    const far = await seen([125, 30], 'ground', 1000, { name: 'Far' })
    const silent = await seen([120.5, 30], 'spraying', 40_000, { name: 'Silent' })
    await seen([150, 30], 'flying')
    await live.load()
    const range = { minLng: 119, maxLng: 126, minLat: 29, maxLat: 31 }
    expect(await found('listMonitorDrones', { ...range, maxLng: 122 })).toEqual([near.id])
    expect(await found('listMonitorDrones', { ...range, minLng: 110 })).toEqual([near.id, far.id])
    expect(await found('listMonitorDrones', { ...range, minLng: 123, maxLng: 127 })).toEqual([
      far.id,
    ])
    expect(await found('listOfflineDrones', range)).toEqual([silent.id])
    expect(await found('listMonitorDrones', { ...range, search: 'FAR' })).toEqual([far.id])
    expect(
      await found('listMonitorDrones', { ...range, search: near.id.slice(2).toLowerCase() }),
    ).toEqual([near.id])
    expect(
      await found(
        'listMonitorDrones',
        range,
        await console_.person({ type: 'operator', operator_type: 'team' }),
      ),
    ).toEqual([])
    const { items } = await console_.ask<Drones>(maker, 'listOfflineDrones', { query: range })
    expect(items).toMatchObject([
      {
        droneName: 'Silent',
        modelName: 'Hexa 30',
        yyAccountName: 'Green Team',
        flight: 'offline',
        lng: 120.5,
        lat: 30,
        batteryPercent: 80,
        lastMessageAt: new Date(now - 40_000).toISOString(),
      },
    ])
    console_.clock.advance(29_000)
    expect(await found('listMonitorDrones', range)).toEqual([])
    expect(await found('listOfflineDrones', range)).toHaveLength(3)
  })

  test('a range may cross the 180th meridian', async () => {
    const west = await seen([179.2, -17], 'flying')
    const east = await seen([-179.5, -17], 'flying')
    await seen([0, -17], 'flying')
    await live.load()
    const range = { minLng: 178, maxLng: -178, minLat: -20, maxLat: -10 }
    expect(await found('listMonitorDrones', range)).toEqual([east.id, west.id])
  })

  test('at most 500, with the total number', async () => {
    await db
      .insertInto('drone')
      .values(
        Array.from({ length: 520 }, (_, i) => ({
          id: `CROWD-${team.account.id.slice(-6)}-${i}`,
          name: 'Crowd',
          model_id: modelId,
          manufacturer_id: maker.account.id,
          operator_id: team.account.id,
          spray_width_m: 5,
          region_code: '156330106',
        })),
      )
      .execute()
    for (let i = 0; i < 520; i++)
      await insertState(db, `CROWD-${team.account.id.slice(-6)}-${i}`, {
        flight: 'flying',
        lastMs: now,
        lng: 110 + i / 100,
        lat: 30,
      })
    await live.load()
    const { items, total } = await console_.ask<Drones>(team, 'listMonitorDrones', {
      query: { ...china, minLng: 110, maxLng: 116 },
    })
    expect([items.length, total]).toEqual([500, 520])
    expect(items[0]!.lng).toBeCloseTo(113, 6)
  })

  test.each([
    ['', '140'],
    ['-181', '140'],
    ['east', '140'],
    ['0x10', '140'],
    ['Infinity', '140'],
  ])('a range from %j to %j is refused', async (minLng, maxLng) => {
    expect(
      await console_.refusal(team, 'listMonitorDrones', { query: { ...china, minLng, maxLng } }),
    ).toEqual([400, 'invalid_input'])
  })
})

describe('getMonitorDrone', () => {
  test('the card: pilot, activity, today’s work, and the trail of this flight', async () => {
    const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
    const drone = await seen([120.15, 30.25], 'spraying', 1000, { name: 'North', spray_width_m: 6 })
    await insertFlight(db, drone, {
      startMs: now - hour,
      coveredM2: 2 * MU_M2,
      points: pointsEast(now - hour, 5),
    })
    const start = now - 25 * 60_000
    const open = await insertFlight(db, drone, {
      startMs: start,
      durationS: 25 * 60,
      open: true,
      pilotId: pilot.id,
      points: pointsEast(start, 25 * 60, (i) => ({ pumpOn: i % 2 === 0 })),
    })
    await live.load()
    const card = await console_.ask<MonitorDroneDetail>(team, 'getMonitorDrone', {
      query: { droneId: drone.id },
      language: 'ko',
    })
    expect(card).toMatchObject({
      droneName: 'North',
      flight: 'spraying',
      oprName: 'Li Wei',
      flowLMin: 2.4,
      tankL: 10,
      linkPercent: 90,
      swathWidthM: 6,
      region: ['중국', expect.any(String), expect.any(String), expect.any(String)],
      currentSortie: { sortieId: open, startTime: new Date(start).toISOString(), workMode: 3 },
      today: { sortieCount: 1 },
    })
    expect(card.today.sprayArea).toBeCloseTo(2, 5)
    expect(card.trail.recordTime[0]).toBe(now - 20 * 60_000) // no farther back
    expect(card.trail.recordTime).toHaveLength(20 * 60)
    expect(card.trail.spraying.slice(0, 3)).toEqual([true, false, true])
    for (const column of Object.values(card.trail)) expect(column).toHaveLength(20 * 60)
  })

  test('a drone that never connected has a card without a position; drones of others have none', async () => {
    const drone = await insertDrone()
    await live.load()
    expect(
      await console_.ask<MonitorDroneDetail>(team, 'getMonitorDrone', {
        query: { droneId: drone.id },
      }),
    ).toMatchObject({
      flight: 'offline',
      lng: null,
      lat: null,
      lastMessageAt: null,
      currentSortie: null,
      trail: { recordTime: [] },
      today: { sortieCount: 0, sprayArea: 0 },
    })
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(
      await console_.refusal(stranger, 'getMonitorDrone', { query: { droneId: drone.id } }),
    ).toEqual([404, 'not_found'])
    expect(
      await console_.refusal(team, 'getMonitorDrone', { query: { droneId: 'UNKNOWN-1' } }),
    ).toEqual([404, 'not_found'])
  })
})

describe('listMonitorZones and listMonitorBlocks', () => {
  const boxAt = (lng: number, lat: number) => `(${lng + 0.01},${lat + 0.01}),(${lng},${lat})`
  const ringAt = (lng: number, lat: number) =>
    JSON.stringify([
      [
        [lng, lat],
        [lng + 0.01, lat],
        [lng + 0.01, lat + 0.01],
        [lng, lat],
      ],
    ])
  const zoneAt = async (lng: number, lat: number, given: object = {}) => {
    const id = crypto.randomUUID()
    await db
      .insertInto('no_fly_zone')
      .values({
        id,
        account_id: team.account.id,
        name: 'Zone',
        type: 1,
        shape: 'polygon',
        rings: ringAt(lng, lat),
        bounds: boxAt(lng, lat),
        area_m2: 1,
        region_code: '156330106',
        ...given,
      })
      .execute()
    return id
  }
  const plotAt = async (lng: number, lat: number, owner = team) => {
    const id = crypto.randomUUID()
    await db
      .insertInto('plot')
      .values({
        id,
        account_id: owner.account.id,
        name: 'Plot',
        region_code: '156330106',
        parts: JSON.stringify([JSON.parse(ringAt(lng, lat))]),
        bounds: boxAt(lng, lat),
        area_m2: MU_M2,
        crop_id: null,
      })
      .execute()
    return id
  }
  type Zones = { items: { noflyId: string; shape: unknown; enabled: boolean }[]; total: number }
  type Blocks = {
    items: { blockId: string; area: number; crop: string | null; accountName: string }[]
    total: number
    cells: { lng: number; lat: number; count: number }[]
  }

  test('enabled zones that touch the range, of all accounts, the largest first', async () => {
    const range = { minLng: 10, maxLng: 11, minLat: 50, maxLat: 51 }
    const small = await zoneAt(10.5, 50.5)
    const large = await zoneAt(10.995, 50.995, { area_m2: 9 }) // only a corner of it
    const circle = await zoneAt(10.2, 50.2, {
      shape: 'circle',
      rings: null,
      center_lng: 10.205,
      center_lat: 50.205,
      radius_m: 50,
      area_m2: 0.5,
    })
    await zoneAt(10.5, 50.5, { enabled: false })
    await zoneAt(12, 50.5)
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const { items, total } = await console_.ask<Zones>(stranger, 'listMonitorZones', {
      query: range,
    })
    expect(items.map(({ noflyId }) => noflyId)).toEqual([large, small, circle])
    expect(total).toBe(3)
    expect(items[2]!.shape).toEqual({ kind: 'circle', center: [10.205, 50.205], radiusM: 50 })
  })

  test('zones in the range are visible to everyone; those outside are not returned', async () => {
    const range = { minLng: 30, maxLng: 31, minLat: 45, maxLat: 46 }
    const foreign = await zoneAt(30.5, 45.5, { region_code: '764100100' })
    await zoneAt(33, 45.5)
    for (const type of ['platform', 'manufacturer', 'operator', 'farmer'] as const) {
      const person = await console_.person({ type })
      const { items, total } = await console_.ask<Zones>(person, 'listMonitorZones', {
        query: range,
      })
      expect([items.map(({ noflyId }) => noflyId), total], type).toEqual([[foreign], 1])
    }
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    const totalFor = async (person: TestPerson) =>
      (await console_.ask<Zones>(person, 'listMonitorZones', { query: range })).total
    expect(await totalFor(county)).toBe(1)
    // A team's stay-in area is visible only to the team and its supervisors.
    await zoneAt(30.6, 45.6, { kind: 'stay_in' })
    expect([await totalFor(team), await totalFor(county)]).toEqual([2, 2])
    const rival = await console_.person({ type: 'operator', operator_type: 'team' })
    const elsewhere = await console_.person({ type: 'government', region_code: '156440000' })
    expect([await totalFor(rival), await totalFor(elsewhere)]).toEqual([1, 1])
  })

  test('plots of the account in the range; a farmer sees its own', async () => {
    const farmer = await console_.person({ type: 'farmer', name: 'Old Zhang' })
    const own = await plotAt(20.5, 40.5)
    const farmers = await plotAt(20.6, 40.6, farmer)
    await plotAt(25, 40.5)
    const range = { minLng: 20, maxLng: 21, minLat: 40, maxLat: 41 }
    expect(await console_.ask<Blocks>(team, 'listMonitorBlocks', { query: range })).toMatchObject({
      total: 1,
      items: [{ blockId: own, area: 1, crop: null, accountName: 'Green Team' }],
    })
    expect(await console_.ask<Blocks>(farmer, 'listMonitorBlocks', { query: range })).toMatchObject(
      { total: 1, items: [{ blockId: farmers, accountName: 'Old Zhang' }] },
    )
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    expect((await console_.ask<Blocks>(county, 'listMonitorBlocks', { query: range })).total).toBe(
      2,
    )
  })

  test('both across the 180th meridian', async () => {
    const range = { minLng: 179, maxLng: -179, minLat: -20, maxLat: -10 }
    const zones = [await zoneAt(179.5, -17, { area_m2: 2 }), await zoneAt(-179.5, -17)]
    const plots = [await plotAt(179.5, -17), await plotAt(-179.5, -17)]
    await zoneAt(0, -17)
    await plotAt(0, -17)
    expect(
      (await console_.ask<Zones>(team, 'listMonitorZones', { query: range })).items.map(
        ({ noflyId }) => noflyId,
      ),
    ).toEqual(zones)
    expect(
      (await console_.ask<Blocks>(team, 'listMonitorBlocks', { query: range })).items
        .map(({ blockId }) => blockId)
        .toSorted(),
    ).toEqual(plots.toSorted())
  })

  test('over 2,000 it returns numbers in a grid instead', async () => {
    const row = await db
      .selectFrom('plot')
      .selectAll()
      .where('id', '=', await plotAt(-60.5, -10.5))
      .executeTakeFirstOrThrow()
    await db
      .insertInto('plot')
      .values(
        Array.from({ length: 2004 }, () => ({
          ...row,
          parts: JSON.stringify(row.parts),
          sketch: null,
          id: crypto.randomUUID(),
        })),
      )
      .execute()
    const { items, total, cells } = await console_.ask<Blocks>(team, 'listMonitorBlocks', {
      query: { minLng: -61, maxLng: -60, minLat: -11, maxLat: -10 },
    })
    expect([items.length, total, cells]).toEqual([
      0,
      2005,
      [{ lng: expect.closeTo(-60.495), lat: expect.closeTo(-10.495), count: 2005 }],
    ])
  })
})

describe('groups next to the map', () => {
  type Operators = {
    items: {
      yyAccountId: string
      sprayingCount: number
      flyingCount: number
      onlineCount: number
      sprayArea: number
      sortieCount: number
      alarmCount: number
    }[]
  }
  const raiseAlarm = async (
    drone: Awaited<ReturnType<typeof insertDrone>>,
    given: { atMs: number; type: 1 | 2; sortieId: string; isTakenBack?: boolean },
  ) =>
    await db
      .insertInto('anomaly')
      .values({
        drone_id: drone.id,
        id: crypto.randomUUID(),
        sortie_id: given.sortieId,
        type: given.type,
        level: 2,
        cause: crypto.randomUUID(),
        at: new Date(given.atMs),
        lng: 120,
        lat: 30,
        manufacturer_id: drone.manufacturerId,
        operator_id: drone.operatorId,
        tenant_id: null,
        region_code: drone.regionCode,
        ...(given.isTakenBack
          ? {
              state: 'closed' as const,
              closed_reason: 'withdrawn' as const,
              closed_at: new Date(given.atMs),
            }
          : {}),
      })
      .execute()

  test('operators at work: those in the air now, and their work today', async () => {
    const idle = await console_.person({ type: 'operator', operator_type: 'team' })
    const sprays = await seen([120, 30], 'spraying')
    await seen([121, 30], 'ground')
    await seen([122, 30], 'ground', 1000, { operatorId: idle.account.id })
    const sortieId = await insertFlight(db, sprays, { startMs: now - hour, coveredM2: 5 * MU_M2 })
    await insertFlight(db, sprays, { startMs: now - 26 * hour, coveredM2: 7 * MU_M2 })
    await raiseAlarm(sprays, { atMs: now - hour, type: 1, sortieId })
    // This alarm was withdrawn and does not count.
    await raiseAlarm(sprays, { atMs: now - hour, type: 2, sortieId, isTakenBack: true })
    await live.load()
    const { items } = await console_.ask<Operators>(maker, 'listOperatorsAtWork')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      yyAccountId: team.account.id,
      sprayingCount: 1,
      flyingCount: 0,
      sortieCount: 1,
      alarmCount: 1,
    })
    expect(items[0]!.sprayArea).toBeCloseTo(5, 5)
    const elsewhere = await console_.person({ type: 'government', region_code: '156410526' })
    expect((await console_.ask<Operators>(elsewhere, 'listOperatorsAtWork')).items).toEqual([])
  })

  test('failing machines: faults of the machine, and flights that ended without a signal', async () => {
    const bad = await insertDrone({ firmware: '2.1.0' })
    const worse = await insertDrone({ firmware: '2.1.0' })
    const flownWell = await insertDrone()
    const day = 24 * hour
    const sortieId = await insertFlight(db, bad, { startMs: now - day })
    await raiseAlarm(bad, { atMs: now - day, type: 2, sortieId })
    await raiseAlarm(bad, { atMs: now - 8 * day, type: 2, sortieId }) // too old
    const intruded = await insertFlight(db, flownWell, { startMs: now - day })
    await raiseAlarm(flownWell, { atMs: now - day, type: 1, sortieId: intruded }) // the pilot's
    for (const ago of [1, 2]) {
      const silent = await insertFlight(db, worse, { startMs: now - ago * day })
      await db
        .updateTable('sortie')
        .set({ close_reason: 'silence' })
        .where('id', '=', silent)
        .execute()
    }
    const failing = await console_.ask<{
      models: Record<string, unknown>[]
      drones: { droneId: string; faultCount: number; silenceCount: number }[]
    }>(maker, 'listFailingMachines')
    expect(failing.drones).toMatchObject([
      { droneId: worse.id, faultCount: 0, silenceCount: 2, firmware: '2.1.0' },
      { droneId: bad.id, faultCount: 1, silenceCount: 0 },
    ])
    expect(failing.models).toMatchObject([
      { flyModelId: modelId, firmware: '2.1.0', failingCount: 2, faultCount: 1, silenceCount: 2 },
    ])
  })

  test('a farmer sees the last work on the own plots and its report, and no one else’s', async () => {
    const farmer = await console_.person({ type: 'farmer' })
    const neighbour = await console_.person({ type: 'farmer' })
    const plotId = crypto.randomUUID()
    const bare = crypto.randomUUID()
    const ring: [number, number][] = [
      [120, 30],
      [120.01, 30],
      [120.01, 30.01],
      [120, 30],
    ]
    await db
      .insertInto('plot')
      .values(
        [plotId, bare].map((id) => ({
          id,
          account_id: farmer.account.id,
          name: id === plotId ? 'By the river' : 'Uphill',
          region_code: '156330106',
          parts: JSON.stringify([[ring]]),
          bounds: '(120.01,30.01),(120,30)',
          area_m2: 10 * MU_M2,
        })),
      )
      .execute()
    const drone = await insertDrone()
    await insertFlight(db, drone, { startMs: now - 50 * hour, plotId })
    const newest = await insertFlight(db, drone, {
      startMs: now - 2 * hour,
      plotId,
      sprayL: 12,
      coveredM2: 8 * MU_M2,
    })
    type Work = { items: { blockId: string; last: Record<string, unknown> | null }[] }
    const { items } = await console_.ask<Work>(farmer, 'listPlotWork')
    expect(items).toMatchObject([
      {
        blockId: plotId,
        bounds: { minLng: 120, maxLat: 30.01 },
        last: {
          sortieId: newest,
          droneId: drone.id,
          sprayL: 12,
          yyAccountName: 'Green Team',
          chemical: null,
        },
      },
      { blockId: bare, last: null },
    ])
    expect((await console_.ask<Work>(neighbour, 'listPlotWork')).items).toEqual([])
    const query = { blockId: plotId, droneId: drone.id, sortieId: newest }
    expect(await console_.ask(farmer, 'getPlotReport', { query })).toMatchObject({
      sortieId: newest,
      sprayL: 12,
    })
    expect(await console_.refusal(neighbour, 'getPlotReport', { query })).toEqual([
      404,
      'not_found',
    ])
    // The plot is the farmer's, but the flight was over another one.
    expect(
      await console_.refusal(farmer, 'getPlotReport', { query: { ...query, blockId: bare } }),
    ).toEqual([404, 'not_found'])
  })
})
