// The drone's side: its arguments, and common steps of the checks.
import { parseArgs } from 'node:util'
import { Client } from './mqtt-client.mjs'

export const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    user: { type: 'string' },
    password: { type: 'string' },
    other: { type: 'string', default: 'SOMEBODY-ELSE' },
    commands: { type: 'string' },
    only: { type: 'string' },
    lng: { type: 'string', default: '120.05' },
    lat: { type: 'string', default: '30.25' },
  },
})
export const { url, user, password, other } = values
if (!url || !user || !password) {
  console.error(
    'Usage: run.mjs --url mqtt://HOST:1883 --user DRONE --password SECRET\n' +
      '  --other DRONE     a drone that is not this one, for what must be refused\n' +
      '  --commands 60     also waits so many seconds for a command that you give in the console\n' +
      '  --only PART       only the checks whose name holds this\n' +
      '  --lng 120.05 --lat 30.25   where its short flight takes place',
  )
  process.exit(2)
}

export const boot = Date.now().toString(36)
export const own = (name) => `v1/d/${user}/${name}`
export const [lng, lat] = [Number(values.lng), Number(values.lat)]
export const json = JSON.stringify
const will = { topic: own('state'), payload: json({ v: 1, online: false }) }
let seq = 0
export const nextSeq = () => seq++

export const open = async (options = {}) => {
  const client = new Client(url)
  const code = await client.connect({ clientId: user, user, password, will, ...options })
  return { client, code }
}
/** An open connection, for the length of a check. */
export const connected = async (work) => {
  const { client, code } = await open()
  if (code !== 0) throw new Error(code === null ? 'the connection was closed' : `CONNACK ${code}`)
  try {
    return await work(client)
  } finally {
    client.end()
  }
}
export const point = (tMs, i = 0, more = {}) => ({
  t: tMs,
  lng: lng + i * 5e-5,
  lat,
  height: 3,
  speed: 5,
  heading: 90,
  flow: 2.4,
  pump: true,
  width: 5,
  ...more,
})
export const track = (pts) => {
  const message = json({ v: 1, boot, seq, pts })
  seq += pts.length
  return message
}
export const must = (holds, otherwise) => {
  if (!holds) throw new Error(otherwise)
}
export const acknowledged = async (client, topic, payload, options) =>
  must(await client.publish(topic, payload, options), 'no PUBACK came')
/** Acknowledged, and the connection stays open. */
export const taken = async (client, topic, payload) => {
  await acknowledged(client, topic, payload)
  must(await client.ping(), 'the connection was closed after the PUBACK')
}
export const closes = async (client, send) => {
  send(client)
  must(await client.isClosedWithin(12_000), 'the connection was not closed')
}
export const refused = async (options, code = 4) => {
  const answer = await open(options)
  answer.client.end()
  must(
    answer.code === code,
    answer.code === null ? 'closed without a CONNACK' : `CONNACK ${answer.code} instead of ${code}`,
  )
}

/** Protobuf by hand: a Track with one Point (t, lng, lat, height, speed). */
export const protobufTrack = (tMs) => {
  const varint = (value) => {
    const bytes = []
    for (let rest = BigInt(value); ; rest >>= 7n) {
      if (rest < 128n) {
        bytes.push(Number(rest))
        return Buffer.from(bytes)
      }
      bytes.push(Number(rest & 127n) | 128)
    }
  }
  const real = (value, bytes) => {
    const buffer = Buffer.alloc(bytes)
    if (bytes === 8) buffer.writeDoubleLE(value)
    else buffer.writeFloatLE(value)
    return buffer
  }
  const made = Buffer.concat([
    Buffer.from([0x08]),
    varint(tMs),
    Buffer.from([0x11]),
    real(lng, 8),
    Buffer.from([0x19]),
    real(lat, 8),
    Buffer.from([0x25]),
    real(3, 4),
    Buffer.from([0x2d]),
    real(5, 4),
  ])
  return Buffer.concat([
    Buffer.from([0x08, 1, 0x12]),
    varint(boot.length),
    Buffer.from(boot),
    Buffer.from([0x18]),
    varint(seq++),
    Buffer.from([0x22]),
    varint(made.length),
    made,
  ])
}
