// Against NATS with JetStream on file storage, on two servers of this file (`npm run test:engines`).
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { systemClock } from '../../platform/clock/clock.ts'
import { openDatabase, readConnectionUrl, tx, type Db } from '../../platform/database/database.ts'
import { freePort } from '../../platform/database/loopback-port.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { unpackPoints } from '../tracks/chunk.ts'
import { crash } from '../testing-crash.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { openNatsLog } from './ingest-log.nats.ts'
import { createPostgresLog } from './ingest-log.postgres.queries.ts'
import {
  NotStored,
  pickShard,
  type Consumption,
  type IngestLog,
  type IngestRecord,
  type Segment,
} from './ingest-log.ts'
import { openNats, type Nats } from '../../platform/nats/nats.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'

const log = pino({ level: process.env['LOG'] ?? 'silent' })
const natsServer = '/usr/sbin/nats-server'

class NatsServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'swath-nats-'))
  #process: ChildProcess | undefined
  readonly port: number

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#process = spawn(
      natsServer,
      ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.#folder],
      { stdio: 'ignore' },
    )
    for (let tries = 0; !(await answers(this.port)); tries++) {
      if (tries > 1_200 || this.#process.exitCode !== null)
        throw new Error(`${natsServer} did not start`)
      await sleep(50)
    }
  }

  async kill(): Promise<void> {
    const exited = once(this.#process!, 'exit')
    this.#process!.kill('SIGKILL')
    await exited
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
  })

const own = await ownTestDatabase()
const steady = new NatsServer(await freePort())
let fleet: TestFleet
beforeAll(async () => {
  await steady.start()
  fleet = await seedFleet(own.db, 'NA', 12)
})
afterAll(() => steady.remove())

const record = (droneId: string, text: string): IngestRecord => ({
  receivedAtMs: Date.now(),
  droneId,
  kind: 'track',
  refusal: '',
  bytes: Buffer.from(text),
})

/** A worker that keeps its segments unsettled until the test settles them. */
const worker = async (ingestLog: IngestLog) => {
  const taken: Segment[] = []
  const consumption: Consumption = await ingestLog.consume({
    take: (segment) => taken.push(segment),
    lost: (shard) => {
      taken.splice(0, taken.length, ...taken.filter((segment) => segment.shard !== shard))
    },
  })
  const texts = () =>
    taken.flatMap((segment) => segment.records.map(({ bytes }) => bytes.toString())).sort()
  const settle = async (db: Db): Promise<void> => {
    const segments = taken.splice(0)
    await tx(db, (inner) => consumption.forget(inner, segments))
    consumption.settled(segments)
  }
  return { consumption, taken, texts, settle }
}

