// Problems of a flight are found once, and near misses are not, both live and when the same flights
// are shuffled, repeated, or uploaded the next day.
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { RULES_VERSION } from '@swath/domain/rule-thresholds'
import { compareClaims } from '../modules/flights/claims/compare-claims.ts'
import { settableClock } from '../platform/clock/clock.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import { startGateway } from '../gateway/gateway.ts'
import { createPostgresLog } from '../gateway/ingest-log/ingest-log.postgres.queries.ts'
import { seedFleet } from '../gateway/testing.seed.ts'
import {
  cases,
  caseStartMs,
  findLine,
  flyCase,
  lineLat,
  lngAfter,
  type CaseMessage,
} from './testing-cases.ts'

const own = await ownTestDatabase()
const clock = settableClock(caseStartMs)
const log = pino({ level: process.env['LOG'] ?? 'silent' })
const toDroneId = (index: number): string => `${cases[index]!.ofOther ? 'JO' : 'JF'}-${index}`
const zoneAt = (index: number): string => `01890000-0000-7000-8000-0000000001${10 + index}`
const throughZone = findLine('through a zone')
const corner = findLine('over the corner of a zone, one point inside')

const insertZone = (index: number, accountId: string, radiusM: number) =>
  own.db
    .insertInto('no_fly_zone')
    .values({
      id: zoneAt(index),
      account_id: accountId,
      name: `zone ${index}`,
      type: 1,
      shape: 'circle',
      center_lng: lngAfter(50),
      center_lat: lineLat(index),
      radius_m: radiusM,
      bounds: `(${lngAfter(60)},${lineLat(index) + 0.001}),(${lngAfter(40)},${lineLat(index) - 0.001})`,
      area_m2: 1_000,
      region_code: '156330100',
      updated_at: new Date(caseStartMs - 86_400_000),
    })
    .execute()

