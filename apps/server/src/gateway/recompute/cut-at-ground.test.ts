import { detectSorties } from '@swath/domain/sortie-detector'
import type { DeviceEvent } from '@swath/domain/device-event'
import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { describe, expect, test } from 'vitest'
import {
  bootsOnlyHere,
  groundBefore,
  newSince,
  settlesAtOnce,
  standsAlone,
  type SortieHeader,
} from './cut-at-ground.ts'
import type { ChunkHeader } from './activity-windows.ts'

const point = (second: number, changes: Partial<TelemetryPoint> = {}): TelemetryPoint => ({
  tMs: second * 1000,
  lng: 120,
  lat: 30,
  heightM: 0,
  speedMs: 0,
  headingDeg: null,
  flowLMin: null,
  pumpOn: null,
  swathWidthM: null,
  tankL: null,
  batteryPercent: null,
  linkPercent: null,
  fix: null,
  satellites: null,
  mode: null,
  boot: 'a',
  seq: second,
  ...changes,
})
const points = (...list: TelemetryPoint[]) => PointColumns.of(list)
const chunk = (fromS: number, untilS: number, changes: Partial<ChunkHeader> = {}): ChunkHeader => ({
  fromMs: fromS * 1000,
  untilMs: untilS * 1000,
  sortieId: null,
  rejected: false,
  derived: true,
  pointCount: 1,
  ...changes,
})
const sortie = (
  startS: number,
  endS: number,
  changes: Partial<SortieHeader> = {},
): SortieHeader => ({
  startMs: startS * 1000,
  endMs: endS * 1000,
  state: 'closed',
  boot: 'a',
  number: 1,
  ...changes,
})
const event = (type: DeviceEvent['type'], second: number, number: number | null): DeviceEvent => ({
  type,
  tMs: second * 1000,
  boot: 'a',
  seq: null,
  number,
  claimedAreaM2: null,
  pilotId: null,
  cropId: null,
  chemical: null,
  plotId: null,
})

describe('where an activity window may be cut', () => {
  const day = [
    chunk(0, 99),
    chunk(100, 199, { sortieId: 's1' }),
    chunk(200, 999),
    chunk(1000, 1099, { sortieId: 's2' }),
    chunk(1100, 1150),
    chunk(1151, 1200, { sortieId: 's3' }),
    chunk(1201, 2000),
  ]
  const flown = [sortie(100, 199), sortie(1000, 1099), sortie(1151, 1200)]
  const froms = (newS: number, chunks = day) =>
    groundBefore(chunks, flown, newS * 1000).map(({ fromMs }) => fromMs / 1000)

  test('after a minute on the ground, at least two minutes before new data; latest first', () => {
    expect(froms(2_001)).toEqual([1201, 200, 0])
    expect(froms(1_322)).toEqual([1201, 200, 0])
    expect(froms(1_321)).toEqual([200, 0])
    expect(froms(120)).toEqual([])
  })

  test('not if points were rejected, and not within new data', () => {
    expect(froms(2_001, [...day, chunk(150, 151, { rejected: true })])).toEqual([])
    expect(froms(2_001, [...day.slice(0, -1), chunk(1201, 2000, { derived: false })])).toEqual([
      200, 0,
    ])
    expect(
      newSince(
        {
          chunks: [...day, chunk(900, 901, { derived: false })],
          events: [{ type: 'landing', tMs: 800_000, boot: '', number: null, derived: false }],
        },
        [...flown, sortie(700, 800, { state: 'open' })],
      ),
    ).toBe(700_000)
  })

  test('where the detector is on the ground regardless of earlier points', () => {
    const later = [point(20), point(40)]
    expect(settlesAtOnce(points(point(0), ...later), 41_000)).toBe(true)
    // the previous landing may still be undecided
    expect(settlesAtOnce(points(point(0), ...later), 40_000)).toBe(false)
    expect(settlesAtOnce(points(point(0, { speedMs: null }), ...later), 41_000)).toBe(false)
    expect(settlesAtOnce(points(point(0, { speedMs: 1.6 }), ...later), 41_000)).toBe(false)
    expect(settlesAtOnce(points(point(0, { heightM: 1.2 }), ...later), 41_000)).toBe(false)
    expect(settlesAtOnce(points(point(0, { heightM: null }), ...later), 41_000)).toBe(true)
    const spread = points(point(0), ...later)
    spread.spreadMs[0] = 100
    expect(settlesAtOnce(spread, 41_000)).toBe(false)
  })

  test('only the boot that spans the cut may occur before it', () => {
    expect(
      bootsOnlyHere(
        points(point(0, { boot: null }), point(1), point(2, { boot: 'b' }), point(3)),
        2_000,
      ),
    ).toEqual(new Set(['b']))
    expect(
      bootsOnlyHere(points(point(0, { boot: null }), point(5), point(6, { boot: 'b' })), 2_000),
    ).toEqual(new Set(['a', 'b']))
  })

  test("not if points conflict, or the previous flight's landing is only reported now", () => {
    const ground = Array.from({ length: 60 }, (_, i) => point(i * 5))
    const result = (list: TelemetryPoint[], events: DeviceEvent[] = []) =>
      detectSorties(PointColumns.of(list), events, { asOfMs: 1_000_000 })
    expect(standsAlone(result(ground), [], sortie(-100, -1), 100_000)).toBe(true)
    expect(
      standsAlone(result([...ground, point(301, { lng: 100 })]), [], sortie(-100, -1), 100_000),
    ).toBe(false)
    const isReported = (second: number, number: number | null) =>
      standsAlone(
        result(ground, [event('landing', second, number)]),
        [event('landing', second, number)],
        sortie(-100, -1),
        100_000,
      )
    expect(isReported(99, 1)).toBe(true) // it was already reported before the cut
    expect(isReported(100, 1)).toBe(false)
    expect(isReported(100, 2)).toBe(true)
    expect(isReported(100, null)).toBe(true)
    const takeoff = event('takeoff', 150, 2)
    const nextLanding = event('landing', 200, 1) // firmware that counts every flight as 1
    expect(
      standsAlone(
        result(ground, [takeoff, nextLanding]),
        [takeoff, nextLanding],
        sortie(-100, -1),
        100_000,
      ),
    ).toBe(true)
  })
})
