import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import protobuf from 'protobufjs'
import { describe, expect, test } from 'vitest'
import { recordKinds, type RecordKind } from './record-kind.ts'
import { decode } from './decode.ts'

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const point = {
  t: 1_767_225_600_000,
  lng: 116.39,
  lat: 39.9,
  height: 3.1,
  speed: 6,
  heading: 90,
  flow: 3.2,
  pump: true,
  width: 5.5,
  tank: 12.4,
  battery: 87,
  link: 92,
  fix: 3,
  sats: 21,
  hdop: 0.75,
  wind: 2.5,
  windFrom: 225,
  temperature: 24.5,
  humidity: 61,
  rain: 0.5,
  altitude: 31.5,
  mode: 3,
  flowSet: 3,
  roll: -2.5,
  pitch: -7.75,
  cells: [4.125, 4, 3.875],
}
const read = {
  tMs: 1_767_225_600_000,
  lng: 116.39,
  lat: 39.9,
  heightM: 3.1,
  speedMs: 6,
  headingDeg: 90,
  flowLMin: 3.2,
  pumpOn: true,
  swathWidthM: 5.5,
  tankL: 12.4,
  batteryPercent: 87,
  linkPercent: 92,
  fix: 3,
  satellites: 21,
  hdop: 0.75,
  windMs: 2.5,
  windFromDeg: 225,
  temperatureC: 24.5,
  humidityPercent: 61,
  rainMmH: 0.5,
  aboveSeaM: 31.5,
  mode: 3,
  commandedFlowLMin: 3,
  rollDeg: -2.5,
  pitchDeg: -7.75,
  cellsV: [4.125, 4, 3.875],
  boot: 'k3f9',
  seq: 1000,
  clockShiftMs: null,
}

