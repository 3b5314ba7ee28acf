// Drones that connect by TLS, through a TCP proxy, or both, over real sockets.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { MqttClient, type IClientOptions } from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readChain } from '../../platform/audit/audit.queries.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { createEventBus } from '../../platform/events/events.ts'
import { createAddressList } from '../../platform/config/address-list.ts'
import { followCertificate, type Certificate } from '../../platform/tls/certificate.ts'
import { makeCertificate } from '../../platform/tls/testing-certificate.ts'
import { startGateway, type Gateway } from '../gateway.ts'
import { seedFleet, type TestFleet } from '../testing.seed.ts'

const database = await ownTestDatabase()
const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'swath-mqtt-tls-'))
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
let certificate: Certificate
let fleet: TestFleet
const gateways: Gateway[] = []
const clients: MqttClient[] = []

beforeAll(async () => {
  const { cert, key } = makeCertificate(7)
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  certificate = followCertificate(files, log)
  fleet = await seedFleet(database.db, 'edge', 8, { activation: 1 })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  for (const gateway of gateways.splice(0)) await gateway.stop()
})
afterAll(() => {
  certificate.stop()
  rmSync(folder, { recursive: true })
})

const start = async (proxies?: readonly string[]): Promise<Gateway> => {
  const gateway = await startGateway({
    db: database.db,
    clock: systemClock,
    events: createEventBus(),
    log,
    config: { host: '127.0.0.1', mqttPort: 0 },
    edge: {
      tls: { port: 0, context: certificate.context },
      proxies: proxies && createAddressList(proxies),
    },
  })
  gateways.push(gateway)
  return gateway
}

/** Whether the drone's connection is accepted; `open` creates its socket. */
const letIn = async (i: number, open: () => Socket): Promise<boolean> => {
  const { droneId, secret } = fleet.drones[i]!
  const options: IClientOptions = {
    clientId: droneId,
    username: droneId,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  }
  const client = new MqttClient(open, options)
  clients.push(client)
  client.on('error', () => undefined)
  client.connect()
  return new Promise((resolve) => {
    client.once('connect', () => resolve(true))
    client.once('close', () => resolve(false))
  })
}
const tcp =
  (port: number, ...pieces: (string | Buffer)[]) =>
  (): Socket => {
    const socket = connectTcp({ host: '127.0.0.1', port, noDelay: true })
    for (const piece of pieces) socket.write(piece)
    return socket
  }
const tls = (open: () => Socket) => (): Socket =>
  connectTls({ socket: open(), rejectUnauthorized: false })
/** The address of the drone's first connection, from its maker's log. */
const cameFrom = async (i: number): Promise<string | null | undefined> => {
  await gateways.splice(0)[0]!.stop() // waiting data is written
  const chain = await readChain(database.db, fleet.manufacturerId, 0, 100)
  return chain.find(({ objectId }) => objectId === fleet.drones[i]!.droneId)?.ip
}
const header = 'PROXY TCP4 203.0.113.9 10.0.0.1 54321 1883\r\n'

test('drones connect with and without TLS', async () => {
  const gateway = await start()
  expect(await letIn(0, tls(tcp(gateway.mqttTlsPort)))).toBe(true)
  expect(await letIn(1, tcp(gateway.mqttPort))).toBe(true)
  expect(await cameFrom(0)).toBe('127.0.0.1')
})

test('the drone’s own address is known through a proxy', async () => {
  const gateway = await start(['loopback'])
  expect(await letIn(2, tcp(gateway.mqttPort, header))).toBe(true)
  expect(await cameFrom(2)).toBe('203.0.113.9')
})

test('the drone’s own address is known through a proxy that forwards TLS', async () => {
  const gateway = await start(['loopback'])
  expect(await letIn(3, tls(tcp(gateway.mqttTlsPort, header)))).toBe(true)
  expect(await cameFrom(3)).toBe('203.0.113.9')
})

