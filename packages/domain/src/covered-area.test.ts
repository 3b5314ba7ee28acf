import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { alreadyCoveredShare, buildRaster, sweptAreaM2 } from './covered-area.ts'
import { SwathRaster } from './swath-raster.ts'
import { LocalPlane } from './lng-lat.ts'
import type { LngLat } from './lng-lat.ts'
import { runLine, listSprayRuns } from './spray-path.ts'
import { PointColumns } from './telemetry-point.ts'
import { samplePoint, seeded, sprayingTrack, T0 } from './track-samples.ts'

type Paths = { size(): number; get(i: number): unknown; push_back(path: unknown): void }
/**
 * The part of clipper2-wasm that the oracle needs; its own types are not found from an ES module.
 */
type Clipper = {
  Paths64: new () => Paths
  MakePath64(coordinates: readonly bigint[]): unknown
  InflatePaths64(
    paths: Paths,
    delta: number,
    join: unknown,
    end: unknown,
    miterLimit: number,
    arcTolerance: number,
  ): Paths
  UnionSelf64(paths: Paths, fill: unknown): Paths
  AreaPaths64(paths: Paths): number
  JoinType: { Round: unknown }
  EndType: { Butt: unknown }
  FillRule: { NonZero: unknown }
}
let clipper: Clipper

beforeAll(async () => {
  clipper = await (createRequire(import.meta.url)('clipper2-wasm') as () => Promise<Clipper>)()
})

/** Exact union of lines with flat ends and round joints, by Clipper2 in millimetres. */
function exactM2(lines: readonly { xy: ArrayLike<number>; swathWidthM: number }[]): number {
  const all = new clipper.Paths64()
  for (const { xy, swathWidthM } of lines) {
    const line = new clipper.Paths64()
    line.push_back(clipper.MakePath64(Array.from(xy, (v) => BigInt(Math.round(v * 1000)))))
    const strip = clipper.InflatePaths64(
      line,
      swathWidthM * 500,
      clipper.JoinType.Round,
      clipper.EndType.Butt,
      2,
      1,
    )
    for (let i = 0; i < strip.size(); i++) all.push_back(strip.get(i))
  }
  return clipper.AreaPaths64(clipper.UnionSelf64(all, clipper.FillRule.NonZero)) / 1e6
}

const off = (got: number, wanted: number) => Math.abs(got - wanted) / wanted

/** A track through these places of the plane, pump on, a point every `everyS` seconds. */
function flown(
  plane: LocalPlane,
  xy: readonly (readonly [number, number])[],
  swathWidthM: number,
  everyS = 1,
  startMs = T0,
): PointColumns {
  const points = new PointColumns()
  let tMs = startMs
  xy.forEach(([x, y], i) => {
    const [px, py] = xy[i - 1] ?? [x, y]
    const steps = i === 0 ? 1 : Math.max(1, Math.round(Math.hypot(x - px, y - py) / 6 / everyS))
    for (let s = 1; s <= steps; s++) {
      const [lng, lat] = plane.fromPlane(px + ((x - px) * s) / steps, py + ((y - py) * s) / steps)
      points.append(samplePoint({ tMs, lng, lat, swathWidthM }))
      tMs += everyS * 1000
    }
  })
  return points
}

