import { describe, expect, test } from 'vitest'
import { drawGround, neighbours, roundLength, type Ground } from './ground-drawing.ts'

const room = { leastHeightMm: 50, mostHeightMm: 110 }
/** 0.001° of latitude is 110.9 m here, of longitude 96.4 m. */
const square: [number, number][] = [
  [120, 30],
  [120.001, 30],
  [120.001, 30.001],
  [120, 30.001],
  [120, 30],
]
const empty: Ground = { covered: [], plots: [], tracks: [] }
const places = (path: string) =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

describe('the map on paper', () => {
  test('is to scale, the same in both directions, north up', () => {
    const drawing = drawGround({ ...empty, covered: [[square]] }, 180, room)!
    const corners = places(drawing.covered[0]!)
    const width = corners[1]![0] - corners[0]![0]
    const height = corners[0]![1] - corners[3]![1]
    expect(height).toBeGreaterThan(0)
    expect(height / width).toBeCloseTo(110.87 / 96.49, 2)
    // metres per millimetre of the scale
    expect((height * drawing.scale.metres) / drawing.scale.mm).toBeCloseTo(110.87, 0)
    expect(drawing.heightMm).toBeLessThanOrEqual(110)
    for (const [x, y] of corners)
      expect(x >= 0 && x <= 180 && y >= 0 && y <= drawing.heightMm).toBe(true)
  })

  test('fits the sprayed area without the flight home, or the whole track if nothing was sprayed', () => {
    const track = {
      lng: [120, 120.0005, 120.5],
      lat: [30, 30.0005, 30.5],
      spraying: [false, true, false],
    }
    const work = drawGround({ ...empty, covered: [[square]], tracks: [track] }, 180, room)!
    expect(Math.max(...places(work.transit).map(([x]) => x))).toBeGreaterThan(180)
    const way = drawGround({ ...empty, tracks: [track] }, 180, room)!
    expect(Math.max(...places(way.transit).map(([x]) => x))).toBeLessThanOrEqual(180)
    expect(way.starts).toHaveLength(1)
  })

  test('breaks the line where the pump is switched, so that no line is drawn twice or joined wrongly', () => {
    const lng = Array.from({ length: 10 }, (_, i) => 120 + i / 1e4)
    const drawing = drawGround(
      {
        ...empty,
        covered: [[square]],
        tracks: [
          { lng, lat: lng.map(() => 30.0005), spraying: lng.map((_, i) => i >= 3 && i < 7) },
        ],
      },
      180,
      room,
    )!
    expect(drawing.spraying.match(/M/g)).toHaveLength(1)
    expect(drawing.transit.match(/M/g)).toHaveLength(2)
  })

  test('a hundred thousand points close together are simplified', () => {
    const lng = Array.from({ length: 100_000 }, (_, i) => 120 + i / 1e8)
    expect(
      drawGround(
        {
          ...empty,
          covered: [[square]],
          tracks: [{ lng, lat: lng.map(() => 30), spraying: lng.map(() => true) }],
        },
        180,
        room,
      )!.spraying.length,
    ).toBeLessThan(20_000)
  })

  test('ground that two sorties covered is drawn by each, so that it stays filled', () => {
    expect(
      drawGround({ ...empty, covered: [[square], [square]] }, 180, room)!.covered,
    ).toHaveLength(2)
  })

  test('of one point, and without points', () => {
    expect(drawGround(empty, 180, room)).toBeNull()
    expect(
      drawGround({ ...empty, tracks: [{ lng: [120], lat: [30], spraying: [false] }] }, 180, room),
    ).toMatchObject({ heightMm: expect.any(Number) as unknown, transit: '' })
  })

  test('distant areas get separate maps, a chain of nearby ones stays together', () => {
    const at = (lng: number): Ground => ({
      ...empty,
      covered: [[square.map(([x, y]): [number, number] => [x + lng, y])]],
    })
    // 0.015° of longitude is 1.4 km here
    expect(neighbours([at(0), at(1), at(0.03), at(0.015), at(1.001), empty])).toEqual([
      [0, 2, 3],
      [1, 4],
    ])
    expect(neighbours([empty])).toEqual([])
  })

  test('scales are 1, 2 or 5 times a power of ten', () => {
    expect([0.7, 1, 1.9, 2, 4.9, 5, 9, 10, 240, 2600].map(roundLength)).toEqual([
      0.5, 1, 1, 2, 2, 5, 5, 10, 200, 2000,
    ])
  })
})
