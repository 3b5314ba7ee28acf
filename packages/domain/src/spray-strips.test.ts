import { describe, expect, test } from 'vitest'
import { LocalPlane, type LngLat } from './lng-lat.ts'
import {
  alreadyCoveredM2,
  computePlotGround,
  coverInTurn,
  type FlownOverPlot,
} from './plot-ground.ts'
import type { Polygon } from './polygon.ts'
import { decodeStrips, encodeStrips } from './spray-strips.ts'
import { PointColumns } from './telemetry-point.ts'
import { samplePoint, seeded, T0 } from './track-samples.ts'

const swathWidthM = 5.5

type Field = { plane: LocalPlane; at: (x: number, y: number) => LngLat; polygon: Polygon }

/** A rectangle from (0, 0), turned about that corner. */
const fieldOf = (wideM: number, highM: number, turn: number): Field => {
  const plane = new LocalPlane(116.39, 39.9)
  const at = (x: number, y: number): LngLat =>
    plane.fromPlane(
      x * Math.cos(turn) - y * Math.sin(turn),
      x * Math.sin(turn) + y * Math.cos(turn),
    )
  return { plane, at, polygon: [[at(0, 0), at(wideM, 0), at(wideM, highM), at(0, highM)]] }
}

/** Back and forth along x, the pump off between the passes. */
const fly = (
  { at }: Field,
  norths: readonly number[],
  { toX, noiseM, hz, seed }: { toX: number; noiseM: number; hz: number; seed: number },
): PointColumns => {
  const random = seeded(seed)
  const points = new PointColumns()
  let [noiseX, noiseY, tMs] = [0, 0, T0]
  for (const [pass, north] of norths.entries()) {
    const steps = Math.ceil((toX / 6) * hz)
    for (let s = 0; s <= steps; s++) {
      // Drifts as a receiver's error does, about as far as noiseM.
      noiseX = 0.95 * noiseX + 0.54 * noiseM * (2 * random() - 1)
      noiseY = 0.95 * noiseY + 0.54 * noiseM * (2 * random() - 1)
      const x = (toX * (pass % 2 === 0 ? s : steps - s)) / steps
      const [lng, lat] = at(x + noiseX, north + noiseY)
      points.append(samplePoint({ tMs, lng, lat, swathWidthM, speedMs: 6, pumpOn: s < steps }))
      tMs += 1000 / hz
    }
    tMs += 20_000
  }
  return points
}
const passes = (from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / 5.3) }, (_, i) => from + 2.75 + i * 5.3)

const encode = ({ polygon }: Field, points: PointColumns): Uint8Array =>
  encodeStrips(polygon, points, 0, points.length, swathWidthM)
const byTracks = (tracks: readonly PointColumns[]): FlownOverPlot[] =>
  tracks.map((points) => ({ points, defaultSwathWidthM: swathWidthM }))
const byStrips = (field: Field, tracks: readonly PointColumns[]): FlownOverPlot[] =>
  tracks.map((points) => ({ strips: decodeStrips(encode(field, points))! }))
const cover = ({ polygon }: Field, areaM2: number, flights: readonly FlownOverPlot[]): number[] =>
  coverInTurn({ rings: polygon, areaM2 }, flights)

