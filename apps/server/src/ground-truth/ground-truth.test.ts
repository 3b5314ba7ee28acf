// Compares the server's results with the real flights: sorties, covered area, alarms, quarantined
// messages. None of it may depend on when, in what order and how often messages arrive.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { Door } from '../../../simulator/src/door.ts'
import { Random } from '../../../simulator/src/random.ts'
import { startGateway, type Gateway } from '../gateway/gateway.ts'
import type { RecordKind } from '../gateway/protocols/record-kind.ts'
import { createPostgresLog } from '../gateway/ingest-log/ingest-log.postgres.queries.ts'
import { recordIntact } from '../gateway/recompute/record-check.queries.ts'
import { seedFleet } from '../gateway/testing.seed.ts'
import { settableClock } from '../platform/clock/clock.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import { buildSeason, type Sent } from './testing-season.ts'

const startMs = Date.UTC(2026, 5, 3, 5, 0, 0)
const season = buildSeason('agreement', startMs)
const clock = settableClock(startMs)
const log = pino({ level: process.env['LOG'] ?? 'silent' })
const noLimits = {
  messagesPerS: 1e6,
  messageBurst: 1e6,
  pointsPerS: 1e7,
  pointBurst: 1e7,
  waitMs: 10_000,
}
const buildSecret = (droneId: string): string => `secret-${droneId}`

const own = await ownTestDatabase()

beforeAll(async () => {
  const { operatorId } = await seedFleet(own.db, 'AG', season.drones.length)
  const box = (places: readonly (readonly number[])[]): string => {
    const [lngs, lats] = [places.map((place) => place[0]!), places.map((place) => place[1]!)]
    return `(${Math.max(...lngs)},${Math.max(...lats)}),(${Math.min(...lngs)},${Math.min(...lats)})`
  }
  await own.db
    .insertInto('plot')
    .values(
      season.drones.map(({ plot }) => ({
        id: plot.plotId,
        account_id: operatorId,
        name: plot.plotId,
        region_code: '156330100',
        area_m2: plot.areaM2,
        crop_id: plot.cropId,
        parts: JSON.stringify([[plot.ring]]),
        bounds: box(plot.ring),
      })),
    )
    .execute()
  await own.db
    .insertInto('no_fly_zone')
    .values(
      season.zones.map(({ id, shape, lowerM, upperM }) => {
        const common = {
          id,
          account_id: operatorId,
          name: id,
          type: 1 as const,
          area_m2: 4_000,
          region_code: '156330100',
          lower_m: lowerM,
          upper_m: upperM,
          updated_at: new Date(startMs - 86_400_000),
        }
        if (shape.kind === 'polygon')
          return {
            ...common,
            shape: 'polygon' as const,
            rings: JSON.stringify(shape.rings),
            bounds: box(shape.rings.flat()),
          }
        const [lng, lat] = shape.center
        return {
          ...common,
          shape: 'circle' as const,
          center_lng: lng,
          center_lat: lat,
          radius_m: shape.radiusM,
          bounds: box([
            [lng - 0.002, lat - 0.002],
            [lng + 0.002, lat + 0.002],
          ]),
        }
      }),
    )
    .execute()
})

