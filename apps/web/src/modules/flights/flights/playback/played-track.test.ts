import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { packTrack } from '@swath/domain/track-packing'
import { describe, expect, test } from 'vitest'
import { toFlightLines } from './fleet-lines.ts'
import { pickLineRows } from './line-rows.ts'
import { lookUp, newMoment, toPlayed } from './played-moment.ts'
import { decodePlayback, toTrackPlan } from './played-track.ts'

const start = 1_767_225_600_000
const metre = 1 / 111_320
const ids = [
  '0190a000-0000-7000-8000-000000000001',
  '0190a000-0000-7000-8000-000000000002',
] as const

const point = (
  i: number,
  xM: number,
  yM: number,
  change: Partial<TelemetryPoint> = {},
): TelemetryPoint => ({
  tMs: start + i * 1000,
  lng: 100 + xM * metre,
  lat: yM * metre,
  heightM: 3,
  speedMs: 5,
  headingDeg: 90,
  flowLMin: 6,
  pumpOn: true,
  swathWidthM: 5,
  tankL: null,
  batteryPercent: 80,
  linkPercent: null,
  fix: null,
  satellites: null,
  mode: null,
  boot: null,
  seq: null,
  ...change,
})
/** Flies east at 5 m/s, starting at second `from`. */
const east = (
  count: number,
  from = 0,
  change: (i: number) => Partial<TelemetryPoint> = () => ({}),
) => Array.from({ length: count }, (_, i) => point(from + i, i * 5, 0, change(i)))

