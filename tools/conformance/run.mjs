#!/usr/bin/env node
// Tries a server's device door from the side of a drone: what docs/device-protocol.md allows and
// what it forbids.
// node tools/conformance/run.mjs --url mqtt://127.0.0.1:1883 --user DRONE --password SECRET
// [--other DRONE] [--commands 60] [--only PART] Node.js 20 or later, nothing to install. Use a
// drone that is there for trying: it writes a flight of 20 s into its history.
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './mqtt-client.mjs'

const { values } = parseArgs({
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
const { url, user, password, other } = values
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

const boot = Date.now().toString(36)
const own = (name) => `v1/d/${user}/${name}`
const [lng, lat] = [Number(values.lng), Number(values.lat)]
const json = JSON.stringify
const will = { topic: own('state'), payload: json({ v: 1, online: false }) }
let seq = 0

const open = async (options = {}) => {
  const client = new Client(url)
  const code = await client.connect({ clientId: user, user, password, will, ...options })
  return { client, code }
}
/** A connection that stands, for the length of a check. */
const connected = async (work) => {
  const { client, code } = await open()
  if (code !== 0) throw new Error(code === null ? 'the connection was closed' : `CONNACK ${code}`)
  try {
    return await work(client)
  } finally {
    client.end()
  }
}
const point = (tMs, i = 0, more = {}) => ({
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
const track = (pts) => {
  const message = json({ v: 1, boot, seq, pts })
  seq += pts.length
  return message
}
const must = (holds, otherwise) => {
  if (!holds) throw new Error(otherwise)
}
const acknowledged = async (client, topic, payload, options) =>
  must(await client.publish(topic, payload, options), 'no PUBACK came')
/** Acknowledged, and the connection goes on. */
const taken = async (client, topic, payload) => {
  await acknowledged(client, topic, payload)
  must(await client.ping(), 'the connection was closed after the PUBACK')
}
const closes = async (client, send) => {
  send(client)
  must(await client.isClosedWithin(12_000), 'the connection was not closed')
}
const refused = async (options, code = 4) => {
  const answer = await open(options)
  answer.client.end()
  must(
    answer.code === code,
    answer.code === null ? 'closed without a CONNACK' : `CONNACK ${answer.code} instead of ${code}`,
  )
}

/** Protobuf by hand: a Track with one Point (t, lng, lat, height, speed). */
const protobufTrack = (tMs) => {
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

const checks = [
  [
    'connect: the right credentials, with a last will',
    () => connected(async (client) => must(await client.ping(), 'PINGREQ was not answered')),
  ],
  [
    'connect: MQTT 3.1 (level 3)',
    async () => {
      const { client, code } = await open({ level: 3 })
      client.end()
      must(code === 0, `CONNACK ${code}`)
    },
  ],
  ['connect: a wrong secret is refused with 4', () => refused({ password: `${password}x` })],
  [
    'connect: a client id that is not the user name is refused with 4',
    () => refused({ clientId: `${user}-2`.slice(0, 32) }),
  ],
  [
    'connect: without a user name is refused with 4',
    () => refused({ user: undefined, password: undefined }),
  ],
  [
    'connect: an unknown drone is refused with 4',
    () => refused({ clientId: 'NO-SUCH-DRONE', user: 'NO-SUCH-DRONE' }),
  ],
  [
    'connect: a second connection takes over from the first',
    () =>
      connected(async (first) => {
        const { client, code } = await open()
        must(code === 0, `CONNACK ${code}`)
        must(await first.isClosedWithin(5_000), 'the first stayed open')
        client.end()
      }),
  ],

  [
    'state: online with the firmware',
    () =>
      connected((client) =>
        taken(client, own('state'), json({ v: 1, online: true, firmware: '1.0.0', boot })),
      ),
  ],
  [
    'flight: take-off, points, the pump switched between two of them, landing',
    () =>
      connected(async (client) => {
        const startMs = Date.now() - 22_000
        await taken(
          client,
          own('event'),
          json({ v: 1, boot, seq: seq++, t: startMs, type: 'takeoff', sortie: 1 }),
        )
        // a point a second, one more as the pump goes on and one at the last place that is sprayed
        const places = [0, 0.6, ...Array.from({ length: 17 }, (_, i) => i + 1), 17.4, 18, 19]
        const isOn = (i) => i >= 0.6 && i <= 17.4
        const off = { pump: false, flow: 0 }
        await taken(
          client,
          own('track'),
          track(places.map((i) => point(startMs + 1_000 + i * 1_000, i, isOn(i) ? {} : off))),
        )
        await taken(
          client,
          own('event'),
          json({
            v: 1,
            boot,
            seq: seq++,
            t: startMs + 22_000,
            type: 'landing',
            sortie: 1,
            areaM2: 420,
          }),
        )
      }),
  ],
  [
    'flight: practice in a simulator, two hours ago',
    () =>
      connected(async (client) => {
        const startMs = Date.now() - 7_200_000
        await taken(
          client,
          own('event'),
          json({ v: 1, boot, seq: seq++, t: startMs, type: 'takeoff', sortie: 2, simulated: true }),
        )
        await taken(
          client,
          own('track'),
          track(Array.from({ length: 20 }, (_, i) => point(startMs + 1_000 + i * 1_000, i))),
        )
        await taken(
          client,
          own('event'),
          json({
            v: 1,
            boot,
            seq: seq++,
            t: startMs + 22_000,
            type: 'landing',
            sortie: 2,
            areaM2: 460,
          }),
        )
      }),
  ],
  [
    'track: all optional fields',
    () =>
      connected((client) =>
        taken(
          client,
          own('track'),
          track([
            point(Date.now(), 0, {
              pump: false,
              flow: 0,
              speed: 0,
              height: 0,
              flowSet: 0,
              tank: 12.4,
              battery: 87,
              link: 92,
              fix: 6,
              sats: 21,
              mode: 3,
              roll: -2.1,
              pitch: -7.8,
              cells: [4.05, 4.06, 4.04],
            }),
          ]),
        ),
      ),
  ],
  [
    'track: the same message twice',
    () =>
      connected(async (client) => {
        const message = track([point(Date.now(), 0, { pump: false, height: 0, speed: 0 })])
        const id = client.send(own('track'), message)
        must(
          await client.publish(own('track'), message, { again: id }),
          'the second was not acknowledged',
        )
      }),
  ],
  [
    'track: points of an hour ago',
    () =>
      connected((client) =>
        taken(
          client,
          own('track'),
          track([point(Date.now() - 3_600_000, 0, { pump: false, height: 0, speed: 0 })]),
        ),
      ),
  ],
  [
    'track: seconds and ISO 8601 as time',
    () =>
      connected((client) =>
        taken(
          client,
          own('track'),
          track([
            point(Math.floor(Date.now() / 1000), 0, { pump: false, height: 0, speed: 0 }),
            point(new Date().toISOString(), 0, { pump: false, height: 0, speed: 0 }),
          ]),
        ),
      ),
  ],
  [
    'track: Protobuf on track.pb',
    () => connected((client) => taken(client, own('track.pb'), protobufTrack(Date.now()))),
  ],
  ['track: no points at all', () => connected((client) => taken(client, own('track'), track([])))],
  [
    'osd: a position at QoS 0',
    () =>
      connected(async (client) => {
        client.send(
          own('osd'),
          json({ v: 1, boot, pts: [point(Date.now(), 0, { height: 0, speed: 0, pump: false })] }),
          { qos: 0 },
        )
        must(await client.ping(), 'the connection was closed')
      }),
  ],
  [
    'last will: a connection that breaks may come back at once',
    async () => {
      const { client, code } = await open()
      must(code === 0, `CONNACK ${code}`)
      client.cut()
      await connected(async (next) => must(await next.ping(), 'the next connection was closed'))
    },
  ],

  [
    'bad points are acknowledged and the connection goes on',
    () =>
      connected((client) =>
        taken(
          client,
          own('track'),
          json({
            v: 1,
            pts: [
              point(Date.now(), 0, { lng: 0, lat: 0 }),
              point(21_000),
              point(Date.now(), 0, { lng: 30.25, lat: 120.05 }),
              { t: 'never' },
              7,
              null,
            ],
          }),
        ),
      ),
  ],
  [
    'bad measurements are acknowledged',
    () =>
      connected((client) =>
        taken(
          client,
          own('track'),
          track([
            point(Date.now(), 0, {
              height: 1e9,
              speed: 'fast',
              battery: -5,
              fix: 99,
              cells: 'many',
              pump: false,
            }),
          ]),
        ),
      ),
  ],
  [
    'what is no JSON is acknowledged',
    () => connected((client) => taken(client, own('track'), '{"v":1,"pts":[{"t":')),
  ],
  [
    'what is no Protobuf is acknowledged',
    () =>
      connected((client) =>
        taken(client, own('track.pb'), Buffer.from([255, 255, 255, 255, 1, 2, 3])),
      ),
  ],
  [
    'a version that does not exist is acknowledged',
    () => connected((client) => taken(client, own('track'), json({ v: 2, pts: [] }))),
  ],
  [
    'an event of no type is acknowledged',
    () =>
      connected((client) =>
        taken(client, own('event'), json({ v: 1, t: Date.now(), type: 'looping' })),
      ),
  ],
  [
    '300 KiB are acknowledged and not read',
    () =>
      connected((client) =>
        taken(client, own('track'), `{"v":1,"pts":[${' '.repeat(300 * 1024)}]}`),
      ),
  ],

  [
    'forbidden: more than 2 MiB close the connection',
    () =>
      connected((client) =>
        closes(client, () => client.send(own('track'), Buffer.alloc(2 * 1024 * 1024 + 64, 32))),
      ),
  ],
  [
    'forbidden: the topic of another drone',
    () =>
      connected((client) => closes(client, () => client.send(`v1/d/${other}/track`, track([])))),
  ],
  [
    'forbidden: a topic that does not exist',
    () => connected((client) => closes(client, () => client.send(own('photos'), '{}'))),
  ],
  [
    'forbidden: its own down topic',
    () => connected((client) => closes(client, () => client.send(own('down'), '{}'))),
  ],
  [
    'forbidden: a retained message',
    () =>
      connected((client) =>
        closes(client, () =>
          client.send(own('state'), json({ v: 1, online: true }), { retain: true }),
        ),
      ),
  ],
  [
    'forbidden: a topic that begins with $',
    () => connected((client) => closes(client, () => client.send('$SYS/uptime', '0'))),
  ],
  [
    'forbidden: what was refused was not acknowledged',
    () =>
      connected(async (client) =>
        must(
          !(await client.publish(`v1/d/${other}/track`, track([]), { waitMs: 3_000 })),
          'a PUBACK came',
        ),
      ),
  ],

  [
    'commands: its own down topic may be subscribed, and tells whether it is locked',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(own('down'))
        must(
          code === 0 || code === 1,
          code === null ? 'the connection was closed' : `SUBACK ${String(code)}`,
        )
        for (let i = 0; i < 100 && client.messages.length === 0; i++) await sleep(50)
        const [first] = client.messages
        must(first?.topic === own('down'), 'nothing came')
        const message = JSON.parse(first.payload)
        must(
          message.v === 1 && message.type === 'state' && typeof message.locked === 'boolean',
          `the first message is ${first.payload.slice(0, 200)}`,
        )
      }),
  ],
  [
    'commands: the down topic of another drone is refused',
    () =>
      connected(async (client) => {
        const code = await client.subscribe(`v1/d/${other}/down`)
        must(code === 128 || code === null, `SUBACK ${String(code)}`)
      }),
  ],
  [
    'commands: a wildcard is refused',
    () =>
      connected(async (client) => {
        for (const topic of ['#', 'v1/d/+/down']) {
          if (client.closed) return
          const code = await client.subscribe(topic)
          must(code === 128 || code === null, `SUBACK ${String(code)} for ${topic}`)
        }
      }),
  ],
  [
    'commands: an answer to a command that was never given is acknowledged',
    () =>
      connected((client) =>
        taken(
          client,
          own('reply'),
          json({ v: 1, id: '01900000-0000-7000-8000-000000000000', result: 'done' }),
        ),
      ),
  ],
  [
    'commands: nonsense as an answer is acknowledged',
    () => connected((client) => taken(client, own('reply'), 'yes')),
  ],
  [
    'commands: heard, answered twice, and not said again',
    values.commands === undefined
      ? null
      : () =>
          connected(async (client) => {
            await client.subscribe(own('down'))
            console.log(
              `      give this drone a command in the console within ${values.commands} s`,
            )
            const given = () =>
              client.messages
                .map(({ payload }) => JSON.parse(payload))
                .find(({ id }) => id !== undefined)
            for (
              const untilMs = Date.now() + Number(values.commands) * 1000;
              Date.now() < untilMs && !given();
            )
              await sleep(100)
            const command = given()
            must(command, 'no command came')
            must(
              typeof command.n === 'number' &&
                typeof command.until === 'number' &&
                command.until > Date.now() &&
                typeof command.type === 'string',
              `it lacks a field: ${json(command)}`,
            )
            for (let i = 0; i < 2; i++)
              await acknowledged(
                client,
                own('reply'),
                json({ v: 1, id: command.id, result: 'done' }),
              )
            client.end()
            await sleep(300)
            await connected(async (next) => {
              await next.subscribe(own('down'))
              await sleep(1_500)
              must(
                !next.messages.some(({ payload }) => JSON.parse(payload).id === command.id),
                'it was said again after its answer',
              )
            })
          }),
  ],

  // Last: what is sent here uses up what the drone may send.
  [
    'flood: 2,000 messages at once are held back and then refused',
    () =>
      connected(async (client) => {
        const message = json({ v: 1, boot, pts: [] })
        for (let i = 0; i < 2_000; i++) client.send(own('osd'), message, { qos: 0 })
        must(await client.isClosedWithin(20_000), 'the connection was not closed')
      }),
  ],
]

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, run] of checks) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  if (run === null) {
    counts.skipped++
    console.log('skip ', name)
    continue
  }
  try {
    await run()
    counts.passed++
    console.log('pass ', name)
  } catch (error) {
    counts.failed++
    console.log(
      'FAIL ',
      `${String(name)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)
