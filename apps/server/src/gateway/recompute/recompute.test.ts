// The same flights in any order and in any batches, late or repeated, produce identical rows.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { detectSorties } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { isPacked } from '@swath/domain/track-packing'
import { noZonesInForce } from '@swath/domain/zones-in-force'
import { computeWorkRecord } from '@swath/domain/work-record'
import { settableClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import type { IngestLog } from '../ingest-log/ingest-log.ts'
import type { RecordKind } from '../protocols/record-kind.ts'
import { createPostgresLog } from '../ingest-log/ingest-log.postgres.queries.ts'
import { markFlightsAgain } from './again.queries.ts'
import { recomputeNext, type Recomputation } from './recompute.ts'
import { recordIntact } from './record-check.queries.ts'
import { removeMark, seeMark } from './marks.queries.ts'
import { markForRecomputation } from '../checkpoint/checkpoint.queries.ts'
import { archiveMonth, attachArchives, monthOf, unpackPoints } from '../tracks/public.ts'
import { seedFleet } from '../testing.seed.ts'

const own = await ownTestDatabase()
const droneId = 'RC-0'
const zoneId = '01890000-0000-7000-8000-000000000001'
const start = Date.UTC(2026, 5, 1, 1, 0, 0)
const clock = settableClock(start)
const log = pino({ level: process.env['LOG'] ?? 'silent' })

beforeAll(async () => {
  const fleet = await seedFleet(own.db, 'RC', 1)
  await own.db
    .insertInto('no_fly_zone')
    .values({
      id: zoneId,
      account_id: fleet.operatorId,
      name: 'school',
      type: 1,
      shape: 'circle',
      center_lng: 120.152,
      center_lat: 30.25,
      radius_m: 60,
      bounds: '(120.1526,30.2506),(120.1514,30.2494)',
      area_m2: 11_310,
      region_code: '156330100',
      updated_at: new Date(start - 86_400_000),
    })
    .execute()
  await own.db
    .insertInto('plot')
    .values({
      id: '01890000-0000-7000-8000-000000000002',
      account_id: fleet.operatorId,
      name: 'east',
      region_code: '156330100',
      area_m2: 100_000,
      crop_id: null,
      parts: JSON.stringify([
        [
          [
            [120.149, 30.249],
            [120.156, 30.249],
            [120.156, 30.2502],
            [120.149, 30.2502],
            [120.149, 30.249],
          ],
        ],
      ]),
      bounds: '(120.156,30.2502),(120.149,30.249)',
    })
    .execute()
})

const removeFlights = async () => {
  for (const table of [
    'anomaly',
    'work_record',
    'sortie',
    'track_chunk',
    'device_event',
    'recompute',
    'drone_total',
    'quarantine',
    'ingest_segment',
    'ingest_shard',
  ] as const) {
    await own.db.deleteFrom(table).execute()
  }
}
beforeEach(removeFlights)

type Point = {
  t: number
  lng: number
  lat: number
  height: number
  speed: number
  heading: number
  flow: number
  pump: boolean
  width: number
}
type Message = {
  kind: RecordKind
  atMs: number
  body: { boot: string; seq: number; pts?: Point[] } & Record<string, unknown>
}

/** Two flights with events and one that the detector finds, with time on the ground between. */
const season = (): Message[] => {
  const points: Point[] = []
  const events: Message[] = []
  const fly = (fromMs: number, seconds: number, lat: number, reported: number | null): void => {
    const at = (t: number, height: number, speed: number, x: number, pump: boolean): void => {
      points.push({
        t,
        lng: 120.15 + x / 96_262,
        lat,
        height,
        speed,
        heading: 90,
        flow: pump ? 2.4 : 0,
        pump,
        width: 5,
      })
    }
    for (let i = 0; i < 20; i++) at(fromMs - 20_000 + i * 1000, 0, 0, 0, false)
    if (reported !== null)
      events.push({
        kind: 'event',
        atMs: fromMs,
        body: {
          boot: 'k1',
          seq: 90_000 + reported * 2,
          t: fromMs,
          type: 'takeoff',
          sortie: reported,
          crop: 'rice',
        },
      })
    for (let i = 0; i < seconds; i++) at(fromMs + i * 1000, 3, 5, i * 5, i > 3 && i < seconds - 4)
    for (let i = 0; i < 15; i++) at(fromMs + (seconds + i) * 1000, 0, 0, seconds * 5, false)
    if (reported !== null) {
      const t = fromMs + seconds * 1000
      events.push({
        kind: 'event',
        atMs: t,
        body: {
          boot: 'k1',
          seq: 90_001 + reported * 2,
          t,
          type: 'landing',
          sortie: reported,
          areaM2: 5_000,
        },
      })
    }
  }
  fly(start + 60_000, 80, 30.25, 1)
  fly(start + 200_000, 60, 30.2501, null)
  fly(start + 700_000, 70, 30.25, 2)
  const messages: Message[] = []
  for (let i = 0; i < points.length; i += 7) {
    const pts = points.slice(i, i + 7)
    messages.push({ kind: 'track', atMs: pts.at(-1)!.t, body: { boot: 'k1', seq: i, pts } })
  }
  return [...messages, ...events].sort((a, b) => a.atMs - b.atMs)
}
const endMs = start + 900_000

const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)

