import { createServer } from 'node:http'
import { connect as connectTcp, type AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import WebSocket from 'ws'
import { pino } from 'pino'
import { FrameReader } from '@swath/contract/live/frame-deltas'
import { decodeFrame, type LiveFrame, type LiveMessage } from '@swath/contract/live/live'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { createClientReader } from '../platform/http/client.ts'
import { systemClock } from '../platform/clock/clock.ts'
import { ownTestDatabase } from '../platform/database/testing-file.ts'
import { createEventBus } from '../platform/events/events.ts'
import { eventually } from '../platform/testing-eventually.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { attachLiveSocket } from './live/live-socket.ts'
import { unpackPoints } from './tracks/chunk.ts'
import { seedFleet, type TestFleet } from './testing.seed.ts'

const own = await ownTestDatabase()
let fleet: TestFleet
let gateway: Gateway
const events = createEventBus()
const log = pino({ level: process.env['LOG'] ?? 'silent' })
const clients: MqttClient[] = []

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'GW', 30)
  gateway = await startGateway({
    db: own.db,
    clock: systemClock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log,
    checkpointMs: 1_000,
  })
})
afterAll(async () => {
  for (const client of clients) client.end(true)
  await gateway?.stop()
})

let next = 0
const freshDrone = () => fleet.drones[next++]!

const connect = async (
  drone: { droneId: string; secret: string },
  options: mqtt.IClientOptions = {},
): Promise<MqttClient> => {
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: gateway.mqttPort,
    clientId: drone.droneId,
    username: drone.droneId,
    password: drone.secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...options,
  })
  clients.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  client.on('error', () => {}) // reported by the publish that fails
  return client
}

const send = (
  client: MqttClient,
  droneId: string,
  channel: string,
  message: unknown,
  qos: 0 | 1 = 1,
): Promise<unknown> =>
  client.publishAsync(
    `v1/d/${droneId}/${channel}`,
    Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message),
    { qos },
  )

/** One pass of 100 m to the east at 5 m/s and 3 m height, a point per second, width 5 m: 500 m². */
const pass = (startMs: number, seq = 1, lat = 30.25) => ({
  v: 1,
  boot: 'b1',
  seq,
  pts: Array.from({ length: 21 }, (_, i) => ({
    t: startMs + i * 1000,
    lng: 120.15 + (i * 5) / 96_262,
    lat,
    height: 3,
    speed: 5,
    heading: 90,
    flow: 2.4,
    pump: true,
    width: 5,
    battery: 90 - i,
    hdop: 0.75,
    mode: 3,
  })),
})

