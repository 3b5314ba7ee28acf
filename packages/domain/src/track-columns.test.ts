import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COLUMNS, PointColumns } from './telemetry-point.ts'
import { bootsOfTrack, decodeTrack, encodeTrack, pickColumns } from './track-columns.ts'
import { anyPoint, sprayingTrack } from './track-samples.ts'

const rows = (points: PointColumns) =>
  COLUMNS.map(({ name }) =>
    name === 'boot'
      ? Array.from({ length: points.length }, (_, i) => points.bootAt(i))
      : [...points[name].subarray(0, points.length)],
  )

describe('track columns', () => {
  test('written data is read back, every column, to the last bit', () => {
    fc.assert(
      fc.property(fc.array(anyPoint(), { maxLength: 60 }), (points) => {
        const columns = PointColumns.of(points)
        const decoded = decodeTrack(encodeTrack(columns))
        expect(decoded.ok && rows(decoded.points)).toEqual(rows(columns))
      }),
    )
  })

  test('the boots are found without reading the points', () => {
    const named = (boot: string | null) => ({
      ...PointColumns.of(sprayingTrack({ minutes: 1, hz: 1, seed: 3 })).at(0),
      boot,
    })
    const bytes = encodeTrack(
      PointColumns.of([named('k3f9'), named(null), named('启动'), named('k3f9')]),
    )
    expect(bootsOfTrack(bytes)).toEqual(['k3f9', '启动'])
    expect(bootsOfTrack(bytes.subarray(0, 8))).toBeNull()
    expect(bootsOfTrack(new Uint8Array([1, 2, 3, 4]))).toBeNull()
  })

  test('picking columns of a track gives a track of these columns', () => {
    const wanted = new Set(['tMs', 'lng', 'lat', 'pumpOn'] as const)
    fc.assert(
      fc.property(fc.array(anyPoint(), { maxLength: 60 }), (points) => {
        const columns = PointColumns.of(points)
        const decoded = decodeTrack(pickColumns(encodeTrack(columns), wanted)!)
        if (!decoded.ok) throw new Error(decoded.reason)
        for (const { name } of COLUMNS) {
          const expected = (wanted as ReadonlySet<string>).has(name)
            ? [...columns[name].subarray(0, columns.length)]
            : Array.from({ length: columns.length }, () => Number.NaN)
          expect([...decoded.points[name].subarray(0, columns.length)], name).toEqual(expected)
        }
      }),
    )
    const good = encodeTrack(PointColumns.of(sprayingTrack({ minutes: 1, hz: 1, seed: 1 })))
    expect(pickColumns(good.subarray(0, good.length - 3), wanted)).toBeNull()
    expect(pickColumns(new Uint8Array([1, 2, 3, 4]), wanted)).toBeNull()
  })

  test('a track has the bytes that it had when it was first stored', () => {
    const track = sprayingTrack({ minutes: 3, hz: 5, seed: 7, groundS: 5 })
    expect(
      createHash('sha256')
        .update(encodeTrack(PointColumns.of(track)))
        .digest('hex'),
    ).toBe('56516824533b83ec66fc88a268468cf01235171e2b1adcf9bc0912e149fc28bf')
  })

  test('a realistic track of 18 columns takes under 12 bytes a point after zstd', () => {
    const columns = PointColumns.of(sprayingTrack({ minutes: 10, hz: 5, seed: 7 }))
    const bytes = zstdCompressSync(encodeTrack(columns))
    const perPoint = bytes.length / columns.length
    console.info(`${columns.length} points, ${perPoint.toFixed(2)} B a point`)
    expect(perPoint).toBeLessThan(12)
  })

  test('bytes that are not a track give an error, never an exception', () => {
    const good = encodeTrack(PointColumns.of(sprayingTrack({ minutes: 1, hz: 1, seed: 1 })))
    expect(decodeTrack(new Uint8Array())).toEqual({ ok: false, reason: 'not_a_track' })
    expect(decodeTrack(Uint8Array.of(0x53, 0x54, 99))).toEqual({
      ok: false,
      reason: 'unknown_version',
    })
    expect(decodeTrack(good.subarray(0, good.length - 3))).toEqual({
      ok: false,
      reason: 'cut_short',
    })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (noise, cut) => {
        decodeTrack(Uint8Array.of(0x53, 0x54, 1, ...noise))
        decodeTrack(good.subarray(0, cut % good.length))
      }),
    )
  })
})