test('a header that arrives byte by byte is accepted', async () => {
  const gateway = await start(['loopback'])
  const slowly = (): Socket => {
    const socket = tcp(gateway.mqttPort)()
    const write = socket.write.bind(socket)
    const waiting: Parameters<typeof write>[] = []
    // Data that MQTT writes meanwhile is sent after the header.
    socket.write = ((...all: Parameters<typeof write>) => waiting.push(all) > 0) as typeof write
    const send = (at: number): void => {
      if (at === header.length) {
        socket.write = write
        for (const all of waiting) write(...all)
        return
      }
      write(header[at]!)
      setTimeout(() => send(at + 1), 2)
    }
    socket.once('connect', () => send(0))
    return socket
  }
  expect(await letIn(4, slowly)).toBe(true)
  expect(await cameFrom(4)).toBe('203.0.113.9')
})

test('headers from addresses that are not proxies are not interpreted', async () => {
  const gateway = await start(['10.0.0.0/8'])
  expect(await letIn(5, tcp(gateway.mqttPort, header))).toBe(false)
  expect(await letIn(5, tcp(gateway.mqttPort))).toBe(true)
  expect(await cameFrom(5)).toBe('127.0.0.1')
})

test('a proxy that sends no header, invalid bytes or an incomplete header is disconnected', async () => {
  const gateway = await start(['loopback'])
  expect(await letIn(6, tcp(gateway.mqttPort))).toBe(false)
  expect(await letIn(6, tcp(gateway.mqttPort, 'PROXY TCP4 nowhere\r\n'))).toBe(false)
  expect(await letIn(6, tcp(gateway.mqttPort, Buffer.alloc(300, 0xff)))).toBe(false)
  const silent = tcp(gateway.mqttPort, 'PROXY TCP4 203.0')()
  silent.on('error', () => undefined)
  const fromMs = performance.now()
  await once(silent.resume(), 'close')
  expect(performance.now() - fromMs).toBeGreaterThan(4_000)
  expect(await letIn(6, tcp(gateway.mqttPort, header))).toBe(true)
})

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
const packet = (first: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = [(body.length % 128) + (body.length > 127 ? 128 : 0), body.length >> 7]
  return Buffer.concat([Buffer.from([first, ...length.slice(0, body.length > 127 ? 2 : 1)]), body])
}
/** A device that writes its own packets; CONNACK has arrived. */
const connectRaw = async ({ mqttPort }: Gateway, i: number) => {
  const { droneId, secret } = fleet.drones[i]!
  const socket = connectTcp(mqttPort, '127.0.0.1')
  let come = Buffer.alloc(0)
  socket.on('data', (bytes) => (come = Buffer.concat([come, bytes])))
  socket.on('error', () => undefined)
  const login = [text(droneId), text(droneId), text(secret)]
  socket.write(packet(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), ...login))
  await expect.poll(() => come.toString('hex')).toBe('20020000')
  return { droneId, socket, come: () => come.toString('hex') }
}
const publish = (droneId: string, id: number): Buffer =>
  packet(0x32, text(`v1/d/${droneId}/track`), Buffer.from([0, id]), Buffer.from('{"v":1}'))

test.each([
  ['PUBLISH', (droneId: string) => publish(droneId, 0)],
  [
    'SUBSCRIBE',
    (droneId: string) =>
      packet(0x82, Buffer.from([0, 0]), text(`v1/d/${droneId}/down`), Buffer.from([1])),
  ],
  ['PUBACK', () => packet(0x40, Buffer.from([0, 0]))],
])('a %s with the identifier 0 closes its own connection only', async (_name, bad) => {
  const gateway = await start()
  const [wrong, right] = [await connectRaw(gateway, 6), await connectRaw(gateway, 7)]
  const closed = once(wrong.socket, 'close')
  wrong.socket.write(bad(wrong.droneId))
  await closed
  expect(wrong.come()).toBe('20020000')
  expect(gateway.counters.messages).toBe(0)
  right.socket.write(publish(right.droneId, 1))
  await expect.poll(right.come).toBe('2002000040020001')
  right.socket.destroy()
})
