import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMNS, PointColumns, type ColumnName, type TelemetryPoint } from './telemetry-point.ts'
import { encodeTrack } from './track-columns.ts'
import {
  bootsOfPackedTrack,
  movePackedTrack,
  packTrack,
  pickPackedColumns,
  unpackTrack,
} from './track-packing.ts'
import { anyPoint, samplePoint, sprayingTrack, T0 } from './track-samples.ts'

const pack = (points: PointColumns): Uint8Array => {
  const bytes = packTrack(points)
  if (bytes === null) throw new Error('not packed')
  return bytes
}
const unpack = (bytes: Uint8Array, wanted?: ReadonlySet<ColumnName>): PointColumns => {
  const decoding = unpackTrack(bytes, wanted)
  if (!decoding.ok) throw new Error(decoding.reason)
  return decoding.points
}
const expectSame = (points: PointColumns): void => {
  expect(Buffer.from(encodeTrack(unpack(pack(points))))).toEqual(Buffer.from(encodeTrack(points)))
}

/** A flight with gaps, repeated and earlier times, and values that come and go. */
const anyFlight = () =>
  fc
    .record({
      seed: fc.nat(),
      hz: fc.constantFrom(0.2, 1, 5),
      changes: fc.array(
        fc.record({
          at: fc.nat(600),
          count: fc.integer({ min: 1, max: 40 }),
          names: fc.uniqueArray(fc.constantFrom(...COLUMNS.map(({ name }) => name))),
          by: fc.option(fc.integer({ min: -1e6, max: 1e6 }), { nil: NaN }),
        }),
        { maxLength: 6 },
      ),
    })
    .map(({ seed, hz, changes }) => {
      const points = PointColumns.of(sprayingTrack({ minutes: 2 / hz, hz, seed, groundS: 5 }))
      for (const { at, count, names, by } of changes)
        for (const name of names)
          if (name !== 'boot')
            for (let i = at; i < Math.min(points.length, at + count); i++)
              points[name][i]! += name === 'tMs' ? by : by / 1_000
      return points
    })

