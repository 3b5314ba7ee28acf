import { beforeEach, describe, expect, test } from 'vitest'
import {
  flightRoutes,
  type FlownDrone,
  type PlayedDrone,
  type SortieDetail,
} from '@swath/contract/flights/flights'
import { MU_M2 } from '@swath/domain/units'
import { decodeTrack, encodeTrack } from '@swath/domain/track-columns'
import { unpackTrack } from '@swath/domain/track-packing'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { flightHandlers } from './flights.routes.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  pointsEast,
  type TestDrone,
} from './testing-rows.queries.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const hour = 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const day = { startTime: iso(now - 12 * hour), endTime: iso(now) }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof flightRoutes>>>
let team: TestPerson
let modelId: string
let makerId: string

beforeEach(async () => {
  console_ = await openConsole(database, flightRoutes, flightHandlers, now)
  const maker = await console_.person({ type: 'manufacturer' })
  makerId = maker.account.id
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  modelId = await insertModel(db, makerId)
  return () => console_.close()
})

const insertDrone = (given: Partial<Parameters<typeof insertDroneRow>[1]> = {}) =>
  insertDroneRow(db, { modelId, manufacturerId: makerId, operatorId: team.account.id, ...given })

const insertAlarm = async (
  drone: TestDrone,
  sortieId: string,
  given: { type: 1 | 2 | 3 | 4 | 5; atMs: number; cause?: string; zoneName?: string },
): Promise<string> => {
  const id = uuidv7(given.atMs)
  await db
    .insertInto('anomaly')
    .values({
      drone_id: drone.id,
      id,
      sortie_id: sortieId,
      type: given.type,
      level: given.type === 1 ? 1 : 2,
      cause: given.cause ?? 'flow',
      at: new Date(given.atMs),
      lng: 120.151,
      lat: 30.25,
      evidence: JSON.stringify(given.zoneName ? { zoneName: given.zoneName } : {}),
      manufacturer_id: drone.manufacturerId,
      operator_id: drone.operatorId,
      tenant_id: drone.tenantId,
      region_code: drone.regionCode,
    })
    .execute()
  return id
}

type Playback = { timeZone: string; drones: PlayedDrone[] }
const played = (droneIds: string[], span = day, person = team) =>
  console_.ask<Playback>(person, 'getPlayback', { body: { droneIds, ...span } })

/** Parses the parts of the response as a client that follows the documentation would. */
const fetchTracks = async (
  droneIds: string[],
  span = day,
  headers: Record<string, string> = {},
) => {
  const reply = await console_.send(
    'getPlaybackTracks',
    { body: { droneIds, ...span }, headers },
    team,
  )
  expect(reply.statusCode).toBe(200)
  const bytes = new Uint8Array(reply.rawPayload)
  const parts: { id: string; points: ReturnType<typeof decodeTrack> & { ok: true } }[] = []
  for (let at = 0; at < bytes.length;) {
    const hex = Buffer.from(bytes.subarray(at, at + 16)).toString('hex')
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 16, true)
    const points = decodeTrack(bytes.subarray(at + 20, at + 20 + length))
    if (!points.ok) throw new Error(points.reason)
    parts.push({ id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), points })
    at += 20 + length
  }
  return parts
}

