import type { Updateable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { flightRoutes, type SortieDetail, type Track } from '@swath/contract/flights/flights'
import type { SortieMessage, SortieProof } from '@swath/contract/flights/sortie-messages'
import type { DeviceEvent } from '@swath/domain/device-event'
import { hashOfRow } from '../../../gateway/recompute/record-chain.queries.ts'
import { watchStalls } from '../../../platform/workers/stalls.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { packPoints, packTrack, unpackPoints } from '../../../gateway/tracks/public.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
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
const startMs = now - 3_600_000
type Messages = { items: SortieMessage[]; total: number; isReadable: boolean }

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof flightRoutes>>>
let team: TestPerson
let stranger: TestPerson
let drone: TestDrone

beforeEach(async () => {
  console_ = await openConsole(database, flightRoutes, flightHandlers, now)
  const maker = await console_.person({ type: 'manufacturer' })
  team = await console_.person({ type: 'operator', operator_type: 'team' })
  stranger = await console_.person({ type: 'operator', operator_type: 'team' })
  drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
  })
  return () => console_.close()
})

const event = (
  type: DeviceEvent['type'],
  tMs: number,
  fields: Partial<DeviceEvent> = {},
): DeviceEvent => ({
  type,
  tMs,
  boot: 'k1',
  seq: 90_000,
  number: 7,
  claimedAreaM2: null,
  pilotId: null,
  cropId: null,
  chemical: null,
  plotId: null,
  ...fields,
})

/** A take-off, 120 points and a landing. */
const fly = (atMs = startMs): Promise<string> =>
  insertFlight(db, drone, {
    startMs: atMs,
    durationS: 120,
    points: pointsEast(atMs, 120),
    events: [
      event('takeoff', atMs, { cropId: 'rice' }),
      event('landing', atMs + 120_000, { claimedAreaM2: 3300.5, seq: 90_001 }),
    ],
  })

const ofSortie = (sortieId: string, more: Record<string, string | number> = {}) => ({
  query: { droneId: drone.id, sortieId, ...more },
})
const list = (sortieId: string, more: Record<string, string | number> = {}): Promise<Messages> =>
  console_.ask(team, 'getSortieMessages', ofSortie(sortieId, more))
const proofOf = (sortieId: string): Promise<SortieProof> =>
  console_.ask(team, 'getSortieProof', ofSortie(sortieId))
const states = ({ record, points, events }: SortieProof) => [
  record.state,
  points.state,
  events.state,
]

