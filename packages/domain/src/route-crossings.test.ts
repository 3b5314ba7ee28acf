import { describe, expect, test } from 'vitest'
import type { LngLat } from './lng-lat.ts'
import { routeCrossings } from './route-crossings.ts'
import type { AirZone } from './zone-index.ts'

const nowMs = Date.parse('2026-06-15T04:00:00Z')
const zone = (id: string, more: Partial<AirZone> = {}): AirZone => ({
  id,
  shape: {
    kind: 'polygon',
    rings: [
      [
        [120, 30],
        [120.01, 30],
        [120.01, 30.01],
        [120, 30.01],
        [120, 30],
      ],
    ],
  },
  lowerM: null,
  upperM: null,
  fromMs: null,
  toMs: null,
  ...more,
})
const route = (heightM: number, ...places: LngLat[]) => places.map((at) => ({ at, heightM }))
const through = route(3, [119.99, 30.005], [120.02, 30.005])
const idsOf = (stops: typeof through, ...zones: AirZone[]) =>
  routeCrossings(stops, zones, nowMs).map((crossing) => crossing.zone.id)

describe('a route', () => {
  test('that crosses a zone gets the place of entry', () => {
    const [crossing] = routeCrossings(through, [zone('a')], nowMs)
    expect(crossing!.at[0]).toBeCloseTo(120, 9)
    expect(crossing!.at[1]).toBeCloseTo(30.005, 9)
  })
  test('that begins inside gets its start; one that passes by gets nothing', () => {
    expect(
      routeCrossings(route(3, [120.005, 30.005], [120.02, 30]), [zone('a')], nowMs),
    ).toMatchObject([{ at: [120.005, 30.005] }])
    expect(idsOf(route(3, [119.99, 30.011], [120.02, 30.011]), zone('a'))).toEqual([])
  })
  test('meets circles, and zones in the order of its way', () => {
    const circle = zone('c', { shape: { kind: 'circle', center: [120.05, 30.005], radiusM: 300 } })
    const long = route(3, [119.99, 30.005], [120.1, 30.005])
    expect(idsOf(long, circle, zone('a'))).toEqual(['a', 'c'])
    const [, met] = routeCrossings(long, [circle, zone('a')], nowMs)
    expect(met!.at[0]).toBeCloseTo(120.05 - 300 / 96_500, 4)
  })
  test('may go below or above, and outside the hours of a zone', () => {
    expect(idsOf(through, zone('a', { lowerM: 50 }), zone('b', { upperM: 2 }))).toEqual([])
    expect(idsOf(through, zone('a', { lowerM: 50, lowerReference: 'sea' }))).toEqual(['a'])
    const sunday = [{ days: [7], from: '00:00', until: '00:00' }]
    expect(idsOf(through, zone('a', { windows: sunday, timeZone: 'Asia/Shanghai' }))).toEqual([])
    const soon = [{ days: [1], from: '13:30', until: '14:00' }]
    expect(idsOf(through, zone('a', { windows: soon, timeZone: 'Asia/Shanghai' }))).toEqual(['a'])
  })
  test('is not blocked by notices, and does not enter areas to stay in', () => {
    expect(
      idsOf(through, zone('a', { restriction: 'no_restriction' }), zone('b', { kind: 'stay_in' })),
    ).toEqual([])
  })
})