const dump = async () => ({
  sorties: await own.db.selectFrom('sortie').selectAll().orderBy('start_at').execute(),
  records: await own.db.selectFrom('work_record').selectAll().orderBy('start_at').execute(),
  tracks: await own.db
    .selectFrom('track_chunk')
    .selectAll()
    .where('sortie_id', 'is not', null)
    .orderBy('from_at')
    .execute(),
  anomalies: await own.db
    .selectFrom('anomaly')
    .select([
      'id',
      'sortie_id',
      'type',
      'level',
      'cause',
      'at',
      'lng',
      'lat',
      'evidence',
      'region_code',
      'operator_id',
    ])
    .orderBy('id')
    .execute(),
  totals: await own.db.selectFrom('drone_total').selectAll().execute(),
})

/** Points read by the recomputations of the last delivery. */
let pointsLookedAt = 0

/**
 * Delivers messages in the given order; after each message for which `pauseAfter` is true,
 * everything is written and recomputed.
 */
const deliver = async (
  messages: readonly Message[],
  receivedAtMs: (message: Message) => number,
  pauseAfter: (index: number) => boolean,
) => {
  clock.set(start)
  const gateway: Gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log,
    door: false,
  })
  const ingestLog: IngestLog = createPostgresLog(own.db)
  try {
    for (const [index, message] of messages.entries()) {
      clock.set(Math.max(clock.now(), receivedAtMs(message)))
      await ingestLog.append({
        receivedAtMs: clock.now(),
        droneId,
        kind: message.kind,
        refusal: '',
        bytes: Buffer.from(JSON.stringify({ v: 1, ...message.body })),
      })
      if (pauseAfter(index)) await gateway.drain()
    }
    await gateway.drain()
    clock.set(Math.max(clock.now(), endMs) + 600_000)
    await gateway.drain()
    pointsLookedAt = gateway.counters.recomputedPoints
    return await dump()
  } finally {
    await ingestLog.close()
    await gateway.stop()
  }
}

type Dump = Awaited<ReturnType<typeof dump>>
let inOrder: Dump
const asFlown = (message: Message) => message.atMs + 500