const empty = async (): Promise<void> => {
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

/** Rows that must be identical for every order of arrival. */
const dump = async (droneId: string) => ({
  sorties: await own.db
    .selectFrom('sortie')
    .selectAll()
    .where('drone_id', '=', droneId)
    .orderBy('start_at')
    .execute(),
  records: await own.db
    .selectFrom('work_record')
    .selectAll()
    .where('drone_id', '=', droneId)
    .orderBy('start_at')
    .execute(),
  tracks: await own.db
    .selectFrom('track_chunk')
    .selectAll()
    .where('drone_id', '=', droneId)
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
    .where('drone_id', '=', droneId)
    .orderBy('id')
    .execute(),
  totals: await own.db
    .selectFrom('drone_total')
    .selectAll()
    .where('drone_id', '=', droneId)
    .execute(),
})
type Rows = Awaited<ReturnType<typeof dump>>

const settle = async (gateway: Gateway): Promise<void> => {
  await gateway.drain()
  // Flights without a landing are closed by silence.
  clock.set(Math.max(clock.now(), season.endMs) + 600_000)
  await gateway.drain()
}

type Alarm = { anomalyId: string; droneId: string; atMs: number }
/** A drone without radio while it flies into its zone. */
const unheard = 'AG-13'

/** Sends over MQTT, each message when its device sends it. */
const flown = async (): Promise<Alarm[]> => {
  clock.set(startMs)
  const events = createEventBus()
  const alarms: Alarm[] = []
  events.on('anomaly', ({ anomalyId, droneId }) =>
    alarms.push({ anomalyId, droneId, atMs: clock.now() }),
  )
  /**
   * The season runs much faster than real time: where an alarm is due, the test waits as long as in
   * reality.
   */
  const entries = season.truths.flatMap(({ droneId, zoneEntries }) =>
    droneId === unheard ? [] : zoneEntries.map(({ tMs }) => ({ droneId, tMs })),
  )
  const due = (sinceMs: number): boolean =>
    entries.some(({ droneId, tMs }) => {
      const lateMs = clock.now() - tMs
      return (
        lateMs >= sinceMs &&
        lateMs < 3_000 &&
        !alarms.some((alarm) => alarm.droneId === droneId && alarm.atMs >= tMs)
      )
    })
  const gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log,
    limits: noLimits,
  })
  const doors = new Map(
    season.drones.map(({ droneId }) => [
      droneId,
      new Door({
        url: `mqtt://127.0.0.1:${gateway.mqttPort}`,
        droneId,
        secret: buildSecret(droneId),
        window: 100,
      }),
    ]),
  )
  try {
    for (const door of doors.values()) door.open()
    for (const second of Map.groupBy(season.messages, (message) =>
      Math.ceil(message.atMs / 1000),
    ).values()) {
      clock.set(Math.max(clock.now(), Math.ceil(second.at(-1)!.atMs)))
      await Promise.all(
        second.map(({ droneId, topic, payload }) => doors.get(droneId)!.publish(topic, payload)),
      )
      for (let i = 0; i < 50 && due(0); i++) await sleep(10)
      // the last second in which it may be sent
      for (let i = 0; i < 1_000 && due(1_000); i++) await sleep(10)
    }
    await settle(gateway)
    return alarms
  } finally {
    for (const door of doors.values()) door.close()
    await gateway.stop()
  }
}

/**
 * Appends directly to the ingest log, in the given order and at the given times; `portion` messages
 * between two recomputations.
 */
const delivered = async (
  messages: readonly { message: Sent; atMs: number }[],
  portion: number,
): Promise<void> => {
  await empty()
  clock.set(startMs)
  const gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events: createEventBus(),
    log,
    door: false,
  })
  const ingestLog = createPostgresLog(own.db)
  try {
    for (let from = 0; from < messages.length; from += portion) {
      const part = messages.slice(from, from + portion)
      await Promise.all(
        part.map(({ message: { droneId, topic, payload }, atMs }) => {
          clock.set(Math.max(clock.now(), Math.ceil(atMs)))
          return ingestLog.append({
            receivedAtMs: clock.now(),
            droneId,
            kind: topic as RecordKind,
            refusal: '',
            bytes: payload,
          })
        }),
      )
      await gateway.drain()
    }
    await settle(gateway)
  } finally {
    await ingestLog.close()
    await gateway.stop()
  }
}

const rowsNow = async (): Promise<Map<string, Rows>> => {
  const rows = new Map<string, Rows>()
  for (const { droneId } of season.drones) rows.set(droneId, await dump(droneId))
  return rows
}

let asFlown: Map<string, Rows>
let alarms: Alarm[]
let keptAside: Record<string, number>