describe('a message', () => {
  test('with every field is decoded', () => {
    expect(
      decode(
        'track',
        json({ v: 1, boot: 'k3f9', seq: 1000, pts: [point, { t: 1, lng: 2, lat: 3 }] }),
      ),
    ).toEqual({
      type: 'track',
      boot: 'k3f9',
      unreadablePoints: 0,
      points: [
        read,
        expect.objectContaining({ tMs: 1, lng: 2, lat: 3, heightM: null, pumpOn: null, seq: 1001 }),
      ],
    })
  })

  test('with some invalid points keeps the others, each with its own number', () => {
    const decoded = decode(
      'track',
      json({
        seq: 5,
        pts: [
          { t: 1, lng: 2, lat: 3 },
          null,
          { t: 'soon', lng: 2, lat: 3 },
          { t: 1, lng: '2', lat: 3 },
          { t: 2, lng: 2, lat: 3 },
        ],
      }),
    )
    expect(decoded).toMatchObject({
      type: 'track',
      unreadablePoints: 3,
      points: [
        { tMs: 1, seq: 5 },
        { tMs: 2, seq: 9 },
      ],
    })
  })

  test.each([
    [1_767_225_600_000, 1_767_225_600_000],
    [1_767_225_600, 1_767_225_600_000],
    [1_767_225_600.5, 1_767_225_600_500],
    ['2026-01-01T00:00:00Z', 1_767_225_600_000],
    ['2026-01-01T08:00:00+08:00', 1_767_225_600_000],
    ['2026-01-01T00:00:00.250', 1_767_225_600_250],
  ])('with the time %s', (t, tMs) => {
    expect(decode('track', json({ pts: [{ ...point, t }] }))).toMatchObject({ points: [{ tMs }] })
  })

  test('that is invalid is unreadable, with a reason', () => {
    expect(decode('track', Buffer.from('{"v":1,'))).toEqual({
      type: 'unreadable',
      reason: 'malformed',
    })
    expect(decode('track', json({ v: 2, pts: [] }))).toEqual({
      type: 'unreadable',
      reason: 'unknown_version',
    })
    expect(decode('track', json({ pts: Array.from({ length: 5_001 }, () => point) }))).toEqual({
      type: 'unreadable',
      reason: 'too_many_points',
    })
    expect(decode('event', json({ t: 1, type: 'explosion' }))).toEqual({
      type: 'unreadable',
      reason: 'not_an_event',
    })
    expect(
      decode(
        'state',
        json({
          online: true,
          parts: [
            { type: 'battery', hwId: ' bat 1 ', firmware: '1.0' },
            { type: 'battery', hwId: 'BAT1' },
            { type: 'parachute', hwId: 'P-1' },
            { type: 'pump' },
            'pump',
          ],
          video: '',
        }),
      ),
    ).toMatchObject({
      parts: [
        { kind: 'battery', hwId: 'BAT1', firmware: null },
        { kind: 'other', hwId: 'P-1', firmware: null },
      ],
      video: null,
    })
    expect(decode('state', json({ online: true, video: 'ftp://x' }))).toMatchObject({ video: null })
    expect(decode('state', json({ online: true }))).not.toHaveProperty('parts')
    expect(decode('state', json({ online: 1 }))).toEqual({
      type: 'unreadable',
      reason: 'not_a_state',
    })
  })

  test('about a flight event is decoded', () => {
    expect(
      decode(
        'event',
        json({
          v: 1,
          boot: 'k',
          seq: 3,
          t: 5,
          type: 'landing',
          sortie: 12,
          areaM2: 3.5,
          pilot: 'nobody',
          chemical: 'a\u0000\ud800b',
          crop: '  ',
        }),
      ),
    ).toEqual({
      type: 'event',
      event: {
        type: 'landing',
        tMs: 5,
        boot: 'k',
        seq: 3,
        number: 12,
        claimedAreaM2: 3.5,
        pilotId: null,
        cropId: null,
        chemical: 'a\ufffdb',
        plotId: null,
      },
    })
  })

  test('about a simulated flight is marked, only at take-off and only with true', () => {
    const decodeEvent = (fields: object) =>
      decode('event', json({ t: 5, type: 'takeoff', sortie: 1, ...fields }))
    expect(decodeEvent({ simulated: true })).toMatchObject({
      event: { type: 'takeoff', simulated: true },
    })
    for (const value of [false, null, 'true', 1, undefined])
      expect(decodeEvent({ simulated: value }), String(value)).toEqual(decodeEvent({}))
    expect(decodeEvent({ type: 'landing', simulated: true })).toEqual(
      decodeEvent({ type: 'landing' }),
    )
  })

  test('in Protobuf gives the same result', () => {
    const schema = protobuf.parse(
      readFileSync(new URL('mqtt-protobuf/telemetry.proto', import.meta.url), 'utf8'),
      { keepCase: true },
    ).root
    const encode = (name: string, value: Record<string, unknown>): Buffer =>
      Buffer.from(schema.lookupType(`swath.device.v1.${name}`).encode(value).finish())
    const decoded = decode(
      'track.pb',
      encode('Track', { v: 1, boot: 'k3f9', seq: 1000, pts: [point, { t: 7, lng: 0, lat: 3 }] }),
    )
    expect(decoded).toMatchObject({
      type: 'track',
      boot: 'k3f9',
      points: [
        { tMs: read.tMs, lng: 116.39, pumpOn: true, satellites: 21, seq: 1000 },
        { tMs: 7, heightM: null, pumpOn: null, seq: 1001 },
      ],
    })
    expect(decoded.type === 'track' && decoded.points[0]!.heightM).toBeCloseTo(3.1, 5)
    expect(
      decode('event.pb', encode('Event', { v: 1, boot: 'k', t: 5, type: 'takeoff', sortie: 12 })),
    ).toMatchObject({
      type: 'event',
      event: { type: 'takeoff', tMs: 5, number: 12, seq: null, plotId: null },
    })
    expect(
      decode('event.pb', encode('Event', { v: 1, t: 5, type: 'takeoff', simulated: true })),
    ).toMatchObject({ event: { type: 'takeoff', simulated: true } })
    expect(
      decode('event.pb', encode('Event', { v: 1, t: 5, type: 'takeoff', simulated: false })),
    ).toEqual(decode('event.pb', encode('Event', { v: 1, t: 5, type: 'takeoff' })))
    expect(decode('state.pb', encode('State', { v: 1, t: 5, online: false }))).toEqual({
      type: 'state',
      online: false,
      boot: null,
      firmware: null,
    })
    const parts = [
      { type: 'battery', hwId: 'bat 1', firmware: '1.0' },
      { type: 'wing', hwId: 'W-1' },
    ]
    const reported = { v: 1, online: true, parts, video: 'https://video.example/whep' }
    expect(decode('state.pb', encode('State', reported))).toEqual(decode('state', json(reported)))
    expect(decode('state.pb', encode('State', { v: 1, t: 5 }))).toEqual({
      type: 'unreadable',
      reason: 'not_a_state',
    })
  })

  test('of arbitrary bytes and values is decoded or rejected, without an exception', () => {
    const kinds = fc.constantFrom(...(Object.keys(recordKinds) as RecordKind[]))
    fc.assert(
      fc.property(kinds, fc.uint8Array({ maxLength: 300 }), (kind, bytes) => {
        expect(decode(kind, Buffer.from(bytes)).type).toBeTypeOf('string')
      }),
      { numRuns: 2_000 },
    )
    const anything = fc.anything({ withBigInt: false })
    const message = fc.record(
      {
        v: fc.option(fc.constantFrom(1, 2)),
        boot: anything,
        seq: anything,
        t: anything,
        type: fc.constantFrom('takeoff', 'landing', 3),
        online: anything,
        pts: fc.array(
          fc.oneof(
            anything,
            fc.record({
              t: anything,
              lng: anything,
              lat: anything,
              pump: anything,
              height: anything,
            }),
          ),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(kinds, message, (kind, value) => {
        const decoded = decode(kind, json(value))
        if (decoded.type === 'track')
          for (const one of decoded.points)
            expect([one.tMs, one.lng, one.lat].every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
