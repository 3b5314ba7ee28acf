// Simulated flights are in a separate list only.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulatedFlight, Sortie } from '@swath/contract/flights/flight-list'
import {
  flightRoutes,
  type PlayedDrone,
  type SortieDetail,
  type Track,
} from '@swath/contract/flights/flights'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { droneSums } from '../../fleet/public.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightHandlers } from './flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
  readCsv,
} from './testing-rows.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
type SimulatedRow = {
  items: SimulatedFlight[]
  total: number
  stats: { sortieCount: number; durationS: number }
}
type Flown = {
  items: Sortie[]
  total: number
  stats: { sortieCount: number; sprayArea: number; durationS: number }
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof flightRoutes>>>
let maker: TestPerson
let team: TestPerson
let modelId: string

beforeEach(async () => {
  console_ = await openConsole(database, flightRoutes, flightHandlers, now)
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  team = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green Team' })
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
const listSimulated = (person: TestPerson, query: Record<string, string | number> = {}) =>
  console_.ask<SimulatedRow>(person, 'listSimulatedFlights', { query })
const listIds = async (person: TestPerson, query: Record<string, string | number> = {}) =>
  (await listSimulated(person, query)).items.map(({ sortieId }) => sortieId)

/** Two real flights and three simulated ones, one of them in progress. */
const season = async () => {
  const pilot = await console_.colleague(team, { name: 'Li Wei', user_type: 2 })
  const [north, south] = [
    await insertDrone({ name: 'North' }),
    await insertDrone({ name: 'South', region_code: '764000000' }),
  ]
  const flown = [
    await insertFlight(db, north, { startMs: now - 9 * hour, durationS: 300 }),
    await insertFlight(db, south, { startMs: now - 8 * hour, durationS: 300 }),
  ]
  const first = await insertFlight(db, north, {
    startMs: now - 50 * hour,
    durationS: 100,
    simulated: true,
    pilotId: pilot.id,
    points: pointsEast(now - 50 * hour, 100),
    number: 4,
  })
  const second = await insertFlight(db, south, {
    startMs: now - 20 * hour,
    durationS: 200,
    simulated: true,
  })
  const going = await insertFlight(db, north, {
    startMs: now - 60_000,
    durationS: 50,
    simulated: true,
    open: true,
  })
  return { pilot, north, south, flown, first, second, going }
}

describe('listSimulatedFlights', () => {
  test('contains only simulated flights, with their sums and all filters', async () => {
    const { north, flown, first, second, going } = await season()
    const { items, total, stats } = await listSimulated(team)
    expect(items.map(({ sortieId }) => sortieId)).toEqual([going, second, first])
    expect([total, stats]).toEqual([3, { sortieCount: 3, durationS: 300 }])
    expect(items[2]).toEqual({
      sortieId: first,
      droneId: north.id,
      droneName: 'North',
      number: 4,
      state: 'closed',
      closeReason: 'landing',
      startTime: new Date(now - 50 * hour).toISOString(),
      endTime: new Date(now - 50 * hour + 100_000).toISOString(),
      oprName: 'Li Wei',
      yyAccountName: 'Green Team',
      zzAccountName: 'Alpha Works',
      regionCode: '156330106',
      region: expect.any(Array),
      durationS: 100,
      hasTrack: true,
    })
    expect(flown.some((id) => items.some(({ sortieId }) => sortieId === id))).toBe(false)
    expect(await listIds(team, { order: 'startTime' })).toEqual([first, second, going])
    expect(await listIds(team, { droneId: north.id })).toEqual([going, first])
    expect(await listIds(team, { droneName: 'sou' })).toEqual([second])
    expect(await listIds(team, { oprName: 'li w' })).toEqual([first])
    expect(await listIds(team, { yyAccountName: 'green', zzAccountName: 'alpha' })).toEqual([
      going,
      second,
      first,
    ])
    expect(await listIds(team, { zzAccountName: 'nobody' })).toEqual([])
    expect(await listIds(team, { region: '764000000' })).toEqual([second])
    const from = new Date(now - 20 * hour).toISOString()
    expect(await listIds(team, { startTime: from })).toEqual([going, second])
    expect(await listIds(team, { endTime: from })).toEqual([first])
    expect(await listIds(team, { pageSize: 2 })).toEqual([going, second])
    expect(await listIds(team, { pageSize: 2, currentPage: 2 })).toEqual([first])
    expect((await listSimulated(team, { droneName: 'sou' })).stats).toEqual({
      sortieCount: 1,
      durationS: 200,
    })
    expect(
      await console_.refusal(team, 'listSimulatedFlights', { query: { order: 'sprayArea' } }),
    ).toEqual([400, 'invalid_input'])
  })

  test('is visible to those who see flights: the owner then, its maker, the government of the region, a pilot of personal scope', async () => {
    const { pilot, first, second, going } = await season()
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const county = await console_.person({ type: 'government', region_code: '156330106' })
    await db
      .updateTable('app_user')
      .set({ data_scope: 'personal', user_type: 4 })
      .where('id', '=', pilot.id)
      .execute()
    expect(await listIds(maker)).toEqual([going, second, first])
    expect((await listIds(county)).filter((id) => [going, second, first].includes(id))).toEqual([
      going,
      first,
    ])
    expect(await listIds(stranger)).toEqual([])
    expect((await listSimulated(stranger)).total).toBe(0)
    const personal = await console_.colleague(team, { user_type: 4, data_scope: 'personal' })
    expect(await listIds(personal)).toEqual([])
    await db.updateTable('sortie').set({ pilot_id: personal.id }).where('id', '=', second).execute()
    expect(await listIds(personal)).toEqual([second])
  })
})

describe('exportSimulatedFlights', () => {
  test('contains the same as the list, in the language and time zone of its reader', async () => {
    const { north, first, second, going } = await season()
    const rows = readCsv((await console_.send('exportSimulatedFlights', {}, team)).body)
    expect(rows.map((row) => row['Sortie ID'])).toEqual([going, second, first])
    expect(rows[2]).toMatchObject({
      'Serial number': north.id,
      'Drone': 'North',
      'Start (Asia/Shanghai)': '2026/06/13 10:00:00',
      'Pilot': 'Li Wei',
      'Operator': 'Green Team',
      'Duration (s)': '100',
    })
    expect(rows[0]!['Duration (s)']).toBe('')
    expect(Object.keys(rows[0]!).some((name) => /area|sprayed/i.test(name))).toBe(false)
    expect(
      readCsv(
        (await console_.send('exportSimulatedFlights', { query: { droneName: 'sou' } }, team)).body,
      ),
    ).toHaveLength(1)
    expect(
      (await console_.send('exportSimulatedFlights', { query: { format: 'xlsx' } }, team)).headers[
        'content-disposition'
      ],
    ).toBe('attachment; filename="simulated-flights.xlsx"')
  })
})

describe('simulated flights are not counted as work', () => {
  test('listFlights and exportFlights leave it out, in every order and under every filter', async () => {
    const { north, flown } = await season()
    const newest = flown.toReversed()
    const list = (query: Record<string, string> = {}) =>
      console_.ask<Flown>(team, 'listFlights', { query })
    const all = await list()
    expect([
      all.items.map(({ sortieId }) => sortieId),
      all.total,
      all.stats.sortieCount,
      all.stats.durationS,
    ]).toEqual([newest, 2, 2, 600])
    for (const field of ['startTime', 'durationS', 'sprayArea', 'sprayL', 'overlapRatio']) {
      for (const order of [field, `-${field}`])
        expect((await list({ order })).items.map(({ sortieId }) => sortieId).sort(), order).toEqual(
          [...flown].sort(),
        )
    }
    expect((await list({ droneId: north.id })).stats.sortieCount).toBe(1)
    expect(await list({ oprName: 'Li Wei' })).toMatchObject({ items: [], total: 0 })
    expect(await list({ source: 'live' })).toMatchObject({ total: 2 })
    expect(
      readCsv((await console_.send('exportFlights', {}, team)).body).map((row) => row['Sortie ID']),
    ).toEqual(newest)
    expect(
      await droneSums(
        db,
        { kind: 'accounts', as: 'operator', accountIds: [team.account.id] },
        {},
        new Date(now),
      ),
    ).toMatchObject({ total: 2 })
  })

  test('getFlightStatistics, listFlownDrones, getPlayback and getPlaybackTracks leave it out', async () => {
    const { north, flown } = await season()
    const statistics = await console_.ask<{ days: { day: string; sortieCount: number }[] }>(
      team,
      'getFlightStatistics',
      { params: { droneId: north.id } },
    )
    expect(statistics.days.map(({ sortieCount }) => sortieCount)).toEqual([1])
    const span = {
      startTime: new Date(now - 51 * hour).toISOString(),
      endTime: new Date(now - 4 * hour).toISOString(),
    }
    expect(
      await console_.ask<{ total: number; items: { sortieCount: number }[] }>(
        team,
        'listFlownDrones',
        { query: span },
      ),
    ).toMatchObject({ total: 2, items: [{ sortieCount: 1 }, { sortieCount: 1 }] })
    const body = {
      droneIds: [north.id],
      startTime: new Date(now - 51 * hour).toISOString(),
      endTime: new Date(now - 49 * hour).toISOString(),
    }
    expect(
      (await console_.ask<{ drones: PlayedDrone[] }>(team, 'getPlayback', { body })).drones[0]!
        .flights,
    ).toEqual([])
    expect((await console_.send('getPlaybackTracks', { body }, team)).body).toHaveLength(0)
    expect(flown).toHaveLength(2)
  })

  test('getSortie marks it and has no record; getTracks and getBattery return it for playback', async () => {
    const { north, flown, first } = await season()
    const detail = await console_.ask<SortieDetail>(team, 'getSortie', {
      query: { droneId: north.id, sortieId: first },
    })
    expect(detail).toMatchObject({
      simulated: true,
      hash: '',
      trackHash: '',
      previousHash: '',
      sprayArea: 0,
      sprayL: 0,
      coveredRings: [],
      block: null,
      alarms: [],
      hasTrack: true,
      chainIntact: true,
    })
    expect(
      (
        await console_.ask<SortieDetail>(team, 'getSortie', {
          query: { droneId: north.id, sortieId: flown[0]! },
        })
      ).simulated,
    ).toBe(false)
    const { tracks } = await console_.ask<{ tracks: Track[] }>(team, 'getTracks', {
      body: { droneId: north.id, ids: [first, flown[0]!] },
    })
    expect(tracks.map(({ sortieId, recordTime }) => [sortieId, recordTime.length])).toEqual([
      [first, 100],
      [flown[0], 0],
    ])
    expect(
      (
        await console_.ask<{ items: object[] }>(team, 'getBattery', {
          query: { droneId: north.id, sortieId: first },
        })
      ).items,
    ).toHaveLength(1)
  })
})
