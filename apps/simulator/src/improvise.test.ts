// Flights changed by commands: the drone flies as commanded, and the ground truth matches.
import { describe, expect, test } from 'vitest'
import { readPoint } from '@swath/domain/point-fields'
import { buildRaster } from '@swath/domain/covered-area'
import type { DeviceEvent } from '@swath/domain/device-event'
import { LocalPlane } from '@swath/domain/lng-lat'
import { detectSorties } from '@swath/domain/sortie-detector'
import { PointColumns } from '@swath/domain/telemetry-point'
import type { WirePoint } from './drone-model.ts'
import { sampleFlight } from './drone-model.ts'
import { planFlights, type Flight } from './flight-plan.ts'
import { flyRoute, improvise, type AirOrder } from './improvise.ts'
import { sampleAbility, samplePlot } from './simulator-samples.ts'
import type { LinkFault } from './fault-plan.ts'
import { flySortie, redirectSortie, type FlownSortie } from './sortie-messages.ts'

const startMs = Date.UTC(2026, 5, 1, 1)
const [planned] = planFlights(samplePlot, samplePlot.takeoff!, sampleAbility)
const drone = { droneId: 'TEST-1', pilotId: null, chemical: null, legacy: false, batch: 3 }
const fly = (flight: Flight, faults: readonly LinkFault[] = []): FlownSortie =>
  flySortie({
    drone,
    plot: samplePlot,
    flight,
    zones: [],
    startMs,
    boot: 'k3f9',
    number: 7,
    seed: '1',
    faults,
  })

/** The sortie with each command given at its second; messages sent before it do not change. */
const commanded = (
  orders: readonly (readonly [tS: number, order: AirOrder])[],
  faults: readonly LinkFault[] = [],
): FlownSortie =>
  orders.reduce(
    (flown, [tS, order]) => {
      const improvised = improvise(flown.settings.flight, tS, order)
      if (!improvised.ok) throw new Error(improvised.reason)
      const atMs = startMs + tS * 1000
      return redirectSortie(
        flown,
        flown.transmissions.findIndex((one) => one.atMs > atMs),
        improvised.flight,
        tS,
      )
    },
    fly(planned!, faults),
  )

type Track = { boot: string; seq: number; pts: WirePoint[] }
const toPointColumns = (flown: FlownSortie): PointColumns =>
  PointColumns.of(
    flown.transmissions
      .filter((one) => one.topic === 'track')
      .map((one) => one.message as Track)
      .flatMap((track) =>
        track.pts
          .filter((point) => point.lng !== 0)
          .map(({ t: tMs, lng, lat, ...point }, i) =>
            readPoint({ tMs, lng, lat, boot: track.boot, seq: track.seq + i }, point),
          ),
      ),
  )
const toEvents = (flown: FlownSortie): DeviceEvent[] =>
  flown.transmissions
    .filter((one) => one.topic === 'event')
    .map((one) => {
      const message = one.message as {
        type: 'takeoff' | 'landing'
        t: number
        boot: string
        seq: number
        sortie: number
        areaM2?: number
      }
      return {
        type: message.type,
        tMs: message.t,
        boot: message.boot,
        seq: message.seq,
        number: message.sortie,
        claimedAreaM2: message.areaM2 ?? null,
        pilotId: null,
        cropId: null,
        chemical: null,
        plotId: null,
      }
    })
const measureArea = (flown: FlownSortie) => {
  const result = detectSorties(toPointColumns(flown), toEvents(flown), { asOfMs: startMs + 1e7 })
  expect(result.spans.map(({ startMs: from, endMs }) => [from, endMs])).toEqual([
    [flown.truth.startMs, flown.truth.endMs],
  ])
  return buildRaster(result.points, result.spans[0]!.fromIndex, result.spans[0]!.toIndex, 6)
}
const heightsAfter = (flight: Flight, tS: number): number[] =>
  sampleFlight(flight, { seed: '1', startMs })
    .filter((sample) => sample.tS > tS)
    .map((sample) => sample.point.height)

describe('the truth of a sortie with commands equals what the server computes from its messages', () => {
  const cases: readonly (readonly [
    name: string,
    orders: readonly (readonly [number, AirOrder])[],
    faults?: readonly LinkFault[],
  ])[] = [
    ['return', [[60, { type: 'return' }]]],
    ['land', [[61.3, { type: 'land' }]]],
    ['pause and no more', [[47, { type: 'pause' }]]],
    [
      'pause and resume',
      [
        [47, { type: 'pause' }],
        [70, { type: 'resume' }],
      ],
    ],
    [
      'hold, other heights and speeds, resume, return',
      [
        [40, { type: 'hold' }],
        [50, { type: 'setHeight', heightM: 6 }],
        [60, { type: 'setSpeed', speedMs: 4 }],
        [65, { type: 'resume' }],
        [120, { type: 'return' }],
      ],
    ],
    ['a wider swath', [[60, { type: 'setWidth', widthM: 8 }]]],
    ['spraying no more', [[55, { type: 'sprayOff' }]]],
    [
      'spraying off, and on again after the pause',
      [
        [50, { type: 'sprayOff' }],
        [60, { type: 'pause' }],
        [64, { type: 'sprayOn' }],
        [70, { type: 'resume' }],
      ],
    ],
    ['slower', [[55, { type: 'setSpeed', speedMs: 3 }]]],
    [
      'while the radio is gone',
      [[70, { type: 'return' }]],
      [{ kind: 'radio_hole', fromS: 60, durationS: 90 }],
    ],
    [
      'with points sent twice and too late',
      [[80, { type: 'land' }]],
      [
        { kind: 'duplicates', share: 0.3 },
        { kind: 'out_of_order', share: 0.3 },
      ],
    ],
    ['with lost fixes', [[80, { type: 'return' }]], [{ kind: 'gps_null', count: 20 }]],
  ]
  for (const [name, orders, faults] of cases) {
    test(name, () => {
      const flown = commanded(orders, faults)
      const area = measureArea(flown)
      expect(Math.abs(area.coveredM2 / flown.truth.coveredM2 - 1)).toBeLessThan(0.01)
      expect(Math.abs(area.sweptM2 / flown.truth.sweptM2 - 1)).toBeLessThan(0.01)
      expect(flown.truth.commanded).toBe(true)
      const { points } = flown.truth
      const numbers = new Set(
        flown.transmissions
          .filter((one) => one.topic === 'track')
          .map((one) => one.message as Track)
          .flatMap((track) => track.pts.map((_point, i) => `${track.boot}/${track.seq + i}`)),
      )
      expect(numbers.size).toBe(points + (flown.truth.injected['gps_null'] ?? 0))
      // Numbers continue without a gap.
      expect(
        [...numbers].map((number) => Number(number.split('/')[1])).sort((a, b) => a - b),
      ).toEqual([...Array(numbers.size).keys()])
    })
  }
})