describe('packed tracks', () => {
  test('give back the same points, with their boots, to the last bit', () => {
    fc.assert(
      fc.property(fc.array(anyPoint(), { maxLength: 60 }), (points) => {
        expectSame(PointColumns.of(points))
      }),
    )
    fc.assert(fc.property(anyFlight(), expectSame))
  })

  test.each<[string, TelemetryPoint[]]>([
    ['no points', []],
    ['one point', [samplePoint()]],
    ['a point at 0', [samplePoint({ tMs: 0, lng: -0, lat: 0, heightM: -0.001 })]],
    ['equal times', [samplePoint(), samplePoint(), samplePoint({ lng: 116.4 })]],
    [
      'a clock set back',
      [0, 1, 2, -9, -8, 1e9, 3].map((s) => samplePoint({ tMs: T0 + s * 1_000 })),
    ],
    ['values in the last row only', [null, null, 3].map((seq) => samplePoint({ seq }))],
    ['one value at times', [1, null, 1, null].map((seq) => samplePoint({ seq, heightM: null }))],
    [
      'no satellites',
      [0, 3, 0].map((satellites, i) => ({ ...samplePoint({ satellites }), hdop: i })),
    ],
    ['beyond 2^32 steps', [-1e12, 1e12, 7].map((seq) => samplePoint({ seq, speedMs: seq }))],
  ])('%s', (_, points) => expectSame(PointColumns.of(points)))

  test('the largest values, and larger ones, which are not packed', () => {
    const points = PointColumns.of(Array.from({ length: 9 }, () => samplePoint()))
    for (const { name, scale } of COLUMNS)
      if (name !== 'boot')
        for (let i = 0; i < 9; i++) points[name][i] = (((i * i) % 3) - 1) * (2 ** 48 / scale)
    expectSame(points)
    points.tMs[4] = 2 ** 48 + 1
    expect(packTrack(points)).toBeNull()
  })

  test('the boots are found', () => {
    const bytes = pack(
      PointColumns.of(['k3f9', null, '启动', 'k3f9'].map((boot) => samplePoint({ boot }))),
    )
    expect(bootsOfPackedTrack(bytes)).toEqual(['k3f9', '启动'])
    expect(bootsOfPackedTrack(bytes.subarray(0, 8))).toBeNull()
  })

  test('single columns can be read and copied, with those that drive them', () => {
    const wanted = new Set(['lng', 'pumpOn'] as const)
    fc.assert(
      fc.property(anyFlight(), (points) => {
        const bytes = pack(points)
        for (const part of [unpack(bytes, wanted), unpack(pickPackedColumns(bytes, wanted)!)]) {
          expect(part.length).toBe(points.length)
          for (const name of ['lng', 'pumpOn', 'tMs', 'speedMs', 'headingDeg'] as const)
            expect(part[name].subarray(0, part.length), name).toEqual(
              unpack(bytes)[name].subarray(0, part.length),
            )
          expect(part.lat.every(Number.isNaN)).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('a flight at another time and place, by another run, differs in its first values only', () => {
    fc.assert(
      fc.property(anyFlight(), (points) => {
        const firstMs = points.tMs.find((tMs) => !Number.isNaN(tMs))!
        const moved = points.slice(0, points.length)
        for (let i = 0; i < moved.length; i++) moved.tMs[i]! += 86_400_123
        moved.boots[0] = 'other'
        expect(movePackedTrack(pack(points), ['other'], { tMs: firstMs + 86_400_123 })).toEqual(
          pack(moved),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('a track has the bytes that it had when it was first stored', () => {
    const track = sprayingTrack({ minutes: 3, hz: 5, seed: 7, groundS: 5 })
    const bytes = pack(PointColumns.of(track))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'd2b833d3b5bda1648f4d880929a1d0bb246b2c19bdc0951bf9a887b983505efa',
    )
  })

  test('a realistic track of 18 columns takes under 4.5 bytes a point', () => {
    const columns = PointColumns.of(sprayingTrack({ minutes: 10, hz: 5, seed: 7 }))
    const perPoint = pack(columns).length / columns.length
    console.info(`${columns.length} points, ${perPoint.toFixed(2)} B a point`)
    expect(perPoint).toBeLessThan(4.5)
  })
})

describe('damaged bytes', () => {
  const good = pack(PointColumns.of(sprayingTrack({ minutes: 1, hz: 1, seed: 1 })))

  test('give an error', () => {
    expect(unpackTrack(new Uint8Array())).toEqual({ ok: false, reason: 'not_a_track' })
    expect(unpackTrack(Uint8Array.of(0x53, 0x54, 1))).toEqual({
      ok: false,
      reason: 'unknown_version',
    })
    for (let i = 3; i < good.length; i++) {
      expect(unpackTrack(good.subarray(0, i)).ok).toBe(false)
      const changed = good.slice()
      changed[i]! ^= 1 << (i % 8)
      expect(unpackTrack(changed)).toEqual({ ok: false, reason: 'damaged' })
      expect(pickPackedColumns(changed, new Set(['tMs']))).toBeNull()
    }
  })

  test('with a check that fits are read in bounded time and memory', () => {
    const withCheck = (body: Uint8Array): Uint8Array => {
      const bytes = Uint8Array.of(...good.subarray(0, 7), ...body)
      let check = 0x811c9dc5
      for (const byte of body) check = Math.imul(check ^ byte, 0x01000193)
      new DataView(bytes.buffer).setUint32(3, check >>> 0, true)
      return bytes
    }
    expect(unpackTrack(withCheck(good.subarray(7)))).toMatchObject({ ok: true })
    const tooMany = [255, 255, 255, 255, 15]
    expect(unpackTrack(withCheck(Uint8Array.of(...tooMany, 0, 0))).ok).toBe(false)
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 30 }), (at, noise) => {
        const body = good.slice(7)
        // not in the number of rows, which decides alone how much is read
        body.set(noise.subarray(0, body.length - 2), 2 + (at % (body.length - 2 - noise.length)))
        unpackTrack(withCheck(body))
      }),
    )
  })
})