describe('the log on JetStream', () => {
  const open: { nats: Nats; ingestLog: IngestLog }[] = []
  const openLog = async (options = {}, db = own.db) => {
    const nats = await openNats(steady.url, log)
    const ingestLog = await openNatsLog(nats, db, log, options)
    open.push({ nats, ingestLog })
    return { nats, ingestLog }
  }
  beforeEach(async () => {
    const { nats } = await openLog()
    await (await jetstreamManager(nats.connection)).streams.purge('SWATH_INGEST')
    await own.db.deleteFrom('ingest_shard').execute()
  })
  afterEach(async () => {
    for (const { nats, ingestLog } of open.splice(0)) {
      await ingestLog.close()
      await nats.close()
    }
  })
  const stored = async (nats: Nats): Promise<number> =>
    (await (await jetstreamManager(nats.connection)).streams.info('SWATH_INGEST')).state.messages

  test("delivers each record to the shard's worker once, and removes it when it is settled", async () => {
    const { nats, ingestLog } = await openLog()
    const drones = fleet.drones.map(({ droneId }) => droneId)
    await Promise.all(drones.map((droneId) => ingestLog.append(record(droneId, droneId))))
    const { consumption, taken, texts, settle } = await worker(ingestLog)
    await consumption.catchUp()
    expect(consumption.shards()).toBe(4)
    expect(texts()).toEqual(drones.toSorted())
    for (const segment of taken)
      for (const { droneId } of segment.records) expect(pickShard(droneId)).toBe(segment.shard)
    expect(taken.length).toBeLessThan(drones.length) // they shared a commit
    const backlog = await ingestLog.backlog()
    expect(backlog.batches).toBe(await stored(nats))
    expect(backlog.bytes).toBeGreaterThan(0)
    expect(backlog.oldestS).toBeLessThan(30)
    await settle(own.db)
    await expect.poll(() => stored(nats)).toBe(0)
    expect(await ingestLog.backlog()).toMatchObject({ batches: 0, oldestS: 0 })
    await consumption.stop()
  })

  test('unsettled records go to the next worker: at once after it stops, and soon after it crashes', async () => {
    const { ingestLog } = await openLog({ leaseMs: 1_000, ackWaitMs: 1_500 })
    const first = await worker(ingestLog)
    await ingestLog.append(record('NA-0', 'one'))
    await first.consumption.catchUp()
    await first.consumption.stop()
    const mortalDb = openDatabase(await readConnectionUrl(own.db), { maxConnections: 2 })
    const mortal = await openLog({ leaseMs: 1_000, ackWaitMs: 1_500 }, mortalDb)
    const second = await worker(mortal.ingestLog)
    await second.consumption.catchUp()
    expect(second.texts()).toEqual(['one'])
    await ingestLog.append(record('NA-0', 'two'))
    await second.consumption.catchUp()
    // A worker may hold messages for longer than the ack wait.
    await sleep(2_500)
    expect(second.texts()).toEqual(['one', 'two'])
    // It dies without notice: neither NATS nor the database knows that it has stopped.
    await mortal.nats.connection.close()
    await mortalDb.destroy()
    const other = await openLog({ leaseMs: 1_000, ackWaitMs: 1_500 })
    const third = await worker(other.ingestLog)
    await eventually(() => third.texts().length >= 2)
    expect(third.texts()).toEqual(['one', 'two'])
    await third.settle(own.db)
    await expect.poll(() => stored(other.nats)).toBe(0)
    await third.consumption.stop()
    await second.consumption.stop().catch(() => {}) // its connection is gone
  })

  test('messages that are no longer delivered are read from the stream', async () => {
    const { ingestLog, nats } = await openLog({ ackWaitMs: 6_000 })
    const shard = pickShard('NA-2')
    await ingestLog.append(record('NA-2', 'forgotten'))
    // Reproduces a server that was killed: the message is stored, but the consumer does not deliver
    // it.
    const consumer = await jetstream(nats.connection).consumers.get(
      'SWATH_INGEST',
      `shard-${shard}`,
    )
    const message = await consumer.next({ expires: 1_000 })
    message!.nak(3_600_000)
    await nats.connection.flush()
    const { consumption, texts, settle } = await worker(ingestLog)
    await sleep(500)
    expect(texts()).toEqual([])
    await expect.poll(texts).toEqual(['forgotten'])
    await settle(own.db)
    await expect.poll(() => stored(nats)).toBe(0)
    await consumption.stop()
  })

  test('a message with the number of an earlier one is read', async () => {
    const { ingestLog, nats } = await openLog()
    const manager = await jetstreamManager(nats.connection)
    const { consumption, texts, settle } = await worker(ingestLog)
    // As after a crash in which the server lost the end of the stream.
    const beginAgain = async () => {
      const { config } = await manager.streams.info('SWATH_INGEST')
      await manager.streams.delete('SWATH_INGEST')
      await manager.streams.add(config)
    }
    await beginAgain()
    for (const text of ['settled', 'other']) {
      await ingestLog.append(record('NA-2', text))
      await expect.poll(texts).toEqual([text])
      const { state } = await manager.streams.info('SWATH_INGEST')
      expect(state.last_seq).toBe(1)
      await settle(own.db)
      await expect.poll(() => stored(nats)).toBe(0)
      await beginAgain()
    }
    await consumption.stop()
  })

  test('takes over records stored earlier in the database', async () => {
    const before = createPostgresLog(own.db)
    await before.append(record('NA-1', 'left in the database'))
    await before.close()
    const gateway = await startGateway({
      db: own.db,
      clock: systemClock,
      config: { host: '127.0.0.1', mqttPort: 0, natsUrl: steady.url },
      events: createEventBus(),
      log,
      door: false,
    })
    await gateway.drain()
    expect(await own.db.selectFrom('ingest_segment').select('id').execute()).toEqual([])
    expect(
      await own.db
        .selectFrom('quarantine')
        .select('reason')
        .where('drone_id', '=', 'NA-1')
        .execute(),
    ).toEqual([{ reason: 'malformed' }])
    await gateway.stop()
  })
})