describe('covered area', () => {
  test('one pass of 100 m: length times width at every heading, width and latitude', () => {
    let worst = 0
    for (const lat of [0, 18, 39.9, 60]) {
      for (const swathWidthM of [2, 3, 5.3, 5.5, 8]) {
        for (let heading = 0; heading < 360; heading += 7.5) {
          const plane = new LocalPlane(116.39, lat)
          const x = Math.sin((heading * Math.PI) / 180) * 100
          const y = Math.cos((heading * Math.PI) / 180) * 100
          const points = flown(
            plane,
            [
              [0.13, 0.29],
              [x + 0.13, y + 0.29],
            ],
            swathWidthM,
          )
          const got = buildRaster(points, 0, points.length, swathWidthM).coveredM2
          worst = Math.max(worst, off(got, 100 * swathWidthM))
          expect(
            off(got, 100 * swathWidthM),
            `${lat}° ${swathWidthM} m heading ${heading}°: ${got}`,
          ).toBeLessThan(0.005)
        }
      }
    }
    console.info(`worst of all single passes ${(worst * 100).toFixed(3)} %`)
  })

  test('a field flown back and forth equals the exact union', () => {
    for (const seed of [1, 2, 3]) {
      const points = PointColumns.of(sprayingTrack({ minutes: 12, hz: 5, seed }))
      const raster = buildRaster(points, 0, points.length, 5.5)
      const lines = listSprayRuns(points, 0, points.length, 5.5).map((run) => ({
        xy: runLine(points, run, raster.plane),
        swathWidthM: run.swathWidthM,
      }))
      const exact = exactM2(lines)
      console.info(`field: raster ${raster.coveredM2.toFixed(1)}, exact ${exact.toFixed(1)}`)
      expect(off(raster.coveredM2, exact)).toBeLessThan(0.001)
      expect(off(raster.sweptM2, sweptAreaM2(points, 0, points.length, 5.5))).toBeLessThan(1e-9)
      // 5.5 m wide, 5 m apart: half a metre of each strip but the first was there before
      expect(off(raster.repeatedM2, raster.sweptM2 - exact)).toBeLessThan(0.05)
    }
  })

  test('bends, zigzags, circles and crossings equal the exact union', () => {
    const random = seeded(11)
    for (let round = 0; round < 12; round++) {
      const xy: number[] = []
      let x = random() * 10
      let y = random() * 10
      let heading = random() * 6
      for (let i = 0; i < 25; i++) {
        xy.push(x, y)
        heading += (random() - 0.5) * (round % 3 === 0 ? 0.5 : round % 3 === 1 ? 3 : 6)
        x += Math.cos(heading) * (2 + random() * 20)
        y += Math.sin(heading) * (2 + random() * 20)
      }
      const swathWidthM = 3 + random() * 5
      const raster = new SwathRaster(new LocalPlane(100, 14))
      raster.addLine(Float64Array.from(xy), swathWidthM)
      expect(off(raster.coveredM2, exactM2([{ xy, swathWidthM }]))).toBeLessThan(0.003)
    }
  })

  test("a bend repeats nothing; crossing one's own path repeats the square", () => {
    const bend = new SwathRaster(new LocalPlane(100, 14))
    bend.addLine(Float64Array.of(0, 0, 60, 0, 60, 60), 6)
    expect(bend.repeatedM2).toBe(0)
    const crossing = new SwathRaster(new LocalPlane(100, 14))
    crossing.addLine(Float64Array.of(0, 0, 100, 0, 100, 50, 50, 50, 50, -50), 6)
    expect(crossing.repeatedM2).toBeCloseTo(36, 0)
  })

  test('the same flight twice covers once and repeats all', () => {
    const points = PointColumns.of(sprayingTrack({ minutes: 4, hz: 5, seed: 4 }))
    const raster = buildRaster(points, 0, points.length, 5.5)
    const once = raster.coveredM2
    raster.startPass()
    raster.addTrack(points, 0, points.length, 5.5)
    expect(raster.coveredM2).toBe(once)
    expect(off(raster.repeatedM2, once)).toBeLessThan(1e-9)
    const track = { points, from: 0, to: points.length, defaultSwathWidthM: 5.5 }
    expect(alreadyCoveredShare([track], track)).toBeCloseTo(1, 6)
    expect(
      alreadyCoveredShare([{ ...track, to: Math.floor(points.length / 2) }], track),
    ).toBeCloseTo(0.5, 1)
    expect(alreadyCoveredShare([], track)).toBe(0)
  })

  test('outside a plot, holes respected', () => {
    const plane = new LocalPlane(116.39, 39.9)
    const points = flown(
      plane,
      [
        [0, 0],
        [100, 0],
      ],
      6,
    )
    const raster = new SwathRaster(plane)
    raster.addTrack(points, 0, points.length, 6)
    const box = (x0: number, y0: number, x1: number, y1: number): LngLat[] =>
      (
        [
          [x0, y0],
          [x1, y0],
          [x1, y1],
          [x0, y1],
          [x0, y0],
        ] as const
      ).map(([x, y]) => plane.fromPlane(x, y))
    expect(raster.outsideM2([box(-50, -50, 150, 50)])).toBe(0)
    expect(raster.outsideM2([box(-50, -50, 70, 50)])).toBeCloseTo(180, 0)
    expect(raster.outsideM2([box(-50, -50, 150, 50), box(20, -1.3, 30.2, 1.3)])).toBeCloseTo(
      10.2 * 2.6,
      0,
    )
    expect(raster.outsideM2([box(-50, -50, 40, 50)], [box(60, -50, 150, 50)])).toBeCloseTo(120, 0)
    expect(raster.outsideM2()).toBeCloseTo(raster.coveredM2, 9)
  })

  test('a device that reports every 5 s covers its strips; a hole of 16 s or a turn elsewhere is not filled in', () => {
    const plane = new LocalPlane(100.5, 13.7)
    const sparse = flown(
      plane,
      [
        [0, 0],
        [300, 0],
      ],
      5,
      5,
    )
    expect(off(buildRaster(sparse, 0, sparse.length, 5).coveredM2, 1500)).toBeLessThan(0.005)
    const holed = flown(
      plane,
      [
        [0, 0],
        [300, 0],
      ],
      5,
      16,
    )
    expect(buildRaster(holed, 0, holed.length, 5).coveredM2).toBe(0)
    const turned = PointColumns.of([
      samplePoint({ speedMs: 6 }),
      samplePoint({ tMs: T0 + 10_000, lng: 116.39 + 0.0001, speedMs: 6 }),
    ])
    expect(buildRaster(turned, 0, 2, 5).coveredM2).toBe(0)
  })

  test('pump off, hovering and the ferry flight cover nothing', () => {
    const off = PointColumns.of(
      sprayingTrack({ minutes: 2, hz: 1, seed: 1 }).map((p) => ({ ...p, pumpOn: false })),
    )
    expect(buildRaster(off, 0, off.length, 5).coveredM2).toBe(0)
    const hovering = PointColumns.of(
      Array.from({ length: 60 }, (_, i) =>
        samplePoint({ tMs: T0 + i * 1000, speedMs: 0.1, lng: 116.39 + (i % 2) * 1e-7 }),
      ),
    )
    expect(buildRaster(hovering, 0, 60, 5).coveredM2).toBe(0)
  })
})

test('a track too large for one flight is computed in larger cells, with the right result', () => {
  // 400 lanes of 5 km in steps of 50 m: 1,000 ha
  const points = new PointColumns(41_000)
  const plane = new LocalPlane(100, 14)
  for (let i = 0; i < 40_000; i++) {
    const lane = Math.floor(i / 100)
    const along = lane % 2 === 0 ? i % 100 : 99 - (i % 100)
    const [lng, lat] = plane.fromPlane(along * 50, lane * 5)
    points.append(samplePoint({ tMs: T0 + i * 5_000, lng, lat, speedMs: 10, swathWidthM: 5 }))
  }
  const raster = buildRaster(points, 0, points.length, 5)
  expect(raster.cellM).toBeGreaterThan(0.5)
  expect(Math.abs(raster.coveredM2 / (400 * 5 * 99 * 50) - 1)).toBeLessThan(0.02)
})