describe('from a device to its record', () => {
  test('a flight is on the map while it lasts and has its record a second after landing', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const startMs = Date.now() - 22_000
    await send(client, drone.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 0,
      t: startMs,
      type: 'takeoff',
      sortie: 7,
    })
    await send(client, drone.droneId, 'track', pass(startMs))
    const shown = gateway.liveState.get(drone.droneId)!
    expect(shown.lat).toBe(30.25)
    expect(gateway.liveState.flight(shown)).toBe('spraying')
    await eventually(() =>
      own.db
        .selectFrom('sortie')
        .selectAll()
        .where('drone_id', '=', drone.droneId)
        .where('state', '=', 'open')
        .executeTakeFirst(),
    )

    await send(client, drone.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 22,
      t: startMs + 21_000,
      type: 'landing',
      sortie: 7,
      areaM2: 499,
    })
    const record = await eventually(() =>
      own.db
        .selectFrom('work_record')
        .selectAll()
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    )
    expect(gateway.liveState.flight(shown)).toBe('ground')
    expect(record.covered_m2).toBeGreaterThan(497.5)
    expect(record.covered_m2).toBeLessThan(502.5)
    expect(record).toMatchObject({
      operator_id: fleet.operatorId,
      claimed_m2: 499,
      mode: 3,
      region_code: '156330100',
    })
    const sortie = await own.db
      .selectFrom('sortie')
      .selectAll()
      .where('drone_id', '=', drone.droneId)
      .executeTakeFirstOrThrow()
    expect(sortie).toMatchObject({
      state: 'closed',
      close_reason: 'landing',
      number: 7,
      point_count: 21,
    })
    const chunks = await own.db
      .selectFrom('track_chunk')
      .selectAll()
      .where('drone_id', '=', drone.droneId)
      .execute()
    expect(chunks).toHaveLength(1)
    const stored = unpackPoints(chunks[0]!.columns)
    expect([stored.length, stored.hdop[0]]).toEqual([21, 0.75])
    expect(gateway.liveState.get(drone.droneId)).toMatchObject({ hdop: 0.75, satellites: null })
    expect(
      await own.db
        .selectFrom('drone_total')
        .select('sortie_count')
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    ).toEqual({ sortie_count: 1 })
    await gateway.drain()
    expect(await own.db.selectFrom('ingest_segment').select('id').execute()).toEqual([])
  })

  test('a flight sent hours late has its record at once, and does not move the drone on the map', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const startMs = Date.now() - 2 * 3_600_000
    const event = (type: string, t: number, seq: number, more = {}) =>
      send(client, drone.droneId, 'event', { v: 1, boot: 'b1', seq, t, type, sortie: 4, ...more })
    await event('takeoff', startMs - 1_000, 0)
    await send(client, drone.droneId, 'track', pass(startMs))
    await event('landing', startMs + 21_000, 22)
    const record = await eventually(() =>
      own.db
        .selectFrom('work_record')
        .select(['covered_m2', 'start_at'])
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    )
    expect(record.covered_m2).toBeCloseTo(500, -1)
    expect(record.start_at).toEqual(new Date(startMs - 1_000))
    expect(gateway.liveState.flight(gateway.liveState.get(drone.droneId)!)).toBe('ground')
  })

  test('a simulated flight is marked while it lasts, and leaves a track but no record', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const startMs = Date.now() - 22_000
    await send(client, drone.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 0,
      t: startMs,
      type: 'takeoff',
      sortie: 7,
      simulated: true,
    })
    await send(client, drone.droneId, 'track', pass(startMs))
    const shown = gateway.liveState.get(drone.droneId)!
    expect([shown.simulated, gateway.liveState.flight(shown)]).toEqual([true, 'spraying'])
    const sortie = () =>
      own.db
        .selectFrom('sortie')
        .select(['id', 'state', 'simulated', 'point_count'])
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst()
    expect(await eventually(sortie)).toMatchObject({ state: 'open', simulated: true })

    await send(client, drone.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 22,
      t: startMs + 21_000,
      type: 'landing',
      sortie: 7,
      areaM2: 499,
    })
    const { id } = await eventually(async () => {
      const found = await sortie()
      return found?.state === 'closed' ? found : undefined
    })
    expect(await sortie()).toMatchObject({ simulated: true, point_count: 21 })
    expect(shown.simulated).toBe(false)
    await gateway.drain()
    expect(
      await own.db
        .selectFrom('track_chunk')
        .select('sortie_id')
        .where('drone_id', '=', drone.droneId)
        .execute(),
    ).toEqual([{ sortie_id: id }])
    expect(
      await own.db
        .selectFrom('work_record')
        .select('sortie_id')
        .where('drone_id', '=', drone.droneId)
        .execute(),
    ).toEqual([])
    expect(
      await own.db
        .selectFrom('drone_total')
        .select('sortie_count')
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    ).toEqual({ sortie_count: 0 })
    expect(
      await own.db
        .selectFrom('drone_state')
        .select('simulating')
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    ).toEqual({ simulating: false })

    // A flight reported as simulated after it ended loses its record.
    const other = freshDrone()
    const theirs = await connect(other)
    const takeoff = { v: 1, boot: 'b1', seq: 0, t: startMs, type: 'takeoff', sortie: 1 }
    await send(theirs, other.droneId, 'event', takeoff)
    await send(theirs, other.droneId, 'track', pass(startMs))
    await send(theirs, other.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 22,
      t: startMs + 21_000,
      type: 'landing',
      sortie: 1,
    })
    const records = () =>
      own.db
        .selectFrom('work_record')
        .select('sortie_id')
        .where('drone_id', '=', other.droneId)
        .execute()
    await eventually(async () => (await records()).length === 1)
    await send(theirs, other.droneId, 'event', { ...takeoff, simulated: true })
    await eventually(async () => (await records()).length === 0)
    expect(gateway.liveState.get(other.droneId)!.simulated).toBe(false)

    // The next flight is real.
    await send(client, drone.droneId, 'event', {
      v: 1,
      boot: 'b1',
      seq: 23,
      t: Date.now(),
      type: 'takeoff',
      sortie: 8,
      simulated: false,
    })
    expect([shown.simulated, gateway.liveState.flight(shown)]).toEqual([false, 'ground'])
  })
})