describe('strips that a flight sprayed', () => {
  test('cover exactly the cells that the tracks cover, once and repeatedly', () => {
    const bytes: number[] = []
    for (const [turn, seed] of [0, 0.3, 0.8, 1.4, 2.2].entries()) {
      const field = fieldOf(120, 90, turn)
      const rtk = { toX: 130, noiseM: 0.01, hz: 2, seed }
      const tracks = [
        fly(field, passes(0, 50), rtk),
        fly(field, passes(40, 90), { ...rtk, toX: 70 }),
        fly(field, passes(0, 50), rtk),
      ]
      const covered = cover(field, 10_800, byTracks(tracks))
      expect(cover(field, 10_800, byStrips(field, tracks))).toEqual(covered)
      const plot = { rings: field.polygon, areaM2: 10_800 }
      // Also for area covered twice, and the drawn outlines.
      expect(computePlotGround(plot, byStrips(field, tracks))).toEqual(
        computePlotGround(plot, byTracks(tracks)),
      )
      expect(alreadyCoveredM2(plot, byStrips(field, tracks))).toEqual(
        alreadyCoveredM2(plot, byTracks(tracks)),
      )
      // The second adds a part, and the first flown again adds nothing.
      expect(covered[1]! - covered[0]!).toBeGreaterThan(1_000)
      expect(covered[2]).toBe(covered[1])
      bytes.push(...tracks.map((track) => encode(field, track).length))
    }
    expect(Math.max(...bytes)).toBeLessThan(600)
    expect(bytes.reduce((sum, one) => sum + one, 0) / bytes.length).toBeLessThan(200)
  })

  test('without RTK are within 0.5 % of what the tracks cover, and no longer than 4 KiB', () => {
    for (const seed of [1, 2])
      for (const noiseM of [0.3, 1.2])
        for (const hz of [1, 5]) {
          const field = fieldOf(150, 100, seed)
          const tracks = [passes(0, 55), passes(45, 100)].map((norths, i) =>
            fly(field, norths, { toX: 150, noiseM, hz, seed: 10 * seed + i }),
          )
          const [tracksM2, stripsM2] = [byTracks(tracks), byStrips(field, tracks)].map(
            (flights) => cover(field, 15_000, flights)[1]!,
          )
          expect(Math.abs(stripsM2! / tracksM2! - 1), `${noiseM} m, ${hz} Hz`).toBeLessThan(0.005)
          for (const track of tracks) expect(encode(field, track).length).toBeLessThanOrEqual(4_096)
        }
  })

  test('remain valid when the outline of the plot has changed', () => {
    const field = fieldOf(100, 60, 0.4)
    const track = fly(field, passes(-25, 85), { toX: 140, noiseM: 0.01, hz: 2, seed: 7 })
    const strips = decodeStrips(encode(field, track))!
    const { at } = field
    const moved = { ...field, polygon: [[at(20, -20), at(120, -20), at(120, 70), at(20, 70)]] }
    const [tracksM2] = cover(moved, 9_000, byTracks([track]))
    expect(cover(moved, 9_000, [{ strips }])[0]! / tracksM2!).toBeCloseTo(1, 4)
    expect(tracksM2).toBeGreaterThan(8_500)
  })

  test('leave out flights elsewhere', () => {
    const field = fieldOf(100, 60, 0)
    const near = fly(field, passes(0, 60), { toX: 100, noiseM: 0, hz: 1, seed: 1 })
    const far = fly(field, passes(200, 900), { toX: 100, noiseM: 0, hz: 1, seed: 1 })
    const both = new PointColumns()
    both.appendAll(near)
    for (let i = 0; i < far.length; i++)
      both.append({ ...far.at(i), tMs: near.tMs[near.length - 1]! + 60_000 + far.tMs[i]! - T0 })
    expect(encode(field, both)).toEqual(encode(field, near))
  })

  test('of impossible tracks are bounded, and cover no more than the track', () => {
    const field = fieldOf(1_000, 1_000, 0)
    const random = seeded(5)
    const points = new PointColumns()
    // Ten hours of a pump that flickers at places that jump about.
    for (let i = 0; i < 36_000; i++) {
      const [lng, lat] = field.at(
        300 + (i % 400) + 6 * random(),
        20 + Math.floor(i / 400) * 10 + 6 * random(),
      )
      points.append(samplePoint({ tMs: T0 + i * 1000, lng, lat, swathWidthM, pumpOn: i % 5 > 0 }))
    }
    const bytes = encode(field, points)
    expect(bytes.length).toBeLessThanOrEqual(4_096)
    const [tracksM2] = cover(field, 1_000_000, byTracks([points]))
    const [stripsM2] = cover(field, 1_000_000, [{ strips: decodeStrips(bytes)! }])
    expect(stripsM2).toBeGreaterThan(0)
    expect(stripsM2).toBeLessThan(tracksM2!)
  })

  test('are refused if damaged in any way', () => {
    const field = fieldOf(100, 60, 0.4)
    const bytes = encode(
      field,
      fly(field, passes(0, 60), { toX: 100, noiseM: 0.01, hz: 1, seed: 3 }),
    )
    expect(decodeStrips(bytes)).not.toBeNull()
    expect(decodeStrips(new Uint8Array())).toBeNull()
    expect(decodeStrips(bytes.slice(0, -1))).toBeNull()
    expect(decodeStrips(Uint8Array.of(9, ...bytes.slice(1)))).toBeNull()
    const random = seeded(1)
    for (let round = 0; round < 500; round++) {
      const broken = bytes.slice()
      broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256)
      expect(() => decodeStrips(broken)).not.toThrow()
    }
  })
})