describe('getPlayback', () => {
  test('drones in the requested order, flights and alarms in order of time, with the data of the records', async () => {
    const one = await insertDrone({ name: 'One' })
    const two = await insertDrone({ name: 'Two' })
    const late = await insertFlight(db, one, {
      startMs: now - 2 * hour,
      coveredM2: 3 * MU_M2,
      sprayL: 7,
      durationS: 300,
    })
    const early = await insertFlight(db, one, { startMs: now - 4 * hour })
    const flying = await insertFlight(db, two, {
      startMs: now - 60_000,
      durationS: 30,
      points: pointsEast(now - 60_000, 31),
      open: true,
    })
    const second = await insertAlarm(one, late, { type: 2, atMs: now - 2 * hour + 60_000 })
    const first = await insertAlarm(one, early, {
      type: 1,
      atMs: now - 4 * hour + 5_000,
      cause: crypto.randomUUID(),
      zoneName: 'Old airfield',
    })
    const { timeZone, drones } = await played([two.id, one.id, two.id])
    expect(timeZone).toBe('Asia/Shanghai')
    expect(
      drones.map(({ droneId, droneName, flights }) => [
        droneId,
        droneName,
        flights.map(({ sortieId }) => sortieId),
      ]),
    ).toEqual([
      [two.id, 'Two', [flying]],
      [one.id, 'One', [early, late]],
    ])
    expect(drones[1]!.flights[1]).toMatchObject({
      sprayArea: 3,
      sprayL: 7,
      durationS: 300,
      sprayWidth: 5.5,
      state: 'closed',
    })
    expect(drones[0]!.flights[0]).toMatchObject({
      sprayArea: null,
      sprayL: null,
      durationS: 30,
      state: 'open',
    })
    expect(
      drones[1]!.alarms.map(({ anomalyId, oddType, noflyName, sortieId }) => [
        anomalyId,
        oddType,
        noflyName,
        sortieId,
      ]),
    ).toEqual([
      [first, 1, 'Old airfield', early],
      [second, 2, null, late],
    ])
  })

  test('a flight that began before the span is included, one that ended at its start is not', async () => {
    const drone = await insertDrone()
    const from = now - 2 * hour
    const reaching = await insertFlight(db, drone, { startMs: from - 300_000, durationS: 600 })
    await insertFlight(db, drone, { startMs: from - 900_000, durationS: 900 })
    await insertFlight(db, drone, { startMs: now, durationS: 60 })
    const inside = await insertFlight(db, drone, { startMs: now - 60_000, durationS: 600 })
    const { drones } = await played([drone.id], { startTime: iso(from), endTime: iso(now) })
    expect(drones[0]!.flights.map(({ sortieId }) => sortieId)).toEqual([reaching, inside])
  })

  test('getPlayback and getPlaybackTracks: one foreign drone and nothing is returned; a caller keeps flights that were made for them', async () => {
    const own = await insertDrone()
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    const others = await insertDrone({ operatorId: stranger.account.id })
    const sold = await insertDrone()
    const flown = await insertFlight(db, sold, { startMs: now - hour })
    await db
      .updateTable('drone')
      .set({ operator_id: stranger.account.id })
      .where('id', '=', sold.id)
      .execute()
    await insertFlight(
      db,
      { ...sold, operatorId: stranger.account.id },
      { startMs: now - hour / 2 },
    )
    for (const operation of ['getPlayback', 'getPlaybackTracks'] as const) {
      for (const droneIds of [
        [own.id, others.id],
        [own.id, 'NOBODYS-1'],
      ]) {
        expect(
          await console_.refusal(team, operation, { body: { droneIds, ...day } }),
          operation,
        ).toEqual([404, 'not_found'])
      }
    }
    expect(
      (await played([own.id, sold.id])).drones.map(({ flights }) =>
        flights.map(({ sortieId }) => sortieId),
      ),
    ).toEqual([[], [flown]])
    // Before the sale in the same span: neither the flights nor the drone are theirs.
    expect(
      await console_.refusal(team, 'getPlayback', {
        body: { droneIds: [sold.id], startTime: iso(now - 9 * hour), endTime: iso(now - 8 * hour) },
      }),
    ).toEqual([404, 'not_found'])
  })

  test('a span that is negative or too long, or has no or too many drones, is refused with a message', async () => {
    const { id } = await insertDrone()
    const wrong = async (body: object) => {
      const reply = await console_.send(
        'getPlayback',
        { body: { droneIds: [id], ...day, ...body } },
        team,
      )
      expect(reply.statusCode).toBe(400)
      return reply.json<{ details: { path: string; message: string }[] }>().details[0]
    }
    expect(await wrong({ endTime: day.startTime })).toEqual({
      path: 'endTime',
      message: 'The end must be after the start.',
    })
    expect(await wrong({ startTime: iso(now - 49 * hour) })).toEqual({
      path: 'endTime',
      message: 'Playback is limited to 48 hours.',
    })
    expect((await wrong({ droneIds: [] }))?.path).toBe('droneIds')
    expect((await wrong({ droneIds: Array.from({ length: 21 }, () => id) }))?.path).toBe('droneIds')
  })
})

