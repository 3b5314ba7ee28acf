// The part of MQTT 3.1.1 that a drone needs, on a plain socket, so that a firmware maker sees each
// byte on the wire.
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

const text = (value) => {
  const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

const length = (count) => {
  const bytes = []
  do {
    const rest = count >> 7
    bytes.push((count & 127) | (rest > 0 ? 128 : 0))
    count = rest
  } while (count > 0)
  return Buffer.from(bytes)
}

const packet = (first, body) => Buffer.concat([Buffer.from([first]), length(body.length), body])

/** Parses CONNACK, SUBACK, PUBACK, PUBLISH and PINGRESP; null while the packet is incomplete. */
const readPacket = (bytes) => {
  let size = 0
  let at = 1
  for (let shift = 0; ; shift += 7) {
    if (at >= bytes.length) return null
    const byte = bytes[at++]
    size |= (byte & 127) << shift
    if (byte < 128) break
  }
  if (bytes.length < at + size) return null
  const body = bytes.subarray(at, at + size)
  const rest = bytes.subarray(at + size)
  const type = bytes[0] >> 4
  if (type === 2) return { rest, packet: { type: 'connack', code: body[1] } }
  if (type === 4) return { rest, packet: { type: 'puback', id: body.readUInt16BE(0) } }
  if (type === 9)
    return { rest, packet: { type: 'suback', id: body.readUInt16BE(0), code: body[2] } }
  if (type === 13) return { rest, packet: { type: 'pingresp' } }
  if (type !== 3) return { rest, packet: { type: 'other' } }
  const topicEnd = 2 + body.readUInt16BE(0)
  const qos = (bytes[0] >> 1) & 3
  return {
    rest,
    packet: {
      type: 'publish',
      topic: body.toString('utf8', 2, topicEnd),
      id: qos > 0 ? body.readUInt16BE(topicEnd) : null,
      payload: body.subarray(topicEnd + (qos > 0 ? 2 : 0)),
    },
  }
}

export class Client {
  #socket
  #bytes = Buffer.alloc(0)
  #nextId = 1
  #waiting = new Set()
  /** Messages of topics that were subscribed, oldest first. */
  messages = []
  closed = false

  constructor(url) {
    const { hostname, port, protocol } = new URL(url)
    const isTls = protocol === 'mqtts:'
    this.#socket = isTls
      ? connectTls({ host: hostname, port: Number(port) || 8883, servername: hostname })
      : connectTcp({ host: hostname, port: Number(port) || 1883 })
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once(isTls ? 'secureConnect' : 'connect', resolve)
      this.#socket.once('error', reject)
    })
    this.#socket.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes])
      for (let read = readPacket(this.#bytes); read !== null; read = readPacket(this.#bytes)) {
        this.#bytes = read.rest
        this.#take(read.packet)
      }
    })
    this.#socket.on('error', () => {}) // its close follows
    this.whenClosed = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.closed = true
        for (const waiting of this.#waiting) waiting.over()
        resolve()
      })
    })
  }

  #take(packet) {
    if (packet.type === 'publish') {
      if (packet.id !== null)
        this.#socket.write(Buffer.from([0x40, 2, packet.id >> 8, packet.id & 255]))
      this.messages.push({ topic: packet.topic, payload: packet.payload.toString() })
    }
    for (const waiting of this.#waiting) waiting.look(packet)
  }

  /** The next packet that fits; null when the connection is closed or `ms` have passed before. */
  #next(fits, ms) {
    return new Promise((resolve) => {
      const end = (packet) => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve(packet)
      }
      const waiting = {
        look: (packet) => {
          if (fits(packet)) end(packet)
        },
        over: () => end(null),
      }
      const timer = setTimeout(() => end(null), ms)
      if (this.closed) return end(null)
      this.#waiting.add(waiting)
    })
  }

  /** CONNACK's return code; null when the connection was closed without one. */
  async connect({ clientId, user, password, will, level = 4, keepAliveS = 30 }) {
    await this.opened
    const flags =
      2 | (user === undefined ? 0 : 128) | (password === undefined ? 0 : 64) | (will ? 4 | 8 : 0)
    const body = Buffer.concat([
      text(level === 3 ? 'MQIsdp' : 'MQTT'),
      Buffer.from([level, flags, keepAliveS >> 8, keepAliveS & 255]),
      text(clientId),
      ...(will ? [text(will.topic), text(will.payload)] : []),
      ...(user === undefined ? [] : [text(user)]),
      ...(password === undefined ? [] : [text(password)]),
    ])
    this.#socket.write(packet(0x10, body))
    return (await this.#next(({ type }) => type === 'connack', 15_000))?.code ?? null
  }

  /** Sends without waiting. Returns the packet's number. */
  send(topic, payload, { qos = 1, retain = false, again } = {}) {
    const id = again ?? this.#nextId++
    const body = Buffer.concat([
      text(topic),
      ...(qos > 0 ? [Buffer.from([id >> 8, id & 255])] : []),
      Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
    ])
    if (!this.closed)
      this.#socket.write(packet(0x30 | (again ? 8 : 0) | (qos << 1) | (retain ? 1 : 0), body))
    return id
  }

  /** True at the PUBACK; false when the connection was closed or nothing arrived. */
  async publish(topic, payload, options = {}) {
    const acknowledged = this.#next(
      ({ type, id }) => type === 'puback' && id === expected,
      options.waitMs ?? 15_000,
    )
    const expected = this.send(topic, payload, options)
    return (await acknowledged) !== null
  }

  /** SUBACK's return code: 0 to 2 granted, 128 refused; null when the connection was closed. */
  async subscribe(topic, qos = 1) {
    const id = this.#nextId++
    const answer = this.#next((one) => one.type === 'suback' && one.id === id, 15_000)
    this.#socket.write(
      packet(
        0x82,
        Buffer.concat([Buffer.from([id >> 8, id & 255]), text(topic), Buffer.from([qos])]),
      ),
    )
    return (await answer)?.code ?? null
  }

  async ping() {
    const answer = this.#next(({ type }) => type === 'pingresp', 10_000)
    if (!this.closed) this.#socket.write(Buffer.from([0xc0, 0]))
    return (await answer) !== null
  }

  /** True where the server closes the connection within `ms`. */
  async isClosedWithin(ms) {
    let timer
    await Promise.race([
      this.whenClosed,
      new Promise((resolve) => {
        timer = setTimeout(resolve, ms)
      }),
    ])
    clearTimeout(timer)
    return this.closed
  }

  /** Drops the connection without DISCONNECT, as when the radio fails. */
  cut() {
    this.#socket.destroy()
  }

  end() {
    if (!this.closed) this.#socket.end(Buffer.from([0xe0, 0]))
  }
}
