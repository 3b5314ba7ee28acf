import { beforeEach, describe, expect, test } from 'vitest'
import { monitorRoutes, type MonitorDrone, type MonitorDroneDetail } from '@swath/contract/monitor'
import { MU_M2 } from '@swath/domain/units'
import { createLiveState, type LiveState } from '../../gateway/live/live-state.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  insertState,
  pointsEast,
} from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { monitorHandlers } from './monitor.routes.ts'

// 16:30 the day before would be yesterday in Shanghai: its midnight is at 16:00 UTC.
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
/** A drone that was last heard of `agoMs` ago. */
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

describe('getMonitorSummary', () => {
  test('counts who is there and what was done since midnight where the reader is', async () => {
    await seen([120, 30], 'spraying')
    const flying = await seen([121, 30], 'flying', 1000, { device_type: 'mapper' })
    await seen([122, 30], 'ground')
    await seen([123, 30], 'flying', 30_001) // not heard of for more than 30 s
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

test('getMonitorSummary, listMonitorDrones and getMonitorDrone: a drone with which somebody practises is marked, and neither in the air nor of today’s work', async () => {
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
  test('within the range, nearest its middle first; who is silent is in the other list', async () => {
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

  test('at most 500, and says how many there are', async () => {
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
  test('the card: who flies it, what it does, today’s work, and the trail of this flight', async () => {
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
    expect(card.today.sprayArea).toBeCloseTo(2, 9)
    expect(card.trail.recordTime[0]).toBe(now - 20 * 60_000) // no farther back
    expect(card.trail.recordTime).toHaveLength(20 * 60)
    expect(card.trail.spraying.slice(0, 3)).toEqual([true, false, true])
    for (const column of Object.values(card.trail)) expect(column).toHaveLength(20 * 60)
  })

  test('of a drone that never connected there is a card without a place; of a stranger’s none', async () => {
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
        rings: ringAt(lng, lat),
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
  }

  test('enabled zones that touch the range, whoever declared them, the largest first', async () => {
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

  test('plots of the account in range; a farmer has its own', async () => {
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

  test('at most 2,000, and says how many there are', async () => {
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
          rings: JSON.stringify(row.rings),
          id: crypto.randomUUID(),
        })),
      )
      .execute()
    const { items, total } = await console_.ask<Blocks>(team, 'listMonitorBlocks', {
      query: { minLng: -61, maxLng: -60, minLat: -11, maxLat: -10 },
    })
    expect([items.length, total]).toEqual([2000, 2005])
  })
})