/** Counts the quarantine of all checkpoints. */
const countQuarantine = (droneId: string) =>
  own.db
    .selectFrom('quarantine')
    .select(['reason', 'topic', (eb) => eb.fn.sum<number>('count').as('count')])
    .where('drone_id', '=', droneId)
    .groupBy(['reason', 'topic'])
    .orderBy('reason')
    .execute()
const closed = (client: MqttClient): Promise<unknown> =>
  new Promise((resolve) => {
    client.once('close', () => resolve('closed'))
  })

describe('connections', () => {
  test('accept only the drone whose credentials are given', async () => {
    const [drone, other] = [freshDrone(), freshDrone()]
    await expect(connect({ ...drone, secret: 'wrong' })).rejects.toThrow(/Bad username or password/)
    await expect(connect(drone, { clientId: other.droneId })).rejects.toThrow(
      /Bad username or password/,
    )
    await expect(connect(drone, { username: other.droneId })).rejects.toThrow(
      /Bad username or password/,
    )
    await expect(connect({ droneId: 'nobody', secret: 'x' })).rejects.toThrow(
      /Bad username or password/,
    )
    await connect(drone)
  })

  test('the first connection activates a drone and is logged for its maker; debugging and later connections change nothing', async () => {
    const [drone, debugged] = [freshDrone(), freshDrone()]
    await own.db
      .updateTable('drone')
      .set({ activation: 1 })
      .where('id', '=', drone.droneId)
      .execute()
    await own.db
      .updateTable('drone')
      .set({ activation: 0 })
      .where('id', '=', debugged.droneId)
      .execute()
    const readActivation = async ({ droneId }: { droneId: string }) =>
      (
        await own.db
          .selectFrom('drone')
          .select('activation')
          .where('id', '=', droneId)
          .executeTakeFirstOrThrow()
      ).activation
    const entries = () =>
      own.db
        .selectFrom('audit_log')
        .select(['action', 'user_name', 'object_id', 'ip', 'details'])
        .where('action', '=', 'drone.activate')
        .execute()
    await connect(debugged)
    const client = await connect(drone)
    await expect.poll(() => readActivation(drone)).toBe(2)
    client.end(true)
    await connect(drone)
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    expect(await readActivation(debugged)).toBe(0)
    expect(await entries()).toEqual([
      {
        action: 'drone.activate',
        user_name: drone.droneId,
        object_id: drone.droneId,
        ip: '127.0.0.1',
        details: { activation: { before: 1, after: 2 } },
      },
    ])
  })

  test('are closed when the credentials change', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const gone = closed(client)
    await own.db.deleteFrom('drone_credential').where('drone_id', '=', drone.droneId).execute()
    events.emit('credentialsChanged', { droneId: drone.droneId })
    expect(await gone).toBe('closed')
    await expect(connect(drone)).rejects.toThrow(/Bad username or password/)
  })

  test('limit a drone to its own topics', async () => {
    const [drone, other] = [freshDrone(), freshDrone()]
    for (const topic of [
      `v1/d/${other.droneId}/track`,
      `v1/d/${drone.droneId}/down`,
      '$SYS/broker',
      'anything',
    ]) {
      const client = await connect(drone)
      const gone = closed(client)
      client.publish(topic, '{}', { qos: 1 })
      expect(await gone).toBe('closed')
    }
    const client = await connect(drone)
    const [down] = await client.subscribeAsync(`v1/d/${drone.droneId}/down`)
    expect(down!.qos).toBe(0)
    await expect(client.subscribeAsync('#')).rejects.toThrow()
    expect(gateway.liveState.get(other.droneId)!.lng).toBeNaN()
    await eventually(async () => {
      await gateway.drain()
      const notes = await countQuarantine(drone.droneId)
      return (
        (notes.length === 2 &&
          notes[0]!.reason === 'foreign_topic' &&
          notes[0]!.count === 3 &&
          notes[1]!.reason === 'unknown_topic') ||
        undefined
      )
    })
  })

  test('reject retained messages, and oversized packets before they are read into memory', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const gone = closed(client)
    client.publish(`v1/d/${drone.droneId}/track`, JSON.stringify(pass(Date.now())), {
      qos: 1,
      retain: true,
    })
    expect(await gone).toBe('closed')
    const stranger = connectTcp(gateway.mqttPort, '127.0.0.1')
    stranger.on('error', () => {}) // it is disconnected
    stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4])) // a CONNECT of 256 MB
    await new Promise((resolve) => stranger.once('close', resolve))
  })

  test('acknowledge an oversized message, so that it is not sent again forever, and keep its beginning', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    await send(client, drone.droneId, 'track', 'x'.repeat(300_000))
    await send(client, drone.droneId, 'track', {
      pts: Array.from({ length: 5_001 }, () => ({ t: 1 })),
    })
    await send(client, drone.droneId, 'track', '{"v":1,')
    await gateway.drain()
    expect((await countQuarantine(drone.droneId)).map(({ reason }) => reason)).toEqual([
      'malformed',
      'too_large',
      'too_many_points',
    ])
  })

  test('are closed when a drone floods', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const gone = closed(client)
    const message = JSON.stringify({
      pts: Array.from({ length: 4_000 }, () => ({ t: Date.now(), lng: 1, lat: 1 })),
    })
    for (let i = 0; i < 20; i++) client.publish(`v1/d/${drone.droneId}/track`, message, { qos: 0 })
    expect(await gone).toBe('closed')
    // The record in quarantine is stored in parallel with the disconnect, not before it.
    await eventually(async () => {
      await gateway.drain()
      return (await countQuarantine(drone.droneId)).find(({ reason }) => reason === 'flooding')
    })
  })

  test('the second of two devices with one identity takes over, and their alternation is recorded', async () => {
    const drone = freshDrone()
    const from = (boot: string, t: number) => ({
      v: 1,
      boot,
      seq: t % 1_000_000,
      pts: [{ t, lng: 120.15, lat: 30.25, height: 3, speed: 0 }],
    })
    for (const boot of ['a', 'b', 'a', 'b']) {
      const client = await connect(drone)
      await send(client, drone.droneId, 'track', from(boot, Date.now()))
    }
    await eventually(async () => {
      await gateway.drain()
      return (
        (await countQuarantine(drone.droneId)).reduce(
          (sum, { reason, count }) => sum + (reason === 'identity_conflict' ? count : 0),
          0,
        ) === 2
      )
    })
    expect(gateway.counters.takeovers).toBeGreaterThanOrEqual(3)
  })

  test('a last will marks the drone offline at once', async () => {
    const drone = freshDrone()
    const client = await connect(drone, {
      will: {
        topic: `v1/d/${drone.droneId}/state`,
        payload: Buffer.from('{"v":1,"online":false}'),
        qos: 1,
        retain: false,
      },
    })
    await send(
      client,
      drone.droneId,
      'osd',
      { pts: [{ t: Date.now(), lng: 120.15, lat: 30.25, height: 0, speed: 0 }] },
      0,
    )
    const shown = gateway.liveState.get(drone.droneId)!
    await eventually(() => gateway.liveState.flight(shown) === 'ground')
    client.stream.destroy()
    await eventually(() => gateway.liveState.flight(shown) === 'offline')
  })
})

