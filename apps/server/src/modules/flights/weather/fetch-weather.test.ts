// Weather that no drone measured, requested from a local stub of the service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startGateway } from '../../../gateway/gateway.ts'
import { createPostgresLog } from '../../../gateway/ingest-log/ingest-log.postgres.queries.ts'
import { seedFleet } from '../../../gateway/testing.seed.ts'
import { flyCase } from '../../../ground-truth/testing-cases.ts'
import { settableClock } from '../../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createEventBus } from '../../../platform/events/events.ts'
import { fetchWeather } from './fetch-weather.ts'
import { createOpenMeteo } from './open-meteo.ts'

const own = await ownTestDatabase()
const startMs = Date.UTC(2026, 5, 1, 1, 0, 0)
const clock = settableClock(startMs)
const log = pino({ level: process.env['LOG'] ?? 'silent' })

const asked: URL[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const server = createServer((request, response) => {
  asked.push(new URL(request.url!, 'http://stand-in'))
  answer(request, response)
})
let url: string

beforeAll(async () => {
  await seedFleet(own.db, 'WE', 1)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast?apikey=k`
})
afterAll(() => server.close())

beforeEach(async () => {
  asked.length = 0
  for (const table of [
    'anomaly',
    'sortie',
    'track_chunk',
    'device_event',
    'recompute',
    'weather_observation',
  ] as const)
    await own.db.deleteFrom(table).execute()
})

/** Two hours in the service's format: instantaneous values, and the rain of the preceding hour. */
const hourly = (figures: object) => (_request: IncomingMessage, response: ServerResponse) =>
  response
    .setHeader('content-type', 'application/json')
    .end(
      JSON.stringify({
        hourly: {
          time: [startMs / 1000, startMs / 1000 + 3600],
          temperature_2m: [36, 37],
          relative_humidity_2m: [40, 42],
          precipitation: [3, 0],
          wind_speed_10m: [2, 4],
          wind_direction_10m: [90, 100],
          ...figures,
        },
      }),
    )

const events = createEventBus()
const emitted: { anomalyId: string; live: boolean }[] = []
events.on('anomaly', (event) => emitted.push(event))

const fly = async (point?: Parameters<typeof flyCase>[0]['point']): Promise<void> => {
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
    for (const message of flyCase({ name: '', raises: [], ...(point ? { point } : {}) }, 'WE-0', 0))
      await ingestLog.append({
        receivedAtMs: clock.now(),
        droneId: message.droneId,
        kind: message.kind,
        refusal: '',
        bytes: message.bytes,
      })
    await gateway.drain()
    clock.set(startMs + 900_000)
    await gateway.drain()
  } finally {
    await ingestLog.close()
    await gateway.stop()
  }
}

const fetchOnce = (signal = new AbortController().signal) =>
  fetchWeather({ db: own.db, clock, events, log }, createOpenMeteo(url), signal)
const readWeather = () => own.db.selectFrom('flight_weather').selectAll().executeTakeFirstOrThrow()
const readAnomalies = () =>
  own.db.selectFrom('anomaly').select(['id', 'type', 'cause', 'evidence', 'replayed']).execute()
/** The record with its alarm types, which are stored next to its other fields. */
const readRecord = async () => {
  const { alarm_types: _alarms, ...record } = await own.db
    .selectFrom('work_record')
    .selectAll()
    .executeTakeFirstOrThrow()
  return record
}

describe('weather that no drone measured', () => {
  test('is requested once for the place and the hour, and stored with the record', async () => {
    answer = hourly({})
    await fly()
    const before = await readRecord()
    expect(await readWeather()).toMatchObject({ source: null, wanted: true })
    await fetchOnce()
    expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({
      apikey: 'k',
      latitude: '30.25',
      longitude: '120.15',
      wind_speed_unit: 'ms',
      start_hour: '2026-06-01T01:00',
      end_hour: '2026-06-01T02:00',
    })
    expect(await readWeather()).toMatchObject({
      source: 'provider',
      wind_ms: 3,
      temperature_c: 36.5,
      humidity_percent: 41,
      rain_mm_h: 0,
      wanted: false,
    })
    expect((await readWeather()).delta_t_c).toBeCloseTo(10.5, 1)
    expect(await readRecord()).toEqual(before)
    await fetchOnce()
    expect(asked).toHaveLength(1)
  })

  test('raises the same alarms as measured weather, and the same again when everything is recomputed', async () => {
    answer = hourly({})
    await fly()
    emitted.length = 0
    await fetchOnce()
    const [raised, weather] = [await readAnomalies(), await readWeather()]
    expect(raised.map(({ type, cause }) => [type, cause])).toEqual([[4, 'heat']])
    expect(raised[0]!.evidence).toMatchObject({
      temperatureC: 36.5,
      limitTemperatureC: 35,
      weatherSource: 'provider',
    })
    expect(emitted.map(({ anomalyId }) => anomalyId)).toEqual([raised[0]!.id])
    await fly()
    expect([await readAnomalies(), await readWeather()]).toEqual([raised, weather])
  })

  test('is stored once: later answers of the service do not change it', async () => {
    answer = hourly({})
    await fly()
    await fetchOnce()
    await own.db.updateTable('flight_weather').set({ wanted: true }).execute()
    answer = hourly({ temperature_2m: [10, 10] })
    await fetchOnce()
    expect(await readWeather()).toMatchObject({ temperature_c: 36.5, wanted: false })
  })

  test('fills values that the drone did not report, and keeps the drone’s own', async () => {
    answer = hourly({})
    await fly(() => ({ wind: 1.5, temperature: 20 }))
    await fetchOnce()
    expect(await readWeather()).toMatchObject({
      source: 'mixed',
      wind_ms: 1.5,
      temperature_c: 20,
      humidity_percent: 41,
    })
    expect(await readAnomalies()).toEqual([])
  })

  test('is not requested where the drone reported everything', async () => {
    await fly(() => ({ wind: 1.5, windFrom: 10, temperature: 20, humidity: 50, rain: 0 }))
    await fetchOnce()
    expect(asked).toEqual([])
    expect(await readWeather()).toMatchObject({ source: 'drone', wanted: false })
  })
})

describe('a service that fails', () => {
  const answers: Record<string, typeof answer> = {
    'says no': (_request, response) => void response.writeHead(503).end('no'),
    'says something else': (_request, response) => void response.end('{"hourly":{"time":["x"]}}'),
    'says too much': (_request, response) => void response.end('x'.repeat(400_000)),
    'sends elsewhere': (_request, response) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'breaks off': (request) => void request.socket.destroy(),
  }
  test.each(Object.keys(answers))('%s: retries later, and gives up in the end', async (name) => {
    answer = answers[name]!
    await fly()
    await fetchOnce()
    expect(await readWeather()).toMatchObject({ source: null, wanted: true, tries: 1 })
    await fetchOnce()
    expect(asked).toHaveLength(1)
    for (let i = 0; i < 10; i++) {
      clock.set(clock.now() + 5 * 86_400_000)
      await fetchOnce()
    }
    expect(await readWeather()).toMatchObject({ wanted: false, tries: 8 })
    expect(asked).toHaveLength(8)
  })

  test('does not delay the shutdown of the program', async () => {
    const leave = new AbortController()
    answer = () => leave.abort()
    await fly()
    await expect(fetchOnce(leave.signal)).rejects.toThrow()
    expect(await readWeather()).toMatchObject({ wanted: true, tries: 0 })
  })

  test('an hour without values is treated as unknown', async () => {
    answer = hourly({ temperature_2m: [null, null], wind_speed_10m: [null, null] })
    await fly()
    await fetchOnce()
    expect(await readWeather()).toMatchObject({ source: null, wanted: true, tries: 1 })
  })
})