describe('the messages of a flight', () => {
  test('are its points and events as the device sent them, in order of time', async () => {
    const sortieId = await fly()
    const { items, total, isReadable } = await list(sortieId, { pageSize: 500 })
    expect([total, items.length, isReadable]).toEqual([122, 122, true])
    expect(items.map(({ place }) => place)).toEqual(items.map((_, i) => i + 1))
    expect(items[0]).toEqual({
      place: 1,
      kind: 'takeoff',
      recordTime: new Date(startMs).toISOString(),
      boot: 'k1',
      seq: 90_000,
      message: JSON.stringify({ t: startMs, type: 'takeoff', sortie: 7, crop: 'rice' }),
    })
    expect(items[1]).toMatchObject({ kind: 'point', boot: 'k1', seq: 0 })
    expect(JSON.parse(items[3]!.message)).toEqual({
      t: startMs + 2_000,
      lng: 120.1501039,
      lat: 30.25,
      height: 3,
      speed: 5,
      heading: 90,
      flow: 2.4,
      pump: true,
      width: 5.5,
      tank: 10,
      battery: 80,
      link: 90,
      fix: 3,
      sats: 20,
      mode: 3,
    })
    expect(items.at(-1)).toMatchObject({
      kind: 'landing',
      message: JSON.stringify({ t: startMs + 120_000, type: 'landing', sortie: 7, areaM2: 3300.5 }),
    })
  })

  test('are paged, also backwards and by kind, each with its position among all', async () => {
    const sortieId = await fly()
    const all = (await list(sortieId, { pageSize: 500 })).items
    const pages: SortieMessage[] = []
    for (let page = 1; page <= 5; page++)
      pages.push(...(await list(sortieId, { pageSize: 30, currentPage: page })).items)
    expect(pages).toEqual(all)
    expect((await list(sortieId, { pageSize: 500, order: '-place' })).items).toEqual(
      all.toReversed(),
    )
    const points = await list(sortieId, { kind: 'point', pageSize: 500 })
    expect(points.total).toBe(120)
    expect(points.items).toEqual(all.filter(({ kind }) => kind === 'point'))
    const landings = await list(sortieId, { kind: 'landing' })
    expect([landings.total, landings.items]).toEqual([1, [all.at(-1)]])
    expect((await list(sortieId, { kind: 'disarm' })).items).toEqual([])
    expect(await console_.refusal(team, 'getSortieMessages', ofSortie('nothing'))).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('show the device’s own time if its clock was wrong', async () => {
    const sortieId = await insertFlight(db, drone, {
      startMs,
      points: pointsEast(startMs, 3, () => ({ clockShiftMs: 28_800_000 })),
    })
    const [first] = (await list(sortieId)).items
    expect(first!.recordTime).toBe(new Date(startMs).toISOString())
    expect(JSON.parse(first!.message)).toMatchObject({ t: startMs + 28_800_000 })
  })

  test('are all exported to a file', async () => {
    const sortieId = await fly()
    const reply = await console_.send('exportSortieMessages', ofSortie(sortieId), team)
    const rows = readCsv(reply.body)
    expect(rows).toHaveLength(122)
    expect(rows[0]).toMatchObject({
      'No.': '1',
      'Type': 'Take-off',
      'Boot ID': 'k1',
      'Message': JSON.stringify({ t: startMs, type: 'takeoff', sortie: 7, crop: 'rice' }),
    })
    expect(rows[2]).toMatchObject({ 'No.': '3', 'Type': 'Point', 'Sequence number': '1' })
  })

  test('of a flight of nine hours at ten per second are selected in a thread, without blocking the event loop', async () => {
    const count = 300_000
    const sortieId = await insertFlight(db, drone, {
      startMs: now - 12 * 3_600_000,
      durationS: count / 10,
      points: pointsEast(0, count, (i) => ({
        tMs: now - 12 * 3_600_000 + i * 100,
        lng: 120.15 + (i % 1000) / 96_262,
      })),
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const stalls = watchStalls()
    const page = await list(sortieId, { currentPage: 7_000, pageSize: 20 })
    const proof = await proofOf(sortieId)
    const { busyMs } = stalls.longest()
    stalls.stop()
    expect([page.total, page.items.length, page.items[0]!.seq]).toEqual([count, 20, 139_980])
    expect(states(proof)).toEqual(['intact', 'intact', 'intact'])
    expect(busyMs).toBeLessThan(150 * slowness())
  })

  test('and their proof are hidden from callers who cannot see the flight', async () => {
    const sortieId = await fly()
    for (const call of ['getSortieMessages', 'exportSortieMessages', 'getSortieProof'] as const) {
      expect(await console_.refusal(stranger, call, ofSortie(sortieId))).toEqual([404, 'not_found'])
      expect(
        await console_.refusal(team, call, ofSortie('01990000-0000-7000-8000-000000000000')),
      ).toEqual([404, 'not_found'])
    }
  })
})

describe('the proof of a flight', () => {
  test('is three hashes that match, from when the record was made', async () => {
    const before = Date.now() - 1_000
    const proof = await proofOf(await fly())
    expect(states(proof)).toEqual(['intact', 'intact', 'intact'])
    for (const { hash, since, fault } of [proof.record, proof.points, proof.events]) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(Date.parse(since!)).toBeGreaterThan(before)
      expect(fault).toBeNull()
    }
    expect(proof.droneName).toBe(`Drone ${drone.id}`)
  })

  test('does not exist for flights in progress or simulated ones', async () => {
    const points = pointsEast(startMs, 5)
    const open = await insertFlight(db, drone, { startMs, points, open: true })
    const simulated = await insertFlight(db, drone, { startMs, points, simulated: true })
    for (const id of [open, simulated])
      expect(states(await proofOf(id))).toEqual(['none', 'none', 'none'])
    expect((await list(open)).total).toBe(5)
  })

  test('of a record from before events were hashed states that, and covers the rest', async () => {
    const sortieId = await fly()
    const row = await db
      .selectFrom('work_record')
      .selectAll()
      .where('sortie_id', '=', sortieId)
      .executeTakeFirstOrThrow()
    const first = hashOfRow({ ...row, events: null, events_hash: null }, row.previous_hash)
    expect(first.equals(row.hash)).toBe(false)
    await db
      .updateTable('work_record')
      .set({ events: null, events_hash: null, hash: first })
      .where('sortie_id', '=', sortieId)
      .execute()
    expect(states(await proofOf(sortieId))).toEqual(['intact', 'intact', 'none'])
    // Removing only the events is detected.
    await db
      .updateTable('work_record')
      .set({ hash: row.hash })
      .where('sortie_id', '=', sortieId)
      .execute()
    expect((await proofOf(sortieId)).record).toMatchObject({ state: 'broken', fault: 'content' })
  })

  test.each([
    ['covered_m2', { covered_m2: 10_000.5 }],
    ['duration', { duration_s: 601 }],
    ['crop', { crop_id: 'wheat' }],
    ['claimed area', { claimed_m2: 1 }],
  ])('shows a record whose %s was changed', async (_, change) => {
    const sortieId = await fly()
    await db.updateTable('work_record').set(change).where('sortie_id', '=', sortieId).execute()
    const proof = await proofOf(sortieId)
    expect(states(proof)).toEqual(['broken', 'intact', 'intact'])
    expect(proof.record.fault).toBe('content')
  })

  test('detects that the previous record was replaced', async () => {
    const first = await fly(startMs - 1_800_000)
    const second = await fly()
    expect(states(await proofOf(second))).toEqual(['intact', 'intact', 'intact'])
    await db.deleteFrom('work_record').where('sortie_id', '=', first).execute()
    const proof = await proofOf(second)
    expect(states(proof)).toEqual(['broken', 'intact', 'intact'])
    expect(proof.record.fault).toBe('chain')
  })

  test('detects every changed byte of the points, and returns a result for any damage', async () => {
    const sortieId = await fly()
    const { columns } = await db
      .selectFrom('track_chunk')
      .select('columns')
      .where('sortie_id', '=', sortieId)
      .executeTakeFirstOrThrow()
    const put = (bytes: Buffer) =>
      db
        .updateTable('track_chunk')
        .set({ columns: bytes })
        .where('sortie_id', '=', sortieId)
        .execute()
    const faults = new Set<string | null>()
    for (const whole of [columns, packPoints(unpackPoints(columns))])
      for (let i = 0; i < whole.length; i++) {
        const bytes = Buffer.from(whole)
        bytes[i] = bytes[i]! ^ (1 << (i % 8))
        await put(bytes)
        const proof = await proofOf(sortieId)
        expect(states(proof), `byte ${i}`).toEqual(['intact', 'broken', 'intact'])
        faults.add(proof.points.fault)
        const { total, isReadable } = await list(sortieId)
        expect(isReadable).toBe(proof.points.fault !== 'unreadable')
        if (!isReadable) expect(total).toBe(2)
      }
    expect([...faults]).toEqual(expect.arrayContaining(['unreadable', 'changed']))
    const points = unpackPoints(columns)
    points.tankL[7]! += 0.01
    await put(packTrack(points))
    expect((await proofOf(sortieId)).points.fault).toBe('changed')
    expect(await list(sortieId)).toMatchObject({ isReadable: true })
    await put(columns)
    expect(states(await proofOf(sortieId))).toEqual(['intact', 'intact', 'intact'])
  })

  test('damaged points don’t prevent viewing the flight', async () => {
    const sortieId = await fly()
    await db
      .updateTable('track_chunk')
      .set({ columns: Buffer.from('no track') })
      .where('sortie_id', '=', sortieId)
      .execute()
    const detail = await console_.ask<SortieDetail>(team, 'getSortie', ofSortie(sortieId))
    expect([detail.chainIntact, detail.coveredRings]).toEqual([false, []])
    const { tracks } = await console_.ask<{ tracks: Track[] }>(team, 'getTracks', {
      body: { droneId: drone.id, ids: [sortieId] },
    })
    expect(tracks.map(({ recordTime }) => recordTime)).toEqual([[]])
    expect((await proofOf(sortieId)).points.fault).toBe('unreadable')
  })

  test('reports missing points differently from changed ones', async () => {
    const sortieId = await fly()
    await db.deleteFrom('track_chunk').where('sortie_id', '=', sortieId).execute()
    expect(states(await proofOf(sortieId))).toEqual(['intact', 'gone', 'intact'])
    await db.deleteFrom('device_event').where('drone_id', '=', drone.id).execute()
    expect(states(await proofOf(sortieId))).toEqual(['intact', 'gone', 'gone'])
  })

  test.each([
    ['what it says', 'changed', { payload: JSON.stringify({ claimedAreaM2: 3300.6 }) }],
    ['the number of its flight', 'changed', { sortie_number: 8 }],
    ['its time, by a thousandth', 'missing', { at: new Date(startMs + 120_001) }],
    ['its kind', 'missing', { type: 'disarm' }],
    ['its run', 'missing', { boot: 'k2' }],
    ['its sequence number', 'missing', { seq: 90_002 }],
  ] as const)('detects that an event was changed: %s', async (_, fault, change) => {
    const sortieId = await fly()
    await db
      .updateTable('device_event')
      .set(change as Updateable<Database['device_event']>)
      .where('drone_id', '=', drone.id)
      .where('type', '=', 'landing')
      .execute()
    const proof = await proofOf(sortieId)
    expect(states(proof)).toEqual(['intact', 'intact', 'broken'])
    expect(proof.events).toMatchObject({
      fault,
      broken: [
        {
          kind: 'landing',
          recordTime: new Date(startMs + 120_000).toISOString(),
          boot: 'k1',
          seq: 90_001,
          fault,
        },
      ],
    })
  })

  test('detects that the event hash in the record was changed', async () => {
    const sortieId = await fly()
    await db
      .updateTable('work_record')
      .set((eb) => ({
        events: eb.fn<string>('replace', ['events', eb.val('rice'), eb.val('rise')]),
      }))
      .where('sortie_id', '=', sortieId)
      .execute()
    const proof = await proofOf(sortieId)
    expect(states(proof)).toEqual(['intact', 'intact', 'broken'])
    expect(proof.events).toMatchObject({ fault: 'list', broken: [] })
  })
})