test('a flight too long for the event loop is recomputed in a thread, with the same record', async () => {
  // Twelve hours of lanes, the pump off at their ends.
  const body = (from: number): Message => ({
    kind: 'track',
    atMs: start + (from + 50) * 4000,
    body: {
      boot: 'k1',
      seq: from,
      pts: Array.from({ length: 50 }, (_, k) => {
        const i = from + k
        const along = Math.abs((i % 80) - 40)
        return {
          t: start + i * 4000,
          lng: 120.15 + (along * 10) / 96_262,
          lat: 30.25 + Math.floor(i / 40) * 4.5e-5,
          height: 3,
          speed: 2.5,
          heading: 90,
          flow: 2,
          pump: along > 2,
          width: 5,
        }
      }),
    },
  })
  const long = Array.from({ length: 216 }, (_, k) => body(k * 50))
  const { sorties, records } = await deliver(long, asFlown, () => false)
  expect(sorties).toMatchObject([{ state: 'closed', point_count: 10_800 }])
  expect(await own.db.selectFrom('recompute').select('drone_id').execute()).toEqual([])
  const points = new PointColumns(64)
  for (const row of await own.db.selectFrom('track_chunk').select('columns').execute())
    points.appendAll(unpackPoints(row.columns))
  const { spans, points: sorted } = detectSorties(points, [], { asOfMs: clock.now() })
  const { coveredM2, distanceM, spraySeconds } = computeWorkRecord(spans[0]!, sorted, {
    defaultSwathWidthM: 5,
  })
  expect(records).toMatchObject([
    { covered_m2: coveredM2, distance_m: distanceM, spray_s: spraySeconds },
  ])
  expect(await recordIntact(own.db, droneId, sorties[0]!.id)).toBe(true)
})

test('closed flights are packed once no older program reads them, and have the same records', async () => {
  const dumpWith = async (oldest: number) => {
    await sql`update schema_migration set oldest_program = ${oldest} where number >= 18`.execute(
      own.db,
    )
    const { tracks, records } = await deliver(season(), asFlown, () => false)
    return { tracks, records }
  }
  const before = await dumpWith(14)
  await removeFlights()
  const packed = await dumpWith(18)
  expect(packed.records).toEqual(before.records)
  expect(packed.tracks.map(({ id }) => id)).toEqual(before.tracks.map(({ id }) => id))
  for (const [i, { columns }] of packed.tracks.entries()) {
    expect(isPacked(columns)).toBe(true)
    expect(isPacked(before.tracks[i]!.columns)).toBe(false)
    expect(encodeTrack(unpackPoints(columns))).toEqual(
      encodeTrack(unpackPoints(before.tracks[i]!.columns)),
    )
  }
  expect(packed.tracks.length).toBeGreaterThan(0)
})

