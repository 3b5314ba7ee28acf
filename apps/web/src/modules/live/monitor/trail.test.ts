import { describe, expect, test } from 'vitest'
import { grow, join, noTrail, trailLines, type Trail } from './trail.ts'

const point = (tMs: number, pumpOn: boolean, flight: 'flying' | 'ground' = 'flying') => ({
  tMs,
  lng: tMs / 1000,
  lat: 30,
  pumpOn,
  flight,
})
const trail = (...points: [number, boolean][]): Trail =>
  points.reduce<Trail>((flown, [tMs, pumpOn]) => grow(flown, point(tMs, pumpOn)), noTrail)

describe('the track of a flight', () => {
  test('only grows by newer airborne points', () => {
    const flown = trail([1000, false], [2000, true])
    expect(grow(flown, point(2000, true))).toBe(flown)
    expect(grow(flown, point(1500, true))).toBe(flown)
    expect(grow(flown, point(3000, false, 'ground'))).toBe(flown)
    expect(grow(flown, point(3000, true)).tMs).toEqual([1000, 2000, 3000])
  })
  test('keeps the last hour', () => {
    let flown = noTrail
    for (let second = 1; second <= 3700; second++) flown = grow(flown, point(second * 1000, true))
    expect([flown.tMs.length, flown.places.length, flown.spraying.length, flown.tMs[0]]).toEqual([
      3600, 3600, 3600, 101_000,
    ])
  })
  test('the server’s points are followed by newer ones', () => {
    expect(
      join(
        trail([1000, true], [2000, true], [3000, true]),
        trail([2000, true], [2500, true], [4000, true]),
      ).tMs,
    ).toEqual([1000, 2000, 3000, 4000])
    expect(join(trail([1000, true]), noTrail).tMs).toEqual([1000])
  })
  test('lines change colour where the pump switches, and do not bridge gaps', () => {
    const { features } = trailLines(
      trail(
        [1000, true],
        [2000, true],
        [3000, false],
        [4000, false],
        [200_000, false],
        [201_000, true],
        [202_000, true],
      ),
    )
    expect(
      features.map(({ properties, geometry }) => [
        properties?.['spraying'],
        geometry.type === 'LineString' ? geometry.coordinates.map(([lng]) => lng) : [],
      ]),
    ).toEqual([
      [1, [1, 2, 3]],
      [0, [3, 4]],
      [0, [200, 201]],
      [1, [201, 202]],
    ])
  })
})