describe('getPlaybackTracks', () => {
  test('returns the stored points, without the device’s boots; for a flight in progress what is stored so far', async () => {
    const drone = await insertDrone()
    const start = now - 3 * hour
    const closed = await insertFlight(db, drone, {
      startMs: start,
      durationS: 90,
      points: pointsEast(start, 91, (i) => (i === 4 ? { heightM: null, pumpOn: false } : {})),
    })
    const flying = await insertFlight(db, drone, {
      startMs: now - 60_000,
      durationS: 30,
      points: pointsEast(now - 60_000, 40),
      open: true,
    })
    await insertFlight(db, drone, { startMs: now - hour }) // without a track
    const [first, second, third, ...more] = await fetchTracks([drone.id])
    expect([first!.id, second!.points.points.length, third!.id, more]).toEqual([
      closed,
      0,
      flying,
      [],
    ])
    expect(third!.points.points.length).toBe(40)
    const { points } = first!.points
    expect([points.length, points.boots]).toEqual([91, []])
    expect([
      points.tMs[90],
      points.lng[0],
      points.heightM[4],
      points.pumpOn[4],
      points.batteryPercent[3],
      points.seq[3],
      points.linkPercent[3],
    ]).toEqual([start + 90_000, 120.15, Number.NaN, 0, 80, Number.NaN, Number.NaN])
  })

  test('are packed for callers that read it, with the same values', async () => {
    const drone = await insertDrone()
    const start = now - 3 * hour
    await insertFlight(db, drone, { startMs: start, points: pointsEast(start, 300) })
    const span = { droneIds: [drone.id], ...day }
    const reply = await console_.send(
      'getPlaybackTracks',
      { body: { ...span, packed: true } },
      team,
    )
    const packed = unpackTrack(new Uint8Array(reply.rawPayload).subarray(20))
    if (!packed.ok) throw new Error(packed.reason)
    const [columns] = await fetchTracks([drone.id])
    expect(encodeTrack(packed.points)).toEqual(encodeTrack(columns!.points.points))
  })

  test('are compressed for clients that accept it', async () => {
    const drone = await insertDrone()
    await insertFlight(db, drone, {
      startMs: now - hour,
      durationS: 1200,
      points: pointsEast(now - hour, 1200),
    })
    const plain = await console_.send(
      'getPlaybackTracks',
      { body: { droneIds: [drone.id], ...day } },
      team,
    )
    const packed = await console_.send(
      'getPlaybackTracks',
      { body: { droneIds: [drone.id], ...day }, headers: { 'accept-encoding': 'gzip' } },
      team,
    )
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
  })
})

describe('listFlownDrones', () => {
  const flown = (query: Record<string, string | number> = {}, person = team) =>
    console_.ask<{ items: FlownDrone[]; total: number }>(person, 'listFlownDrones', {
      query: { ...day, ...query },
    })

  test('lists the busiest first, with their work in the period; only those that the caller can see', async () => {
    const busy = await insertDrone({ name: 'Busy bee' })
    const calm = await insertDrone({ name: 'Calm one' })
    await insertDrone({ name: 'Not flown' })
    const first = await insertFlight(db, busy, {
      startMs: now - 3 * hour,
      coveredM2: MU_M2,
      durationS: 60,
      sprayL: 5,
    })
    await insertFlight(db, busy, {
      startMs: now - 2 * hour,
      coveredM2: MU_M2,
      durationS: 90,
      sprayL: 6,
    })
    await insertFlight(db, busy, { startMs: now - 30 * hour })
    await insertFlight(db, calm, { startMs: now - hour })
    await insertAlarm(busy, first, { type: 2, atMs: now - 3 * hour })
    const { items, total } = await flown()
    expect([total, items.map(({ droneId, sortieCount }) => [droneId, sortieCount])]).toEqual([
      2,
      [
        [busy.id, 2],
        [calm.id, 1],
      ],
    ])
    expect(items[0]).toMatchObject({
      sprayArea: 2,
      durationS: 150,
      sprayL: 11,
      alarmCount: 1,
      alarmLevel: 2,
      startTime: iso(now - 3 * hour),
      endTime: iso(now - 2 * hour + 90_000),
      bounds: null,
    })
    await db
      .updateTable('sortie')
      .set({ bounds: '(120.2,30.4),(120.1,30.3)' })
      .where('id', '=', first)
      .execute()
    expect((await flown()).items.map(({ bounds }) => bounds)).toEqual([
      { minLng: 120.1, minLat: 30.3, maxLng: 120.2, maxLat: 30.4 },
      null,
    ])
    await insertFlight(db, calm, { startMs: now - 60_000, open: true })
    expect((await flown({ search: 'calm' })).items[0]).toMatchObject({ endTime: null })
    expect((await flown({ search: 'calm' })).items.map(({ droneId }) => droneId)).toEqual([calm.id])
    expect(
      (await flown({ search: busy.id.toLowerCase() })).items.map(({ droneId }) => droneId),
    ).toEqual([busy.id])
    expect(
      (await flown({ pageSize: 1, currentPage: 2 })).items.map(({ droneId }) => droneId),
    ).toEqual([calm.id])
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await flown({}, stranger)).toMatchObject({ items: [], total: 0 })
    expect(
      await console_.refusal(team, 'listFlownDrones', { query: { startTime: day.startTime } }),
    ).toEqual([400, 'invalid_input'])
  })
})

