import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { canArchive, createArchiveFile, inMemory, readArchivedPoints } from './archive-file.ts'
import { packTrack } from './chunk.ts'

const id = (number: number): string => `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`

const point = (flight: number, i: number): TelemetryPoint => ({
  tMs: 1_780_000_000_000 + flight * 3_600_000 + i * 1_000 + ((i * 7) % 31),
  lng: -179.9999999 + i * 5e-5,
  lat: -45.1234567 + i * 1e-7,
  heightM: i % 5 === 0 ? null : 3 + i / 100,
  speedMs: 5 + (i % 3) / 10,
  headingDeg: (i * 0.37) % 360,
  flowLMin: i % 40 > 3 ? 2.437 : 0,
  pumpOn: i % 40 > 3,
  swathWidthM: 5.5,
  tankL: 30 - i / 25,
  batteryPercent: 80.5,
  linkPercent: null,
  fix: 3,
  satellites: i % 9 === 0 ? null : 20,
  mode: 3,
  boot: i < 60 ? null : `k${(i + flight) % 2}`,
  seq: i + 3_000_000_000,
  clockShiftMs: i === 3 ? -28_800_000 : null,
  temperatureC: i > 100 ? -3.5 : null,
})

const track = (flight: number, length: number): PointColumns =>
  PointColumns.of(Array.from({ length }, (_, i) => point(flight, i)))

test('chunks are read back with the same bytes, each from its group', async () => {
  const tracks = [600, 1, 20_000, 5_000, 15_000, 300].map((length, i) => track(i, length))
  const file = createArchiveFile()
  const rows = tracks.map((points, i) =>
    file.add(
      { droneId: 'A', id: id(i), sortieId: i === 1 ? null : id(i), rejected: false },
      points,
    ),
  )
  const bytes = file.finish()
  const archive = inMemory(bytes)
  const read: [from: number, until: number][] = []
  const seen = {
    metadata: archive.metadata,
    file: {
      byteLength: bytes.length,
      slice: (start: number, end: number = bytes.length) => {
        read.push([start, end])
        return archive.file.slice(start, end)
      },
    },
  }
  for (const [i, points] of tracks.entries()) {
    const again = await readArchivedPoints(seen, rows[i]!, points.length)
    expect(encodeTrack(again)).toEqual(encodeTrack(points))
    expect(packTrack(again).equals(packTrack(points))).toBe(true)
  }
  const bytesAPoint = bytes.length / tracks.reduce((sum, one) => sum + one.length, 0)
  expect(bytesAPoint).toBeLessThan(20)
  read.length = 0
  await readArchivedPoints(seen, rows[0]!, tracks[0]!.length)
  expect(read.reduce((sum, [from, until]) => sum + until - from, 0)).toBeLessThan(bytes.length / 10)
})

const value = (most: number) => fc.option(fc.double({ min: -most, max: most, noNaN: true }))
const anyPoint = fc.record({
  tMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  boot: fc.option(fc.string({ unit: 'binary' })),
  seq: fc.option(fc.integer({ min: 0, max: 2 ** 48 })),
  heightM: value(9_000),
  speedMs: value(150),
  headingDeg: value(360),
  flowLMin: value(500),
  pumpOn: fc.option(fc.boolean()),
  swathWidthM: value(100),
  tankL: value(1_000),
  batteryPercent: value(100),
  linkPercent: value(100),
  fix: fc.option(fc.integer({ min: 0, max: 9 })),
  satellites: fc.option(fc.integer({ min: 0, max: 99 })),
  mode: fc.option(fc.integer({ min: 0, max: 9 })),
  windMs: value(100),
})

test('any points that can be archived are read back as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPoint, { minLength: 1, maxLength: 40 }), async (all) => {
      const points = PointColumns.of(all)
      fc.pre(canArchive(points))
      const file = createArchiveFile()
      const row = file.add({ droneId: 'A', id: id(1), sortieId: null, rejected: true }, points)
      const again = await readArchivedPoints(inMemory(file.finish()), row, points.length)
      expect(encodeTrack(again)).toEqual(encodeTrack(points))
    }),
    { numRuns: 60 },
  )
})

test('values that do not fit are not archived', () => {
  expect(canArchive(track(0, 10))).toBe(true)
  expect(canArchive(PointColumns.of([{ ...point(0, 0), tankL: 2e7 }]))).toBe(false)
  expect(canArchive(new PointColumns())).toBe(false)
})