describe('broken points', () => {
  const nowMs = Date.now()
  const good = { t: nowMs, lng: 120.15, lat: 30.25 }
  test.each([
    ['null_island', { ...good, lng: 0, lat: 0 }],
    ['clock_unset', { ...good, t: 5_000 }],
    ['clock_future', { ...good, t: nowMs + 3 * 86_400_000 }],
    ['out_of_range', { ...good, lng: 190, lat: 95 }],
    ['swapped_coordinates', { ...good, lng: 30.25, lat: 120.15 }],
    ['not_a_point', { ...good, lng: 'east' }],
    ['too_old', { ...good, t: nowMs - 500 * 86_400_000 }],
  ])(
    '%s: quarantined with the reason, the rest of the batch stored, never on the map',
    async (reason, bad) => {
      const drone = freshDrone()
      const client = await connect(drone)
      await send(client, drone.droneId, 'track', {
        v: 1,
        boot: 'b',
        seq: 1,
        pts: [bad, { ...good, t: nowMs - 1000 }, bad],
      })
      expect(gateway.liveState.get(drone.droneId)).toMatchObject({
        lng: 120.15,
        lat: 30.25,
        tMs: nowMs - 1000,
      })
      await gateway.drain()
      expect(await countQuarantine(drone.droneId)).toEqual([{ reason, topic: 'track', count: 2 }])
      const chunks = await own.db
        .selectFrom('track_chunk')
        .select('point_count')
        .where('drone_id', '=', drone.droneId)
        .execute()
      expect(chunks).toEqual([{ point_count: 1 }])
    },
  )

  test('a clock in the wrong time zone is corrected, also for data that is sent again later', async () => {
    const drone = freshDrone()
    const client = await connect(drone)
    const shiftMs = 8 * 3_600_000
    const t = Date.now() - 1_000
    await send(client, drone.droneId, 'track', {
      v: 1,
      boot: 'z',
      seq: 9,
      pts: [{ ...good, t: t + shiftMs }],
    })
    await send(client, drone.droneId, 'track', {
      v: 1,
      boot: 'z',
      seq: 3,
      pts: [{ ...good, t: t + shiftMs - 1_800_000 }],
    })
    await gateway.drain()
    const chunks = await own.db
      .selectFrom('track_chunk')
      .select('columns')
      .where('drone_id', '=', drone.droneId)
      .orderBy('from_at')
      .execute()
    const times = chunks.flatMap((chunk) =>
      Array.from(unpackPoints(chunk.columns).tMs.slice(0, unpackPoints(chunk.columns).length)),
    )
    expect(times.sort((a, b) => a - b)).toEqual([t - 1_800_000, t])
  })
})