beforeAll(async () => {
  alarms = await flown()
  asFlown = await rowsNow()
  const noted = await own.db
    .selectFrom('quarantine')
    .select(['drone_id', 'reason', 'topic', (eb) => eb.fn.sum<number>('count').as('count')])
    .groupBy(['drone_id', 'reason', 'topic'])
    .execute()
  keptAside = Object.fromEntries(
    noted.map(({ drone_id: droneId, reason, topic, count }) => [
      `${droneId} ${topic} ${reason}`,
      Number(count),
    ]),
  )
}, 240_000)

describe('a fleet flown over MQTT', () => {
  test('is large enough to be significant', () => {
    expect(season.drones).toHaveLength(20)
    expect(season.truths.length).toBeGreaterThanOrEqual(50)
    expect(season.truths.flatMap((truth) => truth.zoneEntries).length).toBeGreaterThanOrEqual(6)
  })

  test.each(season.drones.map(({ droneId }) => droneId))(
    '%s: every sortie once, its covered area within 0.5 %, its alarms once',
    (droneId) => {
      const truths = season.truths.filter((truth) => truth.droneId === droneId)
      const { sorties, records, anomalies } = asFlown.get(droneId)!
      const found = sorties.map((sortie) => [
        sortie.state,
        sortie.start_at.toISOString(),
        sortie.end_at.toISOString(),
      ])
      expect(
        found,
        JSON.stringify(
          truths.map((truth) => [
            new Date(truth.startMs).toISOString(),
            new Date(truth.endMs).toISOString(),
          ]),
        ),
      ).toHaveLength(truths.length)
      expect(records).toHaveLength(truths.length)
      for (const [i, truth] of truths.entries()) {
        const sortie = sorties[i]!
        const record = records.find((one) => one.sortie_id === sortie.id)!
        const slackMs = truth.reportsEvents ? 0 : 15_000
        expect(sortie.state).toBe('closed')
        expect(Math.abs(sortie.start_at.getTime() - truth.startMs), 'start').toBeLessThanOrEqual(
          slackMs,
        )
        expect(Math.abs(sortie.end_at.getTime() - truth.endMs), 'end').toBeLessThanOrEqual(slackMs)
        expect(
          Math.abs(record.covered_m2 / truth.coveredM2 - 1),
          `covered ${record.covered_m2} of ${truth.coveredM2}, ${truth.faults.join()}`,
        ).toBeLessThanOrEqual(0.005)
        expect(record.plot_id).toBe(truth.plotId)
        const entries = anomalies.filter((one) => one.sortie_id === sortie.id && one.type === 1)
        expect(entries.map((one) => one.cause).sort()).toEqual(
          truth.zoneEntries.map((entry) => entry.zoneId).sort(),
        )
        for (const entry of truth.zoneEntries) {
          expect(
            Math.abs(entries.find((one) => one.cause === entry.zoneId)!.at.getTime() - entry.tMs),
            'entry',
          ).toBeLessThanOrEqual(1_500)
        }
      }
    },
  )

  test('an alarm is sent within two seconds of the point that raises it, once', () => {
    const entries = [...asFlown].flatMap(([droneId, { anomalies }]) =>
      anomalies.filter((one) => one.type === 1).map((one) => ({ droneId, ...one })),
    )
    expect(entries.length).toBeGreaterThanOrEqual(6)
    for (const { droneId, id, at } of entries) {
      const sent = alarms.filter((alarm) => alarm.anomalyId === id)
      expect(sent, droneId).toHaveLength(1)
      // The season runs in whole seconds, and AG-12 and AG-14 send each point separately.
      if (droneId !== unheard)
        expect(sent[0]!.atMs - at.getTime(), droneId).toBeLessThanOrEqual(2_000)
    }
  })

  test('the pilots’ errors are found, and nothing else', () => {
    const found = season.truths
      .map((truth) => {
        const { sorties, anomalies } = asFlown.get(truth.droneId)!
        const sortie = sorties.find(
          (one) => Math.abs(one.start_at.getTime() - truth.startMs) < 20_000,
        )!
        return [
          truth.droneId,
          truth.sortie,
          anomalies
            .filter((one) => one.sortie_id === sortie.id && one.type !== 1)
            .map((one) => one.type)
            .sort((a, b) => a - b),
        ] as const
      })
      .filter(([, , types]) => types.length > 0)
    expect(found).toEqual([
      ['AG-15', 1, [2]],
      ['AG-16', 1, [5]],
      ['AG-16', 2, [3]],
    ])
  })

  test('impossible data is quarantined and counted by its reason', () => {
    const expected: Record<string, number> = {}
    // Longitudes of Punjab are valid latitudes too: swapped, they are detected only by the jump.
    const swapped = (droneId: string): string =>
      droneId === 'AG-7' ? 'compared impossible_jump' : 'track swapped_coordinates'
    const reasons: Readonly<Record<string, (droneId: string) => string>> = {
      gps_null: () => 'track null_island',
      swapped_coordinates: swapped,
      clock_1970: () => 'track clock_unset',
      malformed: () => 'track malformed',
      second_device: () => 'compared identity_conflict',
      oversized: () => 'track too_large',
    }
    for (const { droneId, injected } of season.truths) {
      for (const [fault, count] of Object.entries(injected)) {
        const key = `${droneId} ${reasons[fault]!(droneId)}`
        expected[key] = (expected[key] ?? 0) + count
      }
    }
    // The MQTT endpoint records each time that two devices alternate.
    const { ['AG-9 track identity_conflict']: turns, ...points } = keptAside
    expect(turns).toBeGreaterThan(0)
    expect(points).toEqual(expected)
    expect(Object.keys(points)).toHaveLength(7)
  })

  test('every record is intact, and linked to the previous one', async () => {
    for (const { droneId } of season.drones) {
      const { records } = asFlown.get(droneId)!
      for (const [i, record] of records.entries()) {
        expect(await recordIntact(own.db, droneId, record.sortie_id)).toBe(true)
        expect(record.previous_hash).toEqual(i === 0 ? Buffer.alloc(0) : records[i - 1]!.hash)
      }
    }
  })
})