test('late points of archived flights give the records of flights that were never archived', async () => {
  const all = await deliver(season(), asFlown, () => false)
  await removeFlights()
  const dataFolder = await mkdtemp(join(tmpdir(), 'swath-recompute-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  attachArchives(own.db, { dataFolder, s3: undefined })

  const early = (_: Message, index: number) => index % 5 !== 3
  const before = await deliver(season().filter(early), asFlown, () => false)
  expect(before.records).not.toEqual(all.records)
  await own.db
    .updateTable('anomaly')
    .set({ state: 'closed', closed_reason: 'real', closed_at: new Date(endMs) })
    .execute()
  const { flights, kept } = await archiveMonth(
    { db: own.db, now: () => new Date(endMs) },
    monthOf(new Date(start)),
  )
  expect({ flights, kept }).toEqual({ flights: before.records.length, kept: 0 })
  expect((await deliver(season(), asFlown, () => false)).records).toEqual(all.records)
})

test('damaged points are not computed again; other flights of the drone are, and these once repaired', async () => {
  const day = 86_400_000
  const nextDay = season().map(({ kind, atMs, body }): Message => {
    const pts = body.pts?.map((point) => ({ ...point, t: point.t + day }))
    const t = typeof body['t'] === 'number' ? { t: body['t'] + day } : {}
    return {
      kind,
      atMs: atMs + day,
      body: { ...body, ...t, boot: `${body.boot}d`, ...(pts && { pts }) },
    }
  })
  await deliver([...season(), ...nextDay], asFlown, () => false)
  clock.set(clock.now() + day)
  const records = () => own.db.selectFrom('work_record').selectAll().orderBy('start_at').execute()
  const before = await records()
  const damaged = before[0]!
  const flipBit = () =>
    sql`update track_chunk set columns = set_byte(columns, length(columns) / 2,
        get_byte(columns, length(columns) / 2) # 1)
      where sortie_id = ${damaged.sortie_id}`.execute(own.db)
  const computeAgain = async () => {
    await sql`insert into flight_again (drone_id, sortie_id, start_at)
      select drone_id, id, start_at from sortie where state = 'closed'
      on conflict (drone_id, sortie_id) do update set marked = false`.execute(own.db)
    while (await markFlightsAgain(own.db, clock.now()));
    const done = await recomputeNext(own.db, { nowMs: clock.now(), zones: noZonesInForce })
    return done as Recomputation
  }
  await flipBit()
  const first = await computeAgain()
  expect(first.damaged.length).toBeGreaterThan(0)
  expect(first.sortieIds).toContain(before.at(-1)!.sortie_id)
  expect(first.sortieIds).not.toContain(damaged.sortie_id)
  expect(await records()).toEqual(before)
  expect(await recordIntact(own.db, droneId, damaged.sortie_id)).toBe(false)
  expect((await seeMark(own.db, droneId))!.fromMs).toBeLessThanOrEqual(damaged.start_at.getTime())
  await flipBit()
  clock.set(clock.now() + day)
  const second = (await recomputeNext(own.db, {
    nowMs: clock.now(),
    zones: noZonesInForce,
  })) as Recomputation
  expect(second.damaged).toEqual([])
  expect(second.sortieIds).toContain(damaged.sortie_id)
  expect(await records()).toEqual(before)
  expect(await seeMark(own.db, droneId)).toBeUndefined()
})

test('marks set while a long stretch is recomputed are kept', async () => {
  const mark = { droneId, fromMs: start, untilMs: start + 1000, dueMs: start }
  const again = () => markForRecomputation(own.db as Tx, [mark], start + 60_000, start + 120_000)
  await again()
  const seen = (await seeMark(own.db, droneId))!
  await again()
  await removeMark(own.db, seen)
  expect(await seeMark(own.db, droneId)).toMatchObject({ fromMs: start })
  await removeMark(own.db, (await seeMark(own.db, droneId))!)
  expect(await seeMark(own.db, droneId)).toBeUndefined()
})

test('flights are judged by the settings of their account on their day, however late they are computed', async () => {
  const { operator_id: accountId } = await own.db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .select('operator_id')
    .executeTakeFirstOrThrow()
  const choose = (number: number, fromMs: number, overrides: Record<string, number>) =>
    own.db
      .insertInto('alarm_setting_change')
      .values({
        account_id: accountId!,
        number,
        effective_from: new Date(fromMs),
        overrides: JSON.stringify(overrides),
        user_name: 'Test',
        created_at: new Date(start),
      })
      .execute()
  // All fly at 3 m; only during the second flight is a lower height required.
  await choose(1, start + 150_000, { sprayHeightM: 2 })
  await choose(2, start + 500_000, {})
  const tooHigh = ({ anomalies }: Dump) => anomalies.filter(({ cause }) => cause === 'too_high')
  try {
    const found = await deliver(season(), asFlown, (index) => index % 9 === 4)
    expect(tooHigh(found)).toHaveLength(1)
    expect(tooHigh(found)[0]!.at.getTime()).toBeGreaterThan(start + 200_000)
    expect(tooHigh(found)[0]!.at.getTime()).toBeLessThan(start + 300_000)
    for (const table of ['recompute', 'sortie', 'work_record', 'track_chunk'] as const)
      await own.db.deleteFrom(table).execute()
    await choose(3, endMs, { sprayHeightM: 2 })
    expect(tooHigh(await deliver(shuffled(season(), randomFrom(9)), late, () => false))).toEqual(
      tooHigh(found),
    )
  } finally {
    await own.db.deleteFrom('alarm_setting_change').execute()
  }
})

const late = () => endMs
/** The same messages in other orders and batches. */
const buildVariants = (season: () => Message[]): Record<string, () => Promise<Dump>> => ({
  'shuffled': () => deliver(shuffled(season(), randomFrom(1)), late, () => false),
  'shuffled, recomputed repeatedly in between': () =>
    deliver(shuffled(season(), randomFrom(2)), late, (index) => index % 9 === 4),
  'every message twice': () =>
    deliver(
      season().flatMap((message) => [message, message]),
      asFlown,
      (index) => index === 31,
    ),
  'one in three delayed by minutes': () => {
    const random = randomFrom(3)
    const delayed = season()
      .map((message) => ({
        message,
        atMs: message.atMs + (random() < 0.33 ? 100_000 + random() * 300_000 : 500),
      }))
      .sort((a, b) => a.atMs - b.atMs)
    const arrivals = new Map(delayed.map(({ message, atMs }) => [message, atMs]))
    return deliver(
      delayed.map(({ message }) => message),
      (message) => arrivals.get(message)!,
      (index) => index % 17 === 3,
    )
  },
  'split into single points, backwards': () =>
    deliver(
      season()
        .flatMap(
          (message) =>
            message.body.pts?.map((point, i) => ({
              ...message,
              atMs: point.t,
              body: { ...message.body, seq: message.body.seq + i, pts: [point] },
            })) ?? [message],
        )
        .reverse(),
      late,
      (index) => index % 60 === 5,
    ),
  'the last flight first, the rest five hours later': () => {
    const all = season()
    const later = all.filter((message) => message.atMs < start + 600_000)
    return deliver(
      [...all.filter((message) => !later.includes(message)), ...later],
      (message) => (later.includes(message) ? endMs + 5 * 3_600_000 : asFlown(message)),
      (index) => index % 20 === 19,
    )
  },
  'everything five hours later, events last': () => {
    const all = season()
    return deliver(
      [
        ...all.filter((message) => message.kind === 'track'),
        ...all.filter((message) => message.kind === 'event'),
      ],
      () => endMs + 5 * 3_600_000,
      (index) => index === all.length - 7,
    )
  },
})

describe('the order of arrival', () => {
  beforeAll(async () => {
    inOrder = await deliver(season(), asFlown, (index) => index === 9 || index === 20)
  })

  test('in order, the result matches the flights', () => {
    expect(
      inOrder.sorties.map(({ state, close_reason, number }) => [state, close_reason, number]),
    ).toEqual([
      ['closed', 'landing', 1],
      ['closed', 'landing_detected', null],
      ['closed', 'landing', 2],
    ])
    expect(inOrder.records.map((record) => record.crop_id)).toEqual(['rice', null, 'rice'])
    // 5 m wide, with 5 m between points
    for (const [i, metres] of [71 * 5, 51 * 5, 61 * 5].entries())
      expect(Math.abs(inOrder.records[i]!.covered_m2 / (metres * 5) - 1)).toBeLessThan(0.005)
    expect(new Set(inOrder.records.map((record) => record.plot_id))).toEqual(
      new Set(['01890000-0000-7000-8000-000000000002']),
    )
    expect(inOrder.tracks.map((track) => track.sortie_id)).toEqual(
      inOrder.sorties.map((sortie) => sortie.id),
    )
    expect(
      inOrder.anomalies.filter((anomaly) => anomaly.type === 1).map((anomaly) => anomaly.cause),
    ).toEqual([zoneId, zoneId, zoneId])
    expect(inOrder.anomalies.filter((anomaly) => anomaly.type === 5)).toHaveLength(2)
    expect(inOrder.totals).toMatchObject([{ sortie_count: 3 }])
    expect(inOrder.records[0]!.previous_hash).toHaveLength(0)
    expect(inOrder.records[2]!.previous_hash).toEqual(inOrder.records[1]!.hash)
  })

  const variants = buildVariants(season)
  test.each(Object.keys(variants))('%s', async (name) => {
    const found = await variants[name]!()
    expect(found.sorties).toEqual(inOrder.sorties)
    expect(found.records).toEqual(inOrder.records)
    expect(found.tracks).toEqual(inOrder.tracks)
    expect(found.anomalies).toEqual(inOrder.anomalies)
    expect(found.totals).toEqual(inOrder.totals)
    for (const record of found.records)
      expect(await recordIntact(own.db, droneId, record.sortie_id)).toBe(true)
  })

  test('a changed record is detected', async () => {
    await deliver(season(), asFlown, () => false)
    const [first, second] = await own.db
      .selectFrom('work_record')
      .select('sortie_id')
      .orderBy('start_at')
      .execute()
    await own.db
      .updateTable('work_record')
      .set({ covered_m2: 1 })
      .where('sortie_id', '=', first!.sortie_id)
      .execute()
    expect(await recordIntact(own.db, droneId, first!.sortie_id)).toBe(false)
    expect(await recordIntact(own.db, droneId, second!.sortie_id)).toBe(true)
  })
})

describe('simulated flights', () => {
  const isTakeoff = ({ body }: Message, sortie: number): boolean =>
    body['type'] === 'takeoff' && body['sortie'] === sortie
  /** The first flight is simulated, the others are real. */
  const simulatedSeason = (): Message[] =>
    season().map((message) =>
      isTakeoff(message, 1) ? { ...message, body: { ...message.body, simulated: true } } : message,
    )
  let flown: Dump
  let asItCame: Dump
  const empty = async () => {
    for (const table of [
      'anomaly',
      'work_record',
      'sortie',
      'track_chunk',
      'device_event',
      'recompute',
      'drone_total',
    ] as const)
      await own.db.deleteFrom(table).execute()
  }
  beforeAll(async () => {
    await empty()
    flown = await deliver(season(), asFlown, () => false)
    await empty()
    asItCame = await deliver(simulatedSeason(), asFlown, (index) => index === 9 || index === 20)
  })

  test('keep their sortie and track and create nothing else; real flights are unaffected', () => {
    const [practice, ...others] = asItCame.sorties
    const facts = [
      'id',
      'number',
      'boot',
      'state',
      'close_reason',
      'start_at',
      'end_at',
      'point_count',
      'bounds',
      'operator_id',
      'pilot_id',
      'region_code',
    ] as const
    for (const fact of facts) expect(practice![fact], fact).toEqual(flown.sorties[0]![fact])
    expect([practice!.simulated, others]).toEqual([true, flown.sorties.slice(1)])
    expect(asItCame.tracks).toEqual(flown.tracks)
    expect(asItCame.records.map((record) => record.sortie_id)).toEqual(
      others.map((sortie) => sortie.id),
    )
    expect(asItCame.records[0]!.previous_hash).toHaveLength(0)
    expect(
      asItCame.records.map(({ hash: _hash, previous_hash: _previous, ...record }) => record),
    ).toEqual(
      flown.records.slice(1).map(({ hash: _hash, previous_hash: _previous, ...record }) => record),
    )
    expect(flown.anomalies.some((anomaly) => anomaly.sortie_id === practice!.id)).toBe(true)
    expect(asItCame.anomalies).toEqual(
      flown.anomalies.filter((anomaly) => anomaly.sortie_id !== practice!.id),
    )
    expect(asItCame.totals).toMatchObject([{ sortie_count: 2 }])
  })

  const variants: Record<string, () => Promise<Dump>> = {
    ...buildVariants(simulatedSeason),
    'reported after the landing, when its record and alarms existed': () => {
      const all = simulatedSeason()
      const reported = all.filter((message) => isTakeoff(message, 1))
      return deliver(
        [...all.filter((message) => !reported.includes(message)), ...reported],
        (message) => (reported.includes(message) ? endMs + 3_600_000 : asFlown(message)),
        (index) => index % 10 === 4,
      )
    },
    'reported first as real and again as simulated': () =>
      deliver(
        [...season(), ...simulatedSeason().filter((message) => isTakeoff(message, 1))],
        asFlown,
        (index) => index === 20 || index === 35,
      ),
    'reported first as simulated and again as real': () =>
      deliver(
        [...simulatedSeason(), ...season().filter((message) => isTakeoff(message, 1))],
        asFlown,
        (index) => index === 20 || index === 35,
      ),
  }
  test.each(Object.keys(variants))('%s', async (name) => {
    const found = await variants[name]!()
    expect(found).toEqual(asItCame)
    for (const record of found.records)
      expect(await recordIntact(own.db, droneId, record.sortie_id)).toBe(true)
  })
})

describe('a drone that changed its owner between flights', () => {
  const handedMs = start + 650_000
  const next = '01890000-0000-7000-8000-0000000000aa'
  let before: { manufacturer_id: string; operator_id: string | null; region_code: string }

  beforeAll(async () => {
    before = await own.db
      .selectFrom('drone')
      .select(['manufacturer_id', 'operator_id', 'region_code'])
      .where('id', '=', droneId)
      .executeTakeFirstOrThrow()
    await own.db
      .insertInto('account')
      .values({
        id: next,
        path: `${next.replaceAll('-', '')}/`,
        type: 'operator',
        name: 'next',
        region_code: '156330000',
        time_zone: 'Asia/Shanghai',
        parent_id: null,
        operator_type: 'team',
        tag: null,
        screens: null,
        custom_domain: null,
        logo_url: null,
        contact_name: null,
        contact_phone: null,
        contact_address: null,
        email: null,
        legal_name: null,
        credit_code: null,
        business_license_url: null,
      })
      .execute()
    await own.db
      .insertInto('drone_former_parties')
      .values({
        drone_id: droneId,
        until_at: new Date(handedMs),
        ...before,
        tenant_id: null,
        user_id: null,
        user_name: 'seller',
      })
      .execute()
    await own.db
      .updateTable('drone')
      .set({ operator_id: next, region_code: '156330000' })
      .where('id', '=', droneId)
      .execute()
  })
  afterAll(async () => {
    await own.db.deleteFrom('drone_former_parties').execute()
    await own.db
      .updateTable('drone')
      .set({ operator_id: before.operator_id, region_code: before.region_code })
      .where('id', '=', droneId)
      .execute()
  })

  test.each([
    ['as it flew', () => deliver(season(), asFlown, (index) => index % 10 === 4)],
    [
      'everything days later, shuffled, recomputed repeatedly',
      () =>
        deliver(
          shuffled(season(), randomFrom(4)),
          () => endMs + 48 * 3_600_000,
          (index) => index % 9 === 4,
        ),
    ],
  ])(
    "each flight is that of its start's owner, wherever it is at home: %s",
    async (_name, work) => {
      const { sorties, records, anomalies } = await work()
      expect(sorties.map((sortie) => sortie.operator_id)).toEqual([
        before.operator_id,
        before.operator_id,
        next,
      ])
      expect(records.map((record) => record.operator_id)).toEqual([
        before.operator_id,
        before.operator_id,
        next,
      ])
      expect(
        new Set(
          anomalies
            .filter((anomaly) => anomaly.sortie_id === sorties[0]!.id)
            .map((anomaly) => anomaly.operator_id),
        ),
      ).toEqual(new Set([before.operator_id]))
    },
  )
})

describe('a day with long stays on the ground', () => {
  const minutes = 150
  /**
   * A point per second throughout, and a flight of five minutes in every fifteen; every other
   * flight begins with a new battery.
   */
  const day = (): Message[] => {
    const messages: Message[] = []
    let x = 0
    for (let second = 0; second < minutes * 60; second += 10) {
      const inFlight = second % 900 >= 300 && second % 900 < 600
      const boot = `k${Math.floor((second + 700) / 1_800)}`
      const pts = Array.from({ length: 10 }, (_, i): Point => ({
        t: start + (second + i) * 1000,
        lng: 120.15 + (inFlight ? (x += 5) : x) / 96_262,
        lat: 30.25,
        height: inFlight ? 3 : 0,
        speed: inFlight ? 5 : 0,
        heading: 90,
        flow: inFlight ? 2.4 : 0,
        pump: inFlight,
        width: 5,
      }))
      messages.push({ kind: 'track', atMs: pts[9]!.t, body: { boot, seq: second, pts } })
      if (second % 900 === 600)
        messages.push({
          kind: 'event',
          atMs: pts[9]!.t,
          body: {
            boot,
            seq: 900_000 + second,
            t: pts[0]!.t,
            type: 'landing',
            sortie: second / 600,
          },
        })
    }
    return messages
  }
  const chunks = () =>
    own.db
      .selectFrom('track_chunk')
      .select(['id', 'sortie_id', 'from_at', 'until_at', 'point_count'])
      .orderBy('from_at')
      .execute()

  test('is recomputed flight by flight rather than as a whole, with the same result', async () => {
    const messages = day()
    const landings = new Set(
      messages.flatMap((message, i) => (message.kind === 'event' ? [i] : [])),
    )
    const asItCame = await deliver(messages, asFlown, (index) => landings.has(index))
    const chunksAsItCame = await chunks()
    const points = minutes * 60
    // A flight, the time on the ground before it, and the rest of the hour's ground chunk.
    expect(pointsLookedAt).toBeLessThan(3.5 * points)
    expect(asItCame.sorties).toHaveLength(10)
    expect(asItCame.sorties.map((sortie) => sortie.state)).toEqual(
      Array.from({ length: 10 }, () => 'closed'),
    )
    for (const table of [
      'anomaly',
      'work_record',
      'sortie',
      'track_chunk',
      'device_event',
      'recompute',
      'drone_total',
      'quarantine',
      'ingest_segment',
      'ingest_shard',
    ] as const) {
      await own.db.deleteFrom(table).execute()
    }
    const atOnce = await deliver(
      messages,
      () => start + minutes * 60_000,
      () => false,
    )
    expect(asItCame.sorties).toEqual(atOnce.sorties)
    expect(asItCame.records).toEqual(atOnce.records)
    expect(asItCame.tracks).toEqual(atOnce.tracks)
    expect(asItCame.anomalies).toEqual(atOnce.anomalies)
    expect(asItCame.totals).toEqual(atOnce.totals)
    expect(chunksAsItCame).toEqual(await chunks())
  })
})

test('flights count towards a task in any order of arrival, and a wrong crop is reported', async () => {
  const { operator_id: accountId } = await own.db
    .selectFrom('drone')
    .where('id', '=', droneId)
    .select('operator_id')
    .executeTakeFirstOrThrow()
  const taskId = 4_100
  const days = { start: '2026-05-30', end: '2026-06-02' }
  await own.db
    .insertInto('unified_task')
    .values({
      id: taskId,
      account_id: accountId!,
      name: 'wheat alone',
      region_code: '156330000',
      time_zone: 'Asia/Shanghai',
      type: 1,
      crop_id: 'wheat',
      start_day: days.start,
      end_day: days.end,
      state: 'open',
    })
    .execute()
  await own.db
    .insertInto('unified_task_drone')
    .values({
      task_id: taskId,
      drone_id: droneId,
      data_start_day: days.start,
      data_end_day: days.end,
    })
    .execute()
  const random = randomFrom(7)
  const late = endMs + 3_600_000
  const { records, anomalies } = await deliver(
    shuffled(season(), random),
    () => late,
    () => random() < 0.1,
  )
  // The first and the last flight reported rice; for the one between the crop is unknown.
  expect(records.map(({ task_id }) => task_id)).toEqual([null, taskId, null])
  expect(anomalies.filter(({ type }) => type === 3).map(({ cause }) => cause)).toEqual([
    'task',
    'task',
  ])
  expect(
    await own.db.selectFrom('unified_task_left_out').select(['task_id', 'why']).execute(),
  ).toEqual([
    { task_id: taskId, why: 'crop' },
    { task_id: taskId, why: 'crop' },
  ])
  for (const { sortie_id: sortieId } of records)
    expect(await recordIntact(own.db, droneId, sortieId)).toBe(true)
  await own.db.deleteFrom('unified_task').where('id', '=', taskId).execute()
})
