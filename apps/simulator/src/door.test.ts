import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import * as mqtt from 'mqtt-packet'
import { afterEach, expect, test } from 'vitest'
import { Door } from './door.ts'

/** A server that acknowledges only if the test wants it, and records every packet. */
class Listener {
  readonly server: Server
  readonly packets: mqtt.Packet[] = []
  readonly sockets = new Set<Socket>()
  acknowledges = true
  returnCode = 0

  constructor() {
    this.server = createServer((socket) => {
      this.sockets.add(socket)
      const parser = mqtt.parser({ protocolVersion: 4 })
      parser.on('packet', (packet) => {
        this.packets.push(packet)
        if (packet.cmd === 'connect')
          socket.write(
            mqtt.generate({ cmd: 'connack', returnCode: this.returnCode, sessionPresent: false }),
          )
        if (packet.cmd === 'publish' && packet.qos === 1 && this.acknowledges)
          socket.write(mqtt.generate({ cmd: 'puback', messageId: packet.messageId! }))
      })
      socket.on('data', (bytes) => parser.parse(bytes))
      socket.on('error', () => undefined)
    })
  }

  async url(): Promise<string> {
    await new Promise<void>((done) => {
      this.server.listen(0, '127.0.0.1', done)
    })
    return `mqtt://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  published(): mqtt.IPublishPacket[] {
    return this.packets.filter((packet) => packet.cmd === 'publish')
  }
}

const listener = { current: new Listener() }
const doors: Door[] = []
afterEach(() => {
  for (const door of doors.splice(0)) door.close()
  for (const socket of listener.current.sockets) socket.destroy()
  listener.current.server.close()
  listener.current = new Listener()
})

const until = async (condition: () => boolean): Promise<void> => {
  for (let i = 0; i < 3_000 && !condition(); i++)
    await new Promise((done) => {
      setTimeout(done, 10)
    })
  expect(condition()).toBe(true)
}

async function doorTo(states: string[] = []): Promise<Door> {
  const door = new Door({
    url: await listener.current.url(),
    droneId: 'DOOR-1',
    secret: 'secret',
    window: 2,
    onState: (state) => {
      states.push(state)
    },
  })
  doors.push(door)
  door.open()
  return door
}

test('signs in with its id, its secret and a last will, and publishes under its own topics', async () => {
  const door = await doorTo()
  await door.publish('track', Buffer.from('{}'))
  const [connect, publish] = listener.current.packets as [mqtt.IConnectPacket, mqtt.IPublishPacket]
  expect([
    connect.clientId,
    connect.username,
    String(connect.password),
    connect.will?.topic,
  ]).toEqual(['DOOR-1', 'DOOR-1', 'secret', 'v1/d/DOOR-1/state'])
  expect([publish.topic, publish.qos]).toEqual(['v1/d/DOOR-1/track', 1])
})

test('respects its window, and after a cut resends unacknowledged messages in order', async () => {
  listener.current.acknowledges = false
  const door = await doorTo()
  const sent = ['a', 'b', 'c'].map((text) => door.publish('track', Buffer.from(text)))
  await until(() => listener.current.published().length === 2)
  expect(door.waiting).toBe(3)
  listener.current.acknowledges = true
  door.cut()
  await Promise.all(sent)
  expect(
    listener.current
      .published()
      .map((packet) => `${String(packet.payload)}${packet.dup ? ' again' : ''}`),
  ).toEqual(['a', 'b', 'a again', 'b again', 'c'])
  expect(door.waiting).toBe(0)
})

test('reports that it was refused', async () => {
  listener.current.returnCode = 4
  const states: string[] = []
  await doorTo(states)
  await until(() => states.includes('refused'))
})
