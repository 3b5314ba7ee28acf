// Zone messages to and from drones, over a real connection.
import { createHash } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { insertAccount } from '../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { eventually } from '../../platform/testing-eventually.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { schema } from '../protocols/mqtt-protobuf/schema.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'
import { countHoldings, disableZone, insertCircle, readHolding } from './testing-zones.queries.ts'

type Zone = { id: string; n: number; kind: string; restriction: string } & Record<string, unknown>
type Word = {
  v: number
  type: 'page' | 'same' | 'news'
  version: string
  page?: number
  pages?: number
  bounds?: number[]
  mustStayIn?: boolean
  zones?: Zone[]
}

const own = await ownTestDatabase()
const events = createEventBus()
let fleet: TestFleet
let gateway: Gateway
const clients: MqttClient[] = []
let next = 0
const freshDrone = () => fleet.drones[next++]!

beforeAll(async () => {
  fleet = await seedFleet(own.db, 'ZS', 60)
  gateway = await startGateway({
    db: own.db,
    clock: systemClock,
    config: { host: '127.0.0.1', mqttPort: 0 },
    events,
    log: pino({ level: process.env['LOG'] ?? 'silent' }),
  })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})
afterAll(async () => {
  await gateway?.stop()
})

const connect = async ({ droneId, secret }: { droneId: string; secret: string }, topic: string) => {
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: gateway.mqttPort,
    clientId: droneId,
    username: droneId,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  })
  clients.push(client)
  const heard: Buffer[] = []
  client.on('message', (_topic, payload) => heard.push(payload))
  const granted = await client.subscribeAsync(`v1/d/${droneId}/${topic}`, { qos: 1 })
  return { client, heard, granted }
}

/** A drone that sends JSON. */
const listen = async (drone: { droneId: string; secret: string }) => {
  const { client, heard } = await connect(drone, 'zone-set')
  const words = (): Word[] => heard.map((payload) => JSON.parse(payload.toString()) as Word)
  const say = (word: object) =>
    client.publishAsync(`v1/d/${drone.droneId}/zones`, JSON.stringify({ v: 1, ...word }), {
      qos: 1,
    })
  /**
   * The first message after `before` that is a notification, or the first that is not:
   * notifications are also sent without a request.
   */
  const hear = (before: number, isNews: boolean): Promise<Word> =>
    eventually(() =>
      words()
        .slice(before)
        .find(({ type }) => (type === 'news') === isNews),
    )
  const ask = async (at: [number, number], more: object = {}): Promise<Word> => {
    const before = heard.length
    await say({ type: 'ask', at, ...more })
    return hear(before, false)
  }
  return { drone, words, say, hear, ask }
}

const hashOf = (zones: readonly Zone[]): string =>
  createHash('sha256')
    .update(zones.map(({ id, n }) => `${id}:${n}`).join('\n'))
    .digest('hex')
    .slice(0, 32)

const declare = async (at: [number, number], more: object = {}): Promise<string> => {
  const id = await insertCircle(own.db, fleet.operatorId, at, more)
  events.emit('zonesChanged', {})
  return id
}