describe('getBattery', () => {
  const battery = (droneId: string, sortieId: string) =>
    console_.ask<{ items: object[] }>(team, 'getBattery', { query: { droneId, sortieId } })

  test('returns the capacity of each battery; a rise means that it was swapped', async () => {
    const drone = await insertDrone()
    const start = now - hour
    const id = await insertFlight(db, drone, {
      startMs: start,
      points: pointsEast(start, 6, (i) => ({ batteryPercent: [null, 90, 60, 62, 98, 97][i]! })),
    })
    expect((await battery(drone.id, id)).items).toEqual([
      {
        number: 1,
        startTime: iso(start + 1000),
        endTime: iso(start + 3000),
        startPercent: 90,
        endPercent: 62,
        lowestPercent: 60,
        usedPercent: 28,
      },
      {
        number: 2,
        startTime: iso(start + 4000),
        endTime: iso(start + 5000),
        startPercent: 98,
        endPercent: 97,
        lowestPercent: 97,
        usedPercent: 1,
      },
    ])
  })

  test('is empty if the drone does not report it, and 404 for drones of others', async () => {
    const drone = await insertDrone()
    const id = await insertFlight(db, drone, {
      startMs: now - hour,
      points: pointsEast(now - hour, 4, () => ({ batteryPercent: null })),
    })
    expect((await battery(drone.id, id)).items).toEqual([])
    const stranger = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(
      await console_.refusal(stranger, 'getBattery', {
        query: { droneId: drone.id, sortieId: id },
      }),
    ).toEqual([404, 'not_found'])
  })
})

test('getSortie returns its alarms with place and time, with the current name of the zone', async () => {
  const drone = await insertDrone()
  const id = await insertFlight(db, drone, {
    startMs: now - hour,
    points: pointsEast(now - hour, 60),
  })
  const zoneId = uuidv7(now)
  await db
    .insertInto('no_fly_zone')
    .values({
      id: zoneId,
      account_id: team.account.id,
      name: 'Airfield',
      type: 1,
      shape: 'circle',
      rings: null,
      center_lng: 120.15,
      center_lat: 30.25,
      radius_m: 100,
      bounds: '(121,31),(120,30)',
      area_m2: 1,
      region_code: '156330106',
      detail_address: '',
      lower_m: null,
      upper_m: null,
      enabled: true,
    })
    .execute()
  await insertAlarm(drone, id, {
    type: 1,
    atMs: now - hour + 7_000,
    cause: zoneId,
    zoneName: 'Former name',
  })
  const detail = await console_.ask<SortieDetail>(team, 'getSortie', {
    query: { droneId: drone.id, sortieId: id },
  })
  expect(detail.alarms).toMatchObject([
    {
      oddType: 1,
      level: 1,
      recordTime: iso(now - hour + 7_000),
      lng: 120.151,
      lat: 30.25,
      noflyName: 'Airfield',
    },
  ])
})

test('listFlights by owner, maker, work mode, alarm and source', async () => {
  const buyer = await console_.person({
    type: 'operator',
    operator_type: 'team',
    parent: team.account,
    name: 'Green Fields',
  })
  const one = await insertDrone()
  const two = await insertDrone({ operatorId: buyer.account.id })
  const first = await insertFlight(db, one, { startMs: now - 3 * hour, mode: 2 })
  const second = await insertFlight(db, two, { startMs: now - 2 * hour, mode: 3 })
  await insertAlarm(two, second, { type: 5, atMs: now - 2 * hour })
  await db
    .insertInto('flight_log_sortie')
    .values({
      drone_id: one.id,
      id: uuidv7(now),
      flight_log_id: uuidv7(now),
      start_at: new Date(now - 3 * hour),
      end_at: new Date(now - 3 * hour + 600_000),
      known: false,
      pilot_id: null,
    })
    .execute()
  const ids = async (query: Record<string, string>) =>
    await console_.ask<{
      items: { sortieId: string; source: string }[]
      stats: { sortieCount: number }
    }>(team, 'listFlights', { query })
  for (const order of ['-startTime', '-durationS']) {
    for (const [query, id] of [
      [{ yyAccountName: 'green' }, second],
      [{ workMode: '2' }, first],
      [{ oddType: '5' }, second],
      [{ source: 'log' }, first],
      [{ source: 'live' }, second],
    ] as const) {
      const { items, stats } = await ids({ ...query, order })
      expect(
        [items.map(({ sortieId }) => sortieId), stats.sortieCount],
        JSON.stringify(query),
      ).toEqual([[id], 1])
    }
  }
  expect((await ids({ zzAccountName: 'no such maker' })).items).toEqual([])
  expect((await ids({})).items.map(({ source }) => source)).toEqual(['live', 'log'])
})