describe('the same messages', () => {
  const random = new Random('deliveries')
  const at = (message: Sent, atMs: number) => ({ message, atMs })
  const inOrderOfArrival = (list: { message: Sent; atMs: number }[]) =>
    list.sort((a, b) => a.atMs - b.atMs)
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((value) => ({ value, key: random.unit() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value)
  // Messages that the endpoint refuses for their size are not delivered.
  const messages = season.messages.filter((message) => message.payload.length < 200_000)

  const deliveries: Readonly<Record<string, () => Promise<void>>> = {
    'shuffled, all after the last landing': () =>
      delivered(
        shuffled(messages).map((message) => at(message, season.endMs)),
        2_500,
      ),
    'each sent twice': () =>
      delivered(
        inOrderOfArrival(
          messages.flatMap((message) => [
            at(message, message.atMs),
            at(message, message.atMs + random.between(0, 20_000)),
          ]),
        ),
        2_000,
      ),
    'one in three delayed by up to eight minutes': () =>
      delivered(
        inOrderOfArrival(
          messages.map((message) =>
            at(
              message,
              message.atMs + (random.chance(0.33) ? random.between(10_000, 480_000) : 300),
            ),
          ),
        ),
        1_500,
      ),
    'hours later, the last flights first': () =>
      delivered(
        messages.toReversed().map((message) => at(message, season.endMs + 5 * 3_600_000)),
        3_000,
      ),
    'half as flown, half the next day': () =>
      delivered(
        inOrderOfArrival(
          messages.map((message) =>
            at(message, random.chance(0.5) ? message.atMs : season.endMs + 20 * 3_600_000),
          ),
        ),
        2_000,
      ),
  }
  test.each(Object.keys(deliveries))(
    '%s: the same rows',
    async (name) => {
      await deliveries[name]!()
      const found = await rowsNow()
      for (const { droneId } of season.drones)
        expect(found.get(droneId), droneId).toEqual(asFlown.get(droneId))
    },
    240_000,
  )
})
