import type { Track } from '@swath/contract/flights/flights'
import { describe, expect, test } from 'vitest'
import { drawnRows, repeatedGround, rowAt, sprayStretches, trackPieces } from './track-reading.ts'

const start = 1_767_225_600_000
const metre = 1 / 111_320
/** One point a second, with offsets in metres from a place near the equator. */
const track = (path: readonly (readonly [xM: number, yM: number, spraying: boolean])[]): Track => ({
  sortieId: '0190a000-0000-7000-8000-000000000001',
  droneId: 'SW1',
  recordTime: path.map((_, row) => start + row * 1000),
  lng: path.map(([x]) => 100 + x * metre),
  lat: path.map(([, y]) => y * metre),
  height: path.map(() => 3),
  xspeed: path.map(() => 5),
  heading: path.map(() => null),
  flow: path.map(([, , on]) => (on ? 3 : 0)),
  battery: path.map(() => null),
  spraying: path.map(([, , on]) => on),
  width: path.map(() => 5),
})
const run = (y: number, spraying: boolean, from = 0, to = 100) =>
  Array.from(
    { length: Math.abs(to - from) / 5 + 1 },
    (_, row) => [from + Math.sign(to - from) * row * 5, y, spraying] as const,
  )

describe('reading a track', () => {
  test('sprayed periods end at the first point without spraying, or with the track', () => {
    const on = (...spraying: boolean[]) =>
      sprayStretches({ recordTime: spraying.map((_, row) => row * 1000), spraying })
    expect(on(false, true, true, false, true, true)).toEqual([
      [1000, 3000],
      [4000, 5000],
    ])
    expect(on(true, false)).toEqual([[0, 1000]])
    expect(on(false, false)).toEqual([])
    expect(on()).toEqual([])
  })
  test('the row of a moment is the last one before it', () => {
    expect([-1, 0, 999, 1000, 5000].map((tMs) => rowAt([0, 1000, 2000], tMs))).toEqual([
      0, 0, 0, 1, 2,
    ])
  })
  test('segments share the point where the pump switches', () => {
    const pieces = trackPieces({
      lng: [0, 1, 2, 3],
      lat: [0, 0, 0, 0],
      spraying: [false, true, true, false],
    })
    expect(pieces).toEqual([
      {
        spraying: false,
        places: [
          [0, 0],
          [1, 0],
        ],
      },
      {
        spraying: true,
        places: [
          [1, 0],
          [2, 0],
          [3, 0],
        ],
      },
    ])
  })
  test('a very long track is thinned, and keeps each point where the pump switches', () => {
    const spraying = Array.from({ length: 10_001 }, (_, row) => row >= 4_001 && row < 7_777)
    const rows = drawnRows({ spraying })
    expect(rows.length).toBeLessThan(5_600)
    expect(rows).toEqual(expect.arrayContaining([0, 4_001, 7_777, 10_000]))
    expect(drawnRows({ spraying: spraying.slice(0, 5_000) })).toHaveLength(5_000)
  })
  test('ground sprayed by a second pass is repeated, a single pass has none', () => {
    expect(repeatedGround(track(run(0, true)), 5)).toEqual([])
    const back = track([...run(0, true), ...run(30, false, 100, 0), ...run(2.5, true)])
    const ground = repeatedGround(back, 5)
    expect(ground).toHaveLength(1)
    const ys = ground[0]![0]!.map(([, lat]) => lat / metre)
    expect(Math.min(...ys)).toBeGreaterThan(-1)
    expect(Math.max(...ys)).toBeLessThan(3.5)
  })
})