describe('a drone requests the zones around it', () => {
  test('receives them, reports their version, and is notified when one changes', async () => {
    const at: [number, number] = [121.35, 31.15]
    const zoneId = await declare(at, { upper_m: 120, upper_reference: 'sea' })
    const device = await listen(freshDrone())
    const page = await eventually(async () => {
      const word = await device.ask(at)
      return word.zones?.length === 1 ? word : null
    })
    expect(page).toMatchObject({
      v: 1,
      type: 'page',
      page: 0,
      pages: 1,
      bounds: [121.1, 30.9, 121.5, 31.3],
      zones: [
        {
          id: zoneId,
          n: 1,
          name: 'Around',
          kind: 'stay_out',
          restriction: 'prohibited',
          upper: 120,
          upperFrom: 'sea',
          circle: { at, radiusM: 200 },
        },
      ],
    })
    const { version, zones } = page
    await device.say({ type: 'hold', version, hash: hashOf(zones!) })
    const held = await eventually(() => readHolding(own.db, device.drone.droneId))
    expect(held.version).toBe(version)
    expect(await device.ask(at, { have: version })).toEqual({ v: 1, type: 'same', version })

    await disableZone(own.db, zoneId)
    events.emit('zonesChanged', {})
    const news = await eventually(() =>
      device.words().find((word) => word.type === 'news' && word.version !== version),
    )
    expect(await device.ask(at, { have: version })).toMatchObject({
      type: 'page',
      version: news.version,
      zones: [],
    })
  })

  test('a wrong report of the version held is rejected', async () => {
    const at: [number, number] = [121.95, 31.15]
    await declare(at)
    const device = await listen(freshDrone())
    const { version, zones } = await eventually(async () => {
      const word = await device.ask(at)
      return word.zones?.length === 1 ? word : null
    })
    await device.say({ type: 'hold', version, hash: hashOf([]) })
    await eventually(() => device.words().find(({ type }) => type === 'news'))
    await device.say({ type: 'hold', version: `${version.split('.')[0]}.zz`, hash: hashOf(zones!) })
    await device.say({ type: 'hold', version: 'anything', hash: hashOf(zones!) })
    await device.say({ type: 'ask', at: [500, 0] })
    await device.say({ type: 'sing' })
    expect(await readHolding(own.db, device.drone.droneId)).toBeUndefined()
    expect(await device.ask(at)).toMatchObject({ type: 'page', version })
  })

  test('many zones are sent in pages of at most 64 KiB', async () => {
    const at: [number, number] = [122.55, 31.15]
    const corners = Array.from({ length: 900 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * i) / 900
      return [at[0] + 0.02 * Math.cos(angle), at[1] + 0.02 * Math.sin(angle)]
    })
    const rings = [[...corners, corners[0]!]]
    for (let i = 0; i < 5; i++) await declare(at, { shape: 'polygon', rings })
    const device = await listen(freshDrone())
    const first = await eventually(async () => {
      const word = await device.ask(at)
      return word.pages === 3 ? word : null
    })
    const pages = [first, await device.ask(at, { page: 1 }), await device.ask(at, { page: 2 })]
    const zones = pages.flatMap((page) => page.zones!)
    expect(pages.map(({ zones: some }) => some!.length)).toEqual([2, 2, 1])
    for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(64 * 1024)
    await device.say({ type: 'hold', version: first.version, hash: hashOf(zones) })
    await eventually(() => readHolding(own.db, device.drone.droneId))
    const before = device.words().length
    await device.say({ type: 'ask', at, page: 9 })
    await device.hear(before, true)
  })

  test('stay-in areas reach the drones of the account that declares them', async () => {
    const at: [number, number] = [123.15, 31.15]
    const { id: strangerId } = await insertAccount(own.db, {
      type: 'operator',
      region_code: '156330100',
    })
    const stayIn: object = { kind: 'stay_in' }
    await insertCircle(own.db, strangerId, at, stayIn)
    const areaId = await declare(at, stayIn)
    const device = await listen(freshDrone())
    const page = await eventually(async () => {
      const word = await device.ask(at)
      return word.mustStayIn ? word : null
    })
    expect(page.zones).toMatchObject([{ id: areaId, kind: 'stay_in' }])
    const far = await device.ask([10, 50])
    expect([far.mustStayIn, far.zones]).toEqual([true, []])
    const before = device.words().length
    await disableZone(own.db, areaId)
    events.emit('zonesChanged', {})
    // The drone has moved: no change affects the area of its last request, but the zone no longer
    // applies to it. A notification about the version that it already has may still be in transit.
    await eventually(() =>
      device
        .words()
        .slice(before)
        .find(({ type, version }) => type === 'news' && version !== far.version),
    )
    await eventually(async () => (await device.ask([10, 50])).mustStayIn === undefined)
  })
})

test('Protobuf carries the same content in fewer bytes', async () => {
  const at: [number, number] = [124.35, 31.15]
  const zoneId = await declare(at)
  const drone = freshDrone()
  const { client, heard } = await connect(drone, 'zone-set.pb')
  const [word, set] = [
    schema.lookupType('swath.device.v1.ZoneWord'),
    schema.lookupType('swath.device.v1.ZoneSet'),
  ]
  const say = (fields: object) =>
    client.publishAsync(
      `v1/d/${drone.droneId}/zones.pb`,
      Buffer.from(word.encode(word.create({ v: 1, ...fields })).finish()),
      { qos: 1 },
    )
  const page = await eventually(async () => {
    const before = heard.length
    await say({ type: 'ask', lng: at[0], lat: at[1] })
    const bytes = await eventually(() => heard[before])
    const decoded = set.toObject(set.decode(bytes)) as unknown as Word
    return decoded.zones?.length === 1 ? decoded : null
  })
  expect(page).toMatchObject({
    type: 'page',
    zones: [{ id: zoneId, circle: { at: [124_350_000, 31_150_000], radiusM: 200 } }],
  })
  await say({ type: 'hold', version: page.version, hash: hashOf(page.zones!) })
  await eventually(() => readHolding(own.db, drone.droneId))
})

test('another drone’s zones are not received, and repeated requests are limited', async () => {
  const [drone, other] = [freshDrone(), freshDrone()]
  const { granted } = await connect(drone, 'zone-set')
  expect(granted[0]!.qos).toBeLessThan(128)
  const { client } = await connect(freshDrone(), 'zone-set')
  await expect(client.subscribeAsync(`v1/d/${other.droneId}/zone-set`)).rejects.toThrow()
  const device = await listen(freshDrone())
  const dropped = gateway.counters.zoneWordsDropped
  await Promise.all(Array.from({ length: 300 }, () => device.say({ type: 'ask', at: [20, 20] })))
  expect(gateway.counters.zoneWordsDropped - dropped).toBeGreaterThan(100)
})

test('forty drones that are notified of a change hold it soon after', async () => {
  const at: [number, number] = [125.55, 31.15]
  await declare(at)
  const devices = await Promise.all(Array.from({ length: 40 }, () => listen(freshDrone())))
  const holdAll = async () => {
    for (const device of devices) {
      const { version, zones } = await device.ask(at)
      await device.say({ type: 'hold', version, hash: hashOf(zones!) })
    }
  }
  await eventually(async () => (await devices[0]!.ask(at)).zones!.length === 1)
  await holdAll()
  const ids = devices.map(({ drone }) => drone.droneId)
  expect(await countHoldings(own.db, ids)).toBe(40)
  await declare(at)
  await eventually(() =>
    devices.every((device) => device.words().some(({ type }) => type === 'news')),
  )
})