const encodeAnswer = (
  flights: readonly (readonly [id: string, points: readonly TelemetryPoint[]])[],
  encode: (points: PointColumns) => Uint8Array = encodeTrack,
): Uint8Array => {
  const parts = flights.flatMap(([id, points]) => {
    const bytes = encode(PointColumns.of(points))
    const head = new Uint8Array(20)
    head.set(
      id
        .replaceAll('-', '')
        .match(/../g)!
        .map((pair) => Number.parseInt(pair, 16)),
    )
    new DataView(head.buffer).setUint32(16, bytes.length, true)
    return [head, bytes]
  })
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const flight = (
  index: number,
  fromS: number,
  toS: number,
  given: { sprayArea?: number | null; sprayL?: number | null } = {},
) => ({
  sortieId: ids[index]!,
  state: 'closed' as const,
  startTime: new Date(start + fromS * 1000).toISOString(),
  endTime: new Date(start + toS * 1000).toISOString(),
  durationS: toS - fromS,
  sprayArea: 3,
  sprayL: 12,
  sprayWidth: 5,
  blockName: null,
  oprName: null,
  ...given,
})
const buildDrone = (flights: ReturnType<typeof flight>[]) => ({
  droneId: 'SW-1',
  droneName: 'North',
  modelName: 'M',
  flights,
  alarms: [],
})
const played = (
  flights: ReturnType<typeof flight>[],
  points: readonly (readonly TelemetryPoint[])[],
) => {
  const drone = buildDrone(flights)
  const [track] = decodePlayback(encodeAnswer(points.map((one, i) => [ids[i]!, one])), [
    toTrackPlan(drone),
  ])
  return toPlayed(drone, track!)
}
test('packed tracks are played like columns', () => {
  const points = [[ids[0]!, east(100)]] as const
  const plans = [toTrackPlan(buildDrone([flight(0, 0, 100)]))]
  expect(
    decodePlayback(
      encodeAnswer(points, (one) => packTrack(one)!),
      plans,
    ),
  ).toEqual(decodePlayback(encodeAnswer(points), plans))
})

const at = (one: ReturnType<typeof played>, seconds: number) =>
  lookUp(one, start + seconds * 1000, newMoment())

describe('tracks of a playback', () => {
  test('are split by flight, in the order of the plan, without hidden ones', () => {
    const drone = buildDrone([flight(0, 0, 9), flight(1, 100, 105)])
    const odd = east(10, 0, (i) => ({ 3: { lng: 190 }, 5: { tMs: start + 4000 } })[i] ?? {})
    const [track] = decodePlayback(
      encodeAnswer([
        [ids[1], east(6, 100)],
        [ids[0], odd],
      ]),
      [toTrackPlan(drone)],
    )
    expect([...track!.flightFrom]).toEqual([0, 8, 14])
    expect([...track!.tMs].map((tMs) => (tMs - start) / 1000)).toEqual([
      0, 1, 2, 4, 6, 7, 8, 9, 100, 101, 102, 103, 104, 105,
    ])
  })

  test('a flight without a track has no rows; truncated bytes are rejected', () => {
    const bytes = encodeAnswer([[ids[0], east(10)]])
    const [track] = decodePlayback(bytes, [
      toTrackPlan(buildDrone([flight(0, 0, 9), flight(1, 100, 105)])),
    ])
    expect([...track!.flightFrom]).toEqual([0, 10, 10])
    expect(() =>
      decodePlayback(bytes.subarray(0, bytes.length - 4), [
        toTrackPlan(buildDrone([flight(0, 0, 9)])),
      ]),
    ).toThrow('cut short')
  })

  test('area and litres so far grow with the flight and end at the record’s figures', () => {
    const one = played([flight(0, 0, 10), flight(1, 100, 110)], [east(11), east(11, 100)])
    expect(at(one, -1)).toMatchObject({ state: 'before', areaM2: 0, flownS: 0, nextMs: start })
    expect(at(one, 5).areaM2).toBeCloseTo(1000, 0) // half of 3 mu, which are 2000 m²
    expect(at(one, 5)).toMatchObject({ state: 'spraying', flownS: 5 })
    expect(at(one, 5).sprayL).toBeCloseTo(6)
    expect(at(one, 50)).toMatchObject({
      state: 'ground',
      areaM2: 2000,
      sprayL: 12,
      flownS: 10,
      nextMs: start + 100_000,
    })
    expect(at(one, 105).areaM2).toBeCloseTo(3000, 0)
    expect(at(one, 1000)).toMatchObject({ areaM2: 4000, sprayL: 24, flownS: 20 })
    expect(at(one, 1000).nextMs).toBeNaN()
  })

  test('a flight in progress uses its points: metres flown × width', () => {
    const one = played([flight(0, 0, 10, { sprayArea: null, sprayL: null })], [east(11)])
    expect(at(one, 10).areaM2).toBeCloseTo(250, 0)
    expect(at(one, 10).sprayL).toBeCloseTo(1)
  })
})

describe('the state at a moment', () => {
  test('is interpolated between two points; in a gap the drone stays at its last position, and is silent', () => {
    const one = played([flight(0, 0, 60)], [[...east(5), ...east(5, 56)]])
    expect((at(one, 2.5).lng - 100) / metre).toBeCloseTo(12.5, 1)
    expect(at(one, 10)).toMatchObject({ state: 'spraying', row: 4 })
    expect(at(one, 30)).toMatchObject({ state: 'silent', row: 4 })
    expect((at(one, 30).lng - 100) / metre).toBeCloseTo(20, 1)
    expect(at(one, 57)).toMatchObject({ state: 'spraying', row: 6 })
  })

  test('equals a linear search through all rows, at any time', () => {
    const points = east(400, 0, (i) => ({
      tMs: start + i * 700 + ((i * 37) % 300),
      pumpOn: i % 50 < 30,
    }))
    const one = played([flight(0, 0, 280)], [points])
    for (let s = 0; s < 280; s += 1.37) {
      const tMs = start + s * 1000
      const slow = Math.max(
        0,
        points.findLastIndex((p) => p.tMs <= tMs),
      )
      expect(lookUp(one, tMs, newMoment()).row).toBe(slow)
    }
  })
})

describe('the drawn line', () => {
  const lane = (count: number, y: number, from: number, back = false, noise = 0) =>
    Array.from({ length: count }, (_, i) =>
      point(from + i, (back ? count - 1 - i : i) * 5, y + (noise * (((i * 7919) % 13) - 6)) / 6),
    )

  test('keeps the corners and drops points on a straight line', () => {
    const one = played([flight(0, 0, 200)], [[...lane(100, 0, 0), ...lane(100, 6, 100, true)]])
    expect([...one.track.lineRows]).toEqual([0, 99, 100, 199])
  })

  test('stays within its tolerance of every point, with noise and turns too', () => {
    for (const noise of [0.05, 0.4, 3]) {
      const points = [
        ...lane(150, 0, 0, false, noise),
        ...lane(150, 5.5, 150, true, noise),
        ...lane(80, 5.5, 300, false, noise),
      ]
      const { track } = played([flight(0, 0, 400)], [points])
      const xy = (row: number) =>
        [(track.lng[row]! - 100) / metre, track.lat[row]! / metre] as const
      let worst = 0
      for (let index = 1; index < track.lineRows.length; index++) {
        const [a, b] = [track.lineRows[index - 1]!, track.lineRows[index]!]
        const [ax, ay] = xy(a)
        const [bx, by] = xy(b)
        const length = Math.hypot(bx - ax, by - ay)
        for (let row = a; row <= b; row++) {
          const [x, y] = xy(row)
          const along =
            length === 0
              ? 0
              : Math.max(
                  0,
                  Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2),
                )
          worst = Math.max(
            worst,
            Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)),
          )
        }
      }
      expect(worst, `noise ${noise}`).toBeLessThan(1.3)
    }
  })

  test('is split where the pump switches and at gaps, and ends at the drone', () => {
    const points = [
      ...east(10, 0, (i) => ({ pumpOn: i >= 3 && i < 7 })),
      ...Array.from({ length: 5 }, (_, i) => point(60 + i, 100 + i * 5, 0, { pumpOn: false })),
    ]
    const { track } = played([flight(0, 0, 70)], [points])
    const xs = (lines: number[][][]) =>
      lines.map((line) => line.map(([lng]) => Math.round((lng! - 100) / metre)))
    const whole = toFlightLines(track, 0, 14)
    expect([xs(whole.spraying), xs(whole.transit)]).toEqual([
      [[15, 30, 35]],
      [
        [0, 10, 15],
        [35, 45],
        [100, 120],
      ],
    ])
    const part = toFlightLines(track, 0, 5, [100 + 27 * metre, 0])
    expect([xs(part.spraying), xs(part.transit)]).toEqual([[[15, 25, 27]], [[0, 10, 15]]])
    expect(toFlightLines(track, 0, -1)).toEqual({ spraying: [], transit: [] })
  })

  test('of rows without movement is a point, and without rows empty', () => {
    const still = { tMs: [0, 1000, 2000], lng: [100, 100, 100], lat: [0, 0, 0], sprays: [0, 0, 0] }
    expect([...pickLineRows(still, 0, 3)]).toEqual([0, 2])
    expect([...pickLineRows(still, 1, 1)]).toEqual([])
  })
})
