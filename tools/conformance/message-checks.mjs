// Valid and invalid messages of a drone.
import {
  boot,
  own,
  json,
  nextSeq,
  open,
  connected,
  point,
  track,
  must,
  taken,
  protobufTrack,
} from './drone-side.mjs'

export const messageChecks = [
  [
    'state: online with the firmware',
    () =>
      connected((client) =>
        taken(client, own('state'), json({ v: 1, online: true, firmware: '1.0.0', boot })),
      ),
  ],
  [
    'state: what the drone is made of, with what cannot be read beside it',
    () =>
      connected((client) =>
        taken(
          client,
          own('state'),
          json({
            v: 1,
            online: true,
            boot,
            parts: [
              { type: 'battery', hwId: 'conf-bat-1', firmware: '1.0' },
              { type: 'parachute', hwId: 'CONF-PRC-1' },
              { type: 'pump' },
              'pump',
            ],
            video: 'https://video.example/whep',
          }),
        ),
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
          json({ v: 1, boot, seq: nextSeq(), t: startMs, type: 'takeoff', sortie: 1 }),
        )
        // a point a second, one more as the pump is switched on and one at the last place that is
        // sprayed
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
            seq: nextSeq(),
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
          json({
            v: 1,
            boot,
            seq: nextSeq(),
            t: startMs,
            type: 'takeoff',
            sortie: 2,
            simulated: true,
          }),
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
            seq: nextSeq(),
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
              hdop: 0.7,
              wind: 2.4,
              windFrom: 225,
              temperature: 24.5,
              humidity: 61,
              rain: 0,
              altitude: 8.5,
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
]