const insertPlot = (index: number, accountId: string) => {
  const [west, east] = [120.149, lngAfter(100)]
  const [south, north] = [lineLat(index) - 0.0005, lineLat(index) + 0.0005]
  return own.db
    .insertInto('plot')
    .values({
      id: `01890000-0000-7000-8000-0000000002${10 + index}`,
      account_id: accountId,
      name: `plot ${index}`,
      region_code: '156330100',
      area_m2: 50_000,
      crop_id: 'wheat',
      parts: JSON.stringify([
        [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      ]),
      bounds: `(${east},${north}),(${west},${south})`,
    })
    .execute()
}

beforeAll(async () => {
  await own.db
    .insertInto('crop')
    .values(['rice', 'wheat'].map((id) => ({ id, names: JSON.stringify({ en: id }) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const fleet = await seedFleet(own.db, 'JF', cases.length)
  await seedFleet(own.db, 'JO', cases.length)
  await insertZone(throughZone, fleet.operatorId, 40)
  await insertZone(corner, fleet.operatorId, 2)
  for (const name of ["another crop than the plot's", "the plot's crop"])
    await insertPlot(findLine(name), fleet.operatorId)
})

const messages = cases
  .flatMap((one, i) => flyCase(one, toDroneId(i), i))
  .toSorted((a, b) => a.atMs - b.atMs)

const randomFrom = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const shuffle = (list: readonly CaseMessage[], seed: number): CaseMessage[] => {
  const random = randomFrom(seed)
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

const deliver = async (
  list: readonly CaseMessage[],
  receivedAtMs: (message: CaseMessage) => number,
  pauses: number,
) => {
  for (const table of [
    'anomaly',
    'claim_suspicion',
    'work_record',
    'sortie',
    'track_chunk',
    'device_event',
    'recompute',
    'drone_total',
    'quarantine',
    'ingest_segment',
    'ingest_shard',
  ] as const)
    await own.db.deleteFrom(table).execute()
  clock.set(caseStartMs - 60_000)
  const events = createEventBus()
  const emitted: string[] = []
  events.on('anomaly', ({ anomalyId }) => emitted.push(anomalyId))
  const gateway = await startGateway({
    db: own.db,
    clock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log,
    door: false,
  })
  const ingestLog = createPostgresLog(own.db)
  const compare = () => compareClaims({ db: own.db, clock, log }, new AbortController().signal)
  try {
    for (const [i, message] of list.entries()) {
      clock.set(Math.max(clock.now(), receivedAtMs(message)))
      await ingestLog.append({
        receivedAtMs: clock.now(),
        droneId: message.droneId,
        kind: message.kind,
        refusal: '',
        bytes: message.bytes,
      })
      if (i % Math.ceil(list.length / (pauses + 1)) === 0) {
        await gateway.drain()
        await compare()
      }
    }
    await gateway.drain()
    clock.set(clock.now() + 600_000)
    await gateway.drain()
    await compare()
    return { ...(await dump()), emitted }
  } finally {
    await ingestLog.close()
    await gateway.stop()
  }
}

const dump = async () => ({
  anomalies: await own.db
    .selectFrom('anomaly')
    .select(['drone_id', 'id', 'sortie_id', 'type', 'cause', 'at', 'lng', 'lat', 'evidence'])
    .orderBy('id')
    .execute(),
  suspicions: await own.db
    .selectFrom('claim_suspicion')
    .select(['drone_id', 'id', 'sortie_id', 'cause', 'at', 'lng', 'lat', 'evidence'])
    .select(['other_drone_id', 'other_sortie_id'])
    .orderBy('id')
    .execute(),
  weather: await own.db.selectFrom('flight_weather').selectAll().orderBy('drone_id').execute(),
})

type Found = Awaited<ReturnType<typeof deliver>>
const lastMs = Math.max(...messages.map(({ atMs }) => atMs))
let asFlown: Found

beforeAll(async () => {
  asFlown = await deliver(messages, ({ atMs }) => atMs + 500, 6)
}, 180_000)

describe('live', () => {
  test.each(cases.map((one, i) => [one.name, one, i] as const))('%s', (_name, one, i) => {
    const raised = asFlown.anomalies
      .filter(({ drone_id: droneId }) => droneId === toDroneId(i))
      .map(({ type, cause }) => `${type}/${type === 1 ? 'zone' : cause}`)
    const suspected = asFlown.suspicions
      .filter(({ drone_id: droneId }) => droneId === toDroneId(i))
      .map(({ cause }) => cause)
    expect([raised, suspected]).toEqual([one.raises, one.suspected ?? []])
  })

  test('no problem is reported twice', () => {
    expect(asFlown.emitted.toSorted()).toEqual(asFlown.anomalies.map(({ id }) => id).toSorted())
  })

  test('each alarm names its rule, its limit and its part of the track', () => {
    const { evidence } = asFlown.anomalies.find(({ cause }) => cause === 'too_high')!
    expect(evidence).toEqual({
      heightM: 8.5,
      limitM: 8,
      seconds: 19,
      fromMs: caseStartMs + 30_000,
      untilMs: caseStartMs + 49_000,
      fromPoint: 30,
      untilPoint: 49,
      rule: 'blowing_anomaly.too_high',
      rulesVersion: RULES_VERSION,
    })
  })

  test('the weather that a drone reported is stored with its record', () => {
    const found = asFlown.weather.find(
      ({ drone_id: droneId }) => droneId === toDroneId(findLine('wind of 9 m/s')),
    )!
    expect(found).toMatchObject({
      source: 'drone',
      most_wind_ms: 8.9,
      wind_from_deg: 270,
      temperature_c: 24,
      humidity_percent: 60,
      rain_mm_h: null,
      wanted: true,
    })
    expect(found.delta_t_c).toBeCloseTo(5.3, 0)
  })
})

describe('the same flights', () => {
  const ways: Record<string, () => Promise<Found>> = {
    'shuffled': () => deliver(shuffle(messages, 1), () => lastMs + 500, 5),
    'repeated': () =>
      deliver(
        messages.flatMap((message) => [message, message]),
        ({ atMs }) => atMs + 500,
        4,
      ),
    'uploaded the next day, events last': () =>
      deliver(
        [
          ...messages.filter(({ kind }) => kind === 'track'),
          ...messages.filter(({ kind }) => kind === 'event'),
        ],
        () => lastMs + 86_400_000,
        3,
      ),
  }
  test.each(Object.keys(ways))(
    '%s, give the same result',
    async (name) => {
      const found = await ways[name]!()
      expect(found.anomalies).toEqual(asFlown.anomalies)
      expect(found.suspicions).toEqual(asFlown.suspicions)
      expect(found.weather).toEqual(asFlown.weather)
      expect(new Set(found.emitted).size).toBe(found.emitted.length)
    },
    180_000,
  )
})