describe('a drone obeys commands', () => {
  const after = (tS: number, order: AirOrder): Flight => {
    const improvised = improvise(planned!, tS, order)
    if (!improvised.ok) throw new Error(improvised.reason)
    return improvised.flight
  }

  test('returns home at once, with the pump off', () => {
    const flight = after(60, { type: 'return' })
    expect(flight.landingS).toBeLessThan(60 + 40)
    expect(
      flight.legs.slice(flight.legs.findIndex((leg) => leg.startS >= 60)).some((leg) => leg.pumpOn),
    ).toBe(false)
    expect(flight.legs.at(-1)!.from[0]).toBeCloseTo(flight.legs[0]!.from[0], 6)
  })

  test('lands where it is', () => {
    const flight = after(60, { type: 'land' })
    expect(flight.landingS).toBeLessThan(60 + 12)
    expect(flight.legs.at(-1)!.from).not.toEqual(flight.legs[0]!.from)
  })

  test('hovers, and flies home before its battery is empty', () => {
    const flight = after(60, { type: 'hold' })
    expect(flight.landingS).toBeGreaterThan(60 + 200)
    expect(flight.landingS).toBeLessThan(sampleAbility.enduranceS)
  })

  test('flies higher from then on; of two consecutive orders the second counts', () => {
    const higher = after(60, { type: 'setHeight', heightM: 5 })
    expect(
      heightsAfter(higher, 75).filter((height) => height > 4.9 && height < 5.1).length,
    ).toBeGreaterThan(50)
    const again = improvise(higher, 60.5, { type: 'setHeight', heightM: 2.5 })
    expect(
      again.ok &&
        heightsAfter(again.flight, 75).filter((height) => height > 2.4 && height < 2.6).length,
    ).toBeGreaterThan(50)
  })

  test('refuses to resume unless it was paused', () => {
    expect(improvise(planned!, 60, { type: 'resume' })).toEqual({
      ok: false,
      reason: 'nothing to resume',
    })
  })
})

describe('an uploaded route', () => {
  const home = [114.52, 35.57] as const
  const plane = new LocalPlane(home[0], home[1])
  const at = (x: number, y: number, pumpOn: boolean) => ({
    at: plane.fromPlane(x, y),
    heightM: 3,
    pumpOn,
  })

  test('is flown as drawn, and sprayed where the route says so', () => {
    const flown = flyRoute(
      [
        at(20, 20, true),
        at(120, 20, true),
        at(120, 80, false),
        at(20, 80, true),
        at(20, 60, false),
      ],
      home,
      sampleAbility,
    )
    if (!flown.ok) throw new Error(flown.reason)
    expect(flown.flight.sweptM2).toBeCloseTo((100 + 60 + 20) * 6, -1)
    const sortie = flySortie({
      drone,
      plot: null,
      flight: flown.flight,
      zones: [],
      startMs,
      boot: 'r1',
      number: 1,
      seed: '1',
    })
    expect(Math.abs(measureArea(sortie).coveredM2 / sortie.truth.coveredM2 - 1)).toBeLessThan(0.02)
    expect(sortie.truth.plotId).toBeNull()
  })

  test('is refused if it is too far away or too long', () => {
    expect(flyRoute([at(9_000, 0, true), at(9_100, 0, false)], home, sampleAbility)).toMatchObject({
      ok: false,
    })
    expect(
      flyRoute(
        Array.from({ length: 40 }, (_, i) => at((i % 2) * 900, i * 5, false)),
        home,
        sampleAbility,
      ),
    ).toMatchObject({ ok: false })
  })
})

test('a drone that flies faster than a commanded limit slows down to that speed', () => {
  const spray = planned!.legs.find((leg) => leg.kind === 'spray')!
  const tS = spray.startS + spray.durationS / 2
  const improvised = improvise(planned!, tS, { type: 'setSpeed', speedMs: 3 })
  if (!improvised.ok) throw new Error(improvised.reason)
  const speeds = sampleFlight(improvised.flight, { seed: '1', startMs })
    .filter((sample) => sample.tS > tS + 3 && sample.tS < tS + 10)
    .map((sample) => sample.point.speed)
  expect(speeds.length).toBeGreaterThan(5)
  expect(new Set(speeds)).toEqual(new Set([3]))
})