describe('NATS is killed', () => {
  let server: NatsServer
  let gateway: Gateway
  const clients: MqttClient[] = []
  let aheadMs = 0
  beforeAll(async () => {
    server = new NatsServer(await freePort())
    await server.start()
    await own.db.deleteFrom('ingest_shard').execute()
    gateway = await startGateway({
      db: own.db,
      clock: { now: () => Date.now() + aheadMs },
      config: { host: '127.0.0.1', mqttPort: 0, natsUrl: server.url },
      events: createEventBus(),
      log,
      checkpointMs: 500,
    })
  })
  afterAll(async () => {
    for (const client of clients) client.end(true)
    await gateway?.stop()
    await server?.remove()
  })

  const connect = async ({ droneId, secret }: TestFleet['drones'][number]): Promise<MqttClient> => {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: gateway.mqttPort,
      clientId: droneId,
      username: droneId,
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 200,
      queueQoSZero: false,
    })
    client.on('error', () => {}) // it reconnects automatically
    clients.push(client)
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
    return client
  }

  test('nothing acknowledged is lost or stored twice', async () => {
    const [points, kills, startMs] = [5, 4, Date.now() - 60_000]
    const drones = fleet.drones.slice(0, 8)
    let stopping = false
    let sent = 0
    const devices = drones.map(async (drone, i) => {
      const client = await connect(drone)
      await client.publishAsync(
        `v1/d/${drone.droneId}/event`,
        JSON.stringify({ v: 1, boot: `b${i}`, t: startMs - 1, type: 'takeoff', sortie: 1 }),
        { qos: 1 },
      )
      let seq = 0
      for (; !stopping; seq += points) {
        const pts = Array.from({ length: points }, (_, k) => ({
          t: startMs + (seq + k) * 100,
          lng: 120.15 + (seq + k) * 5e-6,
          lat: 30.25,
          height: 3,
          speed: 5,
          pump: true,
          width: 5,
        }))
        await client.publishAsync(
          `v1/d/${drone.droneId}/track`,
          JSON.stringify({ v: 1, boot: `b${i}`, seq, pts }),
          { qos: 1 },
        ) // returns once acknowledged
        sent++
        await sleep(100)
      }
      await client.publishAsync(
        `v1/d/${drone.droneId}/event`,
        JSON.stringify({ v: 1, boot: `b${i}`, t: startMs + seq * 100, type: 'landing', sortie: 1 }),
        { qos: 1 },
      )
      return { droneId: drone.droneId, acknowledged: seq }
    })
    for (let i = 0; i < kills; i++) {
      await sleep(700 + 400 * i)
      await server.kill()
      await sleep(i === 1 ? 1_500 : 100)
      await server.start()
    }
    await sleep(1_000)
    stopping = true
    const outcomes = await Promise.all(devices)
    await gateway.drain()
    aheadMs = 300_000 // redelivered data is recomputed after a pause
    await gateway.drain()
    aheadMs = 0
    for (const { droneId, acknowledged } of outcomes) {
      const found: number[] = []
      for (const { columns } of await own.db
        .selectFrom('track_chunk')
        .select('columns')
        .where('drone_id', '=', droneId)
        .execute()) {
        const chunk = unpackPoints(columns)
        for (let i = 0; i < chunk.length; i++) found.push(chunk.seq[i]!)
      }
      expect(found.sort((a, b) => a - b)).toEqual(
        Array.from({ length: acknowledged }, (_, seq) => seq),
      )
      const sorties = await own.db
        .selectFrom('sortie')
        .select(['state', 'point_count'])
        .where('drone_id', '=', droneId)
        .execute()
      expect(sorties).toEqual([{ state: 'closed', point_count: acknowledged }])
      expect(
        await own.db
          .selectFrom('device_event')
          .select('type')
          .where('drone_id', '=', droneId)
          .where('type', 'in', ['takeoff', 'landing'])
          .execute(),
      ).toHaveLength(2)
    }
    expect(sent).toBeGreaterThan(100)
  })

  test('an acknowledgement waits while NATS is down, and arrives when it is up again', async () => {
    const drone = fleet.drones[8]!
    const client = await connect(drone)
    await server.kill()
    let acknowledged = false
    const publishing = client
      .publishAsync(
        `v1/d/${drone.droneId}/track`,
        JSON.stringify({
          v: 1,
          boot: 'w',
          seq: 0,
          pts: [{ t: Date.now(), lng: 120.15, lat: 30.25 }],
        }),
        { qos: 1 },
      )
      .then(() => {
        acknowledged = true
      })
    await sleep(2_000)
    expect(acknowledged).toBe(false)
    expect(gateway.ready()).toBe(false)
    await server.start()
    await eventually(() => acknowledged)
    await publishing
    expect(client.connected).toBe(true)
    expect(gateway.ready()).toBe(true)
  })

  test('data that cannot be stored in time is rejected, so that the device keeps it', async () => {
    const nats = await openNats(server.url, log)
    const away = await openNatsLog({ ...nats, isConnected: () => false }, own.db, log, {
      appendTimeoutMs: 500,
    })
    const startedMs = Date.now()
    await expect(away.append(record('NA-0', 'x'))).rejects.toThrow(NotStored)
    expect(Date.now() - startedMs).toBeLessThan(1_500 * slowness())
    await away.close()
    await nats.close()
  })
})

test('nothing acknowledged is lost when the gateway is killed', async () => {
  const server = new NatsServer(await freePort())
  await server.start()
  try {
    const nats = await openNats(server.url, log)
    const manager = await jetstreamManager(nats.connection)
    const report = await crash('program', 2, Math.random, {
      url: server.url,
      // Messages taken by the killed program are redelivered to the next one.
      settled: () =>
        eventually(async () => (await manager.streams.info('SWATH_INGEST')).state.messages === 0),
    })
    await nats.close()
    expect(report.acknowledged).toBeGreaterThan(2_000)
    expect(report).toMatchObject({ lost: 0, childrenThatDied: 0 })
  } finally {
    await server.remove()
  }
})
