// One connection, against a socket that only records: no network, and a clock that is turned by
// hand.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { generate, type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { connack, MqttConnection, type ConnectionOwner } from './mqtt-connection.ts'
import type { PublishedMessage } from './mqtt-frames.ts'

class RecordingSocket extends EventEmitter {
  written: string[] = []
  writableNeedDrain = false
  isPaused = false
  isDestroyed = false
  write(bytes: Buffer): void {
    this.written.push(bytes.toString('hex'))
  }
  resume(): void {
    this.isPaused = false
  }
  pause(): void {
    this.isPaused = true
  }
  setTimeout(): void {}
  destroySoon(): void {
    this.destroy()
  }
  destroy(): void {
    this.isDestroyed = true
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const start = (code: Awaited<ReturnType<ConnectionOwner['admit']>> = connack.accepted) => {
  const socket = new RecordingSocket()
  const seen = {
    taken: [] as PublishedMessage[],
    store: [] as (() => void)[],
    refuse: [] as ((error: Error) => void)[],
    subscribed: [] as string[],
    closed: [] as string[],
  }
  const connection = new MqttConnection(socket as unknown as Socket, '127.0.0.1', {
    admit: async () => code,
    take: (_droneId, message) => {
      seen.taken.push(message)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      seen.store.push(resolve)
      seen.refuse.push(reject)
      return promise
    },
    maySubscribe: (_droneId, topic) => topic === 'mine',
    subscribed: (_droneId, topics) => seen.subscribed.push(...topics),
    acknowledgeSoon: (one) => void setImmediate(() => one.flush()),
    closed: (_connection, reason) => seen.closed.push(reason),
  })
  const receive = async (...packets: (Packet | Buffer)[]): Promise<void> => {
    const bytes = packets.map((one) => (Buffer.isBuffer(one) ? one : generate(one)))
    socket.emit('data', Buffer.concat(bytes))
    await settled()
  }
  const tick = (seconds: number): void => {
    for (let i = 0; i < seconds; i++) connection.tick()
  }
  return { socket, connection, seen, receive, tick }
}

const connect: Packet = {
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: 'A',
  keepalive: 20,
  username: 'A',
  password: Buffer.from('secret'),
  will: { topic: 'v1/d/A/state', payload: Buffer.from('gone'), qos: 1, retain: false },
}
const publish = (messageId: number, payload = 'x', qos: 0 | 1 | 2 = 1): Packet => ({
  cmd: 'publish',
  topic: 'v1/d/A/track',
  payload,
  qos,
  dup: false,
  retain: false,
  ...(qos > 0 ? { messageId } : {}),
})

test('messages wait for the sign-in, and acknowledgements are written in one piece', async () => {
  const { socket, seen, receive } = start()
  await receive(connect, publish(1), publish(2), publish(3))
  expect(socket.written).toEqual(['20020000'])
  expect(seen.taken.length).toBe(3)
  for (const store of seen.store) store()
  await settled()
  await settled()
  expect(socket.written.slice(1)).toEqual(['400200014002000240020003'])
})

test('a refused device gets the code, and nothing of what follows is taken', async () => {
  const { socket, seen, receive } = start(connack.badCredentials)
  await receive(connect, publish(1))
  expect([socket.written, socket.isDestroyed, seen.taken]).toEqual([['20020004'], true, []])
  await receive(publish(2))
  expect(seen.taken).toEqual([])
  const newer = start()
  await newer.receive({ ...connect, protocolVersion: 5 })
  expect(newer.socket.written).toEqual(['20020001'])
})

test('the last will is taken unless the device says good-bye', async () => {
  const lost = start()
  await lost.receive(connect)
  lost.socket.emit('end')
  expect(lost.seen.taken.map(({ topic }) => topic)).toEqual(['v1/d/A/state'])
  expect(lost.seen.closed).toEqual(['ended by the device'])
  const polite = start()
  await polite.receive(connect, { cmd: 'disconnect' })
  expect([polite.seen.taken, polite.socket.isDestroyed]).toEqual([[], true])
})

test('a message that is refused closes the connection without an acknowledgement', async () => {
  const { socket, seen, receive } = start()
  await receive(connect, publish(1))
  seen.refuse[0]!(new Error('Not its topic'))
  await settled()
  expect([socket.written, seen.closed]).toEqual([['20020000'], ['Not its topic']])
})

test('QoS 0 has no acknowledgement, QoS 2 has two', async () => {
  const { socket, seen, receive } = start()
  await receive(connect, publish(0, 'x', 0), publish(7, 'y', 2))
  for (const store of seen.store) store()
  await settled()
  await settled()
  await receive({ cmd: 'pubrel', messageId: 7 })
  await settled()
  expect(socket.written.slice(1)).toEqual(['50020007', '70020007'])
})

test('a device receives what it has subscribed to and may subscribe to', async () => {
  const { socket, connection, seen, receive } = start()
  connection.send('mine', Buffer.from('a'))
  await receive(connect, {
    cmd: 'subscribe',
    messageId: 9,
    subscriptions: [
      { topic: 'mine', qos: 2 },
      { topic: '#', qos: 0 },
    ],
  })
  expect(seen.subscribed).toEqual(['mine'])
  connection.send('mine', Buffer.from('b'))
  connection.send('other', Buffer.from('c'))
  await receive({ cmd: 'puback', messageId: 1 })
  await receive({ cmd: 'unsubscribe', messageId: 10, unsubscriptions: ['mine'] })
  connection.send('mine', Buffer.from('d'))
  expect(socket.written.slice(1)).toEqual([
    '9004' + '0009' + '0180',
    '3209' + '00046d696e65' + '0001' + '62',
    'b002000a',
  ])
})

test.each([
  ['a message before CONNECT', [publish(1)]],
  ['a second CONNECT', [connect, connect]],
  ['a packet that only servers send', [connect, Buffer.from([0x20, 2, 0, 0])]],
  ['a CONNECT of 20 KiB', [{ ...connect, password: Buffer.alloc(20_480, 'x') }]],
  ['a packet of 3 MiB', [connect, Buffer.from([0x30, 0x80, 0x80, 0xc0, 0x01])]],
])('%s closes the connection', async (_what, packets) => {
  const { socket, receive } = start()
  await receive(...packets)
  expect(socket.isDestroyed).toBe(true)
})

test('silence closes a connection after one and a half times the promised time', async () => {
  const { socket, receive, tick } = start()
  await receive(connect)
  tick(30)
  await receive({ cmd: 'pingreq' })
  expect(socket.written.at(-1)).toBe('d000')
  tick(30)
  expect(socket.isDestroyed).toBe(false)
  tick(1)
  expect(socket.isDestroyed).toBe(true)
})

test('without CONNECT within 10 seconds a connection is closed', () => {
  const { socket, tick } = start()
  tick(10)
  expect(socket.isDestroyed).toBe(false)
  tick(1)
  expect(socket.isDestroyed).toBe(true)
})

test('a device that does not read is not read either, and is closed after 30 seconds', async () => {
  const { socket, seen, receive, tick } = start()
  await receive({ ...connect, keepalive: 0 })
  socket.writableNeedDrain = true
  await receive(publish(1))
  expect([seen.taken.length, socket.isPaused]).toEqual([0, true])
  tick(30)
  socket.writableNeedDrain = false
  socket.emit('drain')
  expect([seen.taken.length, socket.isPaused]).toEqual([1, false])
  socket.writableNeedDrain = true
  tick(31)
  expect(socket.isDestroyed).toBe(true)
})

test('while a mebibyte waits to be stored, no more is read', async () => {
  const { socket, seen, receive } = start()
  const half = 'x'.repeat(512 * 1024)
  await receive(connect, publish(1, half), publish(2, half), publish(3))
  expect([seen.taken.length, socket.isPaused]).toEqual([2, true])
  seen.store[0]!()
  await settled()
  expect([seen.taken.length, socket.isPaused]).toEqual([3, false])
})