describe('the live socket', () => {
  const callers = new Map<string, Caller>()
  const callerWith = (userId: string, scope: Scope): string => {
    callers.set(`token-${userId}`, { userId, scope } as Caller)
    return `token-${userId}`
  }
  const server = createServer()
  let socket: ReturnType<typeof attachLiveSocket>
  beforeAll(async () => {
    socket = attachLiveSocket(server, {
      readClient: createClientReader(),
      authenticate: async (token) => {
        const caller = callers.get(token)
        return caller ? { caller, sessionId: 's' } : null
      },
      mayWatch: async (caller) => caller.userId !== 'pilot',
      liveState: gateway.liveState,
      events,
      clock: systemClock,
      log,
      anomalyFor: async (caller, _language, droneId, anomalyId) =>
        ({ anomalyId, droneId, droneName: caller.userId }) as never,
      bulletinAudience: async (_bulletinId, accountIds) =>
        accountIds.filter((accountId) => accountId === 'addressed'),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    socket.close()
    server.close()
  })

  const open = async (token?: string) => {
    const client = new WebSocket(
      `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/live`,
    )
    const messages: LiveMessage[] = []
    const frames: LiveFrame[] = []
    const gone = new Promise<number>((resolve) => client.once('close', resolve))
    client.on('message', (data: Buffer, isBinary) => {
      if (isBinary) frames.push(decodeFrame(new Uint8Array(data).buffer)!)
      else messages.push(JSON.parse(data.toString()) as LiveMessage)
    })
    await new Promise((resolve) => client.once('open', resolve))
    const tell = (message: unknown) => client.send(JSON.stringify(message))
    if (token) tell({ type: 'hello', token, language: 'en' })
    return {
      client,
      messages,
      frames,
      gone,
      tell,
      of: <T extends LiveMessage['type']>(type: T) =>
        messages.find(
          (message): message is Extract<LiveMessage, { type: T }> => message.type === type,
        ),
    }
  }
  const view = {
    type: 'view',
    bounds: [120, 30, 121, 31],
    zoom: 12,
    filters: {},
    showOffline: true,
  }

  test('is refused to pages of other sites', async () => {
    const { port } = server.address() as AddressInfo
    const answerTo = async (origin: string): Promise<number | undefined> => {
      const client = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { origin })
      const status = await new Promise<number | undefined>((resolve) => {
        client.once('open', () => resolve(101))
        client.once('unexpected-response', (_request, answer) => resolve(answer.statusCode))
      })
      client.on('error', () => undefined) // ends before it was established
      client.terminate()
      return status
    }
    expect(await answerTo('http://127.0.0.1:8080')).toBe(101)
    expect(await answerTo('https://evil.example')).toBe(403)
    expect(await answerTo('null')).toBe(403)
  })

  test('sends differences to a console that reads them, and a whole frame after each view', async () => {
    const drone = freshDrone()
    const device = await connect(drone)
    await send(device, drone.droneId, 'track', {
      v: 1,
      pts: [{ t: Date.now(), lng: 120.3, lat: 30.3, height: 2.5, speed: 3 }],
    })
    const token = callerWith('reader', { kind: 'region', prefix: '15633' })
    const own = { ...view, bounds: [120.29, 30.29, 120.31, 30.31] }
    const watching = await open()
    const kinds: number[] = []
    const reader = new FrameReader()
    const shown: (LiveFrame | null)[] = []
    watching.client.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return
      kinds.push(data[1]!)
      shown.push(reader.read(new Uint8Array(data).buffer))
    })
    watching.tell({ type: 'hello', token, language: 'en', readsDeltas: true })
    watching.tell(own)
    await eventually(() => kinds.length >= 3)
    watching.tell(own)
    await eventually(() => kinds.lastIndexOf(1) > 0)
    expect(kinds.slice(0, 2)).toEqual([1, 3])
    for (const frame of shown)
      expect(frame).toMatchObject({ kind: 'drones', drones: [{ lng: 120.3, lat: 30.3 }] })
    watching.client.close()
    device.end()
  })

  test('shows only drones in scope, sends names once, and sends all data of the followed drone', async () => {
    const drone = freshDrone()
    const device = await connect(drone)
    await send(device, drone.droneId, 'track', {
      v: 1,
      pts: [
        {
          t: Date.now(),
          lng: 120.5,
          lat: 30.5,
          height: 2.5,
          speed: 3,
          heading: 45,
          battery: 77,
          roll: 4,
          pitch: -3,
          cells: [4.1, 4],
        },
      ],
    })
    const mine = await open(
      callerWith('operator', { kind: 'accounts', as: 'operator', accountIds: [fleet.operatorId] }),
    )
    const foreign = await open(
      callerWith('stranger', {
        kind: 'accounts',
        as: 'operator',
        accountIds: [fleet.manufacturerId],
      }),
    )
    const county = await open(callerWith('county', { kind: 'region', prefix: '15633' }))
    for (const one of [mine, foreign, county])
      one.tell({ ...view, bounds: [120.49, 30.49, 120.51, 30.51] })
    for (const one of [mine, foreign]) one.tell({ type: 'follow', droneId: drone.droneId })
    await eventually(() => mine.frames.length >= 3 && foreign.frames.length >= 3)
    expect(mine.frames[0]).toMatchObject({
      kind: 'drones',
      drones: [
        {
          lng: 120.5,
          lat: 30.5,
          headingDeg: 45,
          batteryPercent: 77,
          flight: 'flying',
          heightM: 2.5,
        },
      ],
    })
    expect(foreign.frames.at(-1)).toMatchObject({ kind: 'drones', drones: [] })
    expect(county.frames.at(-1)).toMatchObject({ drones: [{ lng: 120.5 }] })
    expect(mine.messages.filter((message) => message.type === 'names')).toEqual([
      { type: 'names', drones: [[expect.any(Number), drone.droneId, drone.droneId]] },
    ])
    expect(mine.of('drone')?.drone).toMatchObject({
      droneId: drone.droneId,
      lng: 120.5,
      speedMs: 3,
      rollDeg: 4,
      pitchDeg: -3,
      cellsV: [4.1, 4],
    })
    expect(foreign.of('drone')).toBeUndefined()
    events.emit('commandChanged', { droneId: drone.droneId, commandId: 'one' })
    await eventually(() => mine.of('commandsChanged'))
    expect(foreign.of('commandsChanged')).toBeUndefined()
  })

  test('requires a new hello when the token expires, and closes connections that send nothing or invalid data', async () => {
    const token = callerWith('leaver', { kind: 'all' })
    const leaver = await open(token)
    await eventually(() => leaver.of('ready'))
    callers.delete(token)
    events.emit('accessChanged', { userIds: ['leaver'] })
    const startedMs = Date.now()
    expect(await leaver.gone).toBe(4401)
    // on the event, not at the regular check every ten seconds
    expect(Date.now() - startedMs).toBeLessThan(8_000)
    expect(await (await open('unknown')).gone).toBe(4401)
    expect(await (await open(callerWith('pilot', { kind: 'all' }))).gone).toBe(4403)
    const rude = await open()
    rude.client.send('{"type":"hello"')
    expect(await rude.gone).toBe(1003)
    const eager = await open(callerWith('eager', { kind: 'all' }))
    for (let i = 0; i < 100; i++) eager.tell(view)
    expect(await eager.gone).toBe(4429)
    expect(await (await open()).gone).toBe(4408)
  })

  test('an entry into a no-fly zone raises one alarm, within two seconds, after two consecutive points', async () => {
    const drone = freshDrone()
    await own.db
      .insertInto('no_fly_zone')
      .values({
        id: '01890000-0000-7000-8000-00000000000a',
        account_id: fleet.operatorId,
        name: 'school',
        type: 1,
        shape: 'circle',
        center_lng: 120.9,
        center_lat: 30.9,
        radius_m: 100,
        bounds: '(120.91,30.91),(120.89,30.89)',
        area_m2: 31_400,
        region_code: '156330100',
        updated_at: new Date(Date.now() - 60_000),
      })
      .execute()
    events.emit('zonesChanged', {})
    const viewer = await open(callerWith('zone-viewer', { kind: 'all' }))
    await eventually(() => viewer.of('ready'))
    const device = await connect(drone)
    // Two messages may be acknowledged within one millisecond; two points with the same time count
    // as one.
    let lastMs = 0
    const nowMs = () => (lastMs = Math.max(Date.now(), lastMs + 1))
    const at = (x: number) => ({
      v: 1,
      boot: 'n',
      seq: nowMs() % 1e9,
      pts: [{ t: lastMs, lng: 120.9 + x / 95_600, lat: 30.9, height: 5, speed: 5 }],
    })
    await send(device, drone.droneId, 'event', {
      v: 1,
      boot: 'n',
      t: Date.now() - 5_000,
      type: 'takeoff',
      sortie: 1,
    })
    const alarms = () => viewer.messages.filter((message) => message.type === 'anomaly')
    await send(device, drone.droneId, 'track', at(-300))
    await send(device, drone.droneId, 'track', at(-90))
    await gateway.drain()
    expect(alarms()).toHaveLength(0)
    const enteredMs = Date.now()
    await send(device, drone.droneId, 'track', at(-80))
    await eventually(() => alarms()[0])
    expect(Date.now() - enteredMs).toBeLessThan(2_000 * slowness())
    for (const x of [-70, 150, 50, 40, 30]) await send(device, drone.droneId, 'track', at(x))
    await send(device, drone.droneId, 'event', {
      v: 1,
      boot: 'n',
      t: nowMs(),
      type: 'landing',
      sortie: 1,
    })
    await eventually(() =>
      own.db
        .selectFrom('work_record')
        .select('sortie_id')
        .where('drone_id', '=', drone.droneId)
        .executeTakeFirst(),
    )
    await gateway.drain()
    const rows = await own.db
      .selectFrom('anomaly')
      .select(['type', 'cause', 'replayed', 'sortie_id'])
      .where('drone_id', '=', drone.droneId)
      .execute()
    const sortie = await own.db
      .selectFrom('sortie')
      .select('id')
      .where('drone_id', '=', drone.droneId)
      .executeTakeFirstOrThrow()
    expect(rows).toEqual([
      {
        type: 1,
        cause: '01890000-0000-7000-8000-00000000000a',
        replayed: false,
        sortie_id: sortie.id,
      },
    ])
    expect(alarms()).toHaveLength(1)
  })

  test('a simulated flight raises no alarm, and an alarm raised before it was known to be simulated is withdrawn', async () => {
    const zoneId = '01890000-0000-7000-8000-00000000000b'
    await own.db
      .insertInto('no_fly_zone')
      .values({
        id: zoneId,
        account_id: fleet.operatorId,
        name: 'hospital',
        type: 1,
        shape: 'circle',
        center_lng: 120.7,
        center_lat: 30.7,
        radius_m: 500,
        bounds: '(120.71,30.71),(120.69,30.69)',
        area_m2: 785_000,
        region_code: '156330100',
        updated_at: new Date(Date.now() - 60_000),
      })
      .execute()
    events.emit('zonesChanged', {})
    const viewer = await open(callerWith('practice-viewer', { kind: 'all' }))
    await eventually(() => viewer.of('ready'))
    viewer.tell({ ...view, bounds: [120.69, 30.69, 120.71, 30.71] })
    const alarms = (droneId: string) =>
      viewer.messages.filter(
        (message) => message.type === 'anomaly' && message.anomaly.droneId === droneId,
      )
    const stored = (droneId: string) =>
      own.db.selectFrom('anomaly').select('id').where('drone_id', '=', droneId).execute()
    const enter = async (client: MqttClient, droneId: string, fromMs: number, first: number) => {
      for (let i = first; i < first + 7; i++) {
        await send(client, droneId, 'track', {
          v: 1,
          boot: 'n',
          seq: i,
          pts: [
            {
              t: fromMs + i * 1_000,
              lng: 120.7 + (i * 5) / 95_700,
              lat: 30.7,
              height: 5,
              speed: 5,
              flow: 2,
              pump: true,
            },
          ],
        })
      }
    }
    const takeoff = (t: number) => ({
      v: 1,
      boot: 'n',
      seq: 1_000,
      t,
      type: 'takeoff',
      sortie: 1,
      simulated: true,
    })
    const [first, late] = [freshDrone(), freshDrone()]

    const known = await connect(first)
    const startMs = Date.now() - 20_000
    await send(known, first.droneId, 'event', takeoff(startMs))
    await enter(known, first.droneId, startMs, 1)
    await gateway.drain()
    expect(await stored(first.droneId)).toEqual([])

    const unknown = await connect(late)
    await enter(unknown, late.droneId, startMs, 1)
    await eventually(() => alarms(late.droneId)[0])
    const shown = gateway.liveState.get(late.droneId)!
    expect(shown.simulated).toBe(false)
    await send(unknown, late.droneId, 'event', takeoff(startMs))
    expect(shown.simulated).toBe(true)
    await eventually(async () => (await stored(late.droneId)).length === 0)
    await enter(unknown, late.droneId, startMs, 8)
    await eventually(() => {
      const frame = viewer.frames.at(-1)
      return (
        (frame?.kind === 'drones' &&
          frame.drones.length === 2 &&
          frame.drones.every((one) => one.simulated)) ||
        undefined
      )
    })
    await send(unknown, late.droneId, 'event', {
      v: 1,
      boot: 'n',
      seq: 1_001,
      t: startMs + 16_000,
      type: 'landing',
      sortie: 1,
    })
    await eventually(() =>
      own.db
        .selectFrom('sortie')
        .select('id')
        .where('drone_id', '=', late.droneId)
        .where('state', '=', 'closed')
        .where('simulated', '=', true)
        .executeTakeFirst(),
    )
    await gateway.drain()
    expect(
      await own.db
        .selectFrom('sortie')
        .select(['simulated', 'number'])
        .where('drone_id', '=', late.droneId)
        .execute(),
    ).toEqual([{ simulated: true, number: 1 }])
    for (const { droneId } of [first, late]) {
      expect(await stored(droneId)).toEqual([])
      expect(
        await own.db
          .selectFrom('work_record')
          .select('sortie_id')
          .where('drone_id', '=', droneId)
          .execute(),
      ).toEqual([])
    }
    expect([alarms(first.droneId), alarms(late.droneId).length]).toEqual([[], 1])
  })
})
