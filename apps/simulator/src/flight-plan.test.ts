import { describe, expect, test } from 'vitest'
import { sampleFlight } from './drone-model.ts'
import { planFlights, SPACING_SHARE } from './flight-plan.ts'
import { motionAt, planMotion } from './motion.ts'
import { planPlot } from './plot-plan.ts'
import { rectanglePlot, sampleAbility, samplePlot } from './simulator-samples.ts'

const home = samplePlot.takeoff!

describe('a plot of 200 m × 60 m', () => {
  const plan = planPlot(samplePlot.ring, 6, 6 * SPACING_SHARE)

  test('has a pass every 5.76 m from half a width inside, with 1 m free at both ends, in alternating directions', () => {
    expect(plan.swaths.length).toBe(10) // 3, 8.76, … 54.84; the next would be at 60.6
    expect(plan.swaths.map((swath) => swath.yM)[1]).toBeCloseTo(8.76, 3)
    for (const [i, swath] of plan.swaths.entries()) {
      expect(Math.abs(swath.toXM - swath.fromXM)).toBeCloseTo(198, 2)
      expect(Math.sign(swath.toXM - swath.fromXM)).toBe(i % 2 === 0 ? 1 : -1)
    }
  })

  test('is sprayed by flights that stop when the tank is empty, and continue from there', () => {
    const flights = planFlights(samplePlot, home, sampleAbility)
    // 16 L at 22.5 L/ha and 6 m width suffice for 1185.2 m of 1980 m
    expect(flights.length).toBe(2)
    expect(flights[0]!.sprayL).toBeCloseTo(16, 6)
    expect(flights[0]!.sweptM2).toBeCloseTo((16 / 22.5) * 10_000, 3)
    expect(flights[0]!.sweptM2 + flights[1]!.sweptM2).toBeCloseTo(1980 * 6, 1)
    const broken = flights[0]!.passes.at(-1)!
    expect(flights[1]!.passes[0]!.from[0]).toBeCloseTo(broken.to[0], 9)
    expect(flights[1]!.plotFinished).toBe(true)
  })

  test('covers the drawn area: 198 m × (9 × 5.76 m + 6 m), computed by hand', () => {
    const [whole] = planFlights(samplePlot, home, { ...sampleAbility, tankL: 100 })
    expect(whole!.coveredM2).toBeCloseTo(198 * (9 * 5.76 + 6), 0)
    expect(whole!.sweptM2).toBeCloseTo(198 * 60, 0)
  })

  test('stays within the battery’s endurance', () => {
    for (const flight of planFlights(samplePlot, home, {
      ...sampleAbility,
      tankL: 100,
      enduranceS: 240,
    })) {
      expect(flight.landingS).toBeLessThanOrEqual(240)
    }
  })
})

test('recesses of the plot are flown over with the pump off', () => {
  const outline = [
    [0, 0],
    [120, 0],
    [120, 60],
    [80, 60],
    [80, 20],
    [40, 20],
    [40, 60],
    [0, 60],
    [0, 0],
  ] as const
  const plane = rectanglePlot([100, 14], 1, 1)
  const metre = [plane.ring[1]![0] - 100, plane.ring[2]![1] - 14] as const
  const plot = {
    ...plane,
    ring: outline.map(([x, y]) => [100 + x * metre[0], 14 + y * metre[1]] as const),
  }
  const { swaths } = planPlot(plot.ring, 6, 6)
  expect(
    swaths
      .filter((swath) => swath.yM > 21)
      .every((swath) => Math.abs(swath.toXM - swath.fromXM) < 41),
  ).toBe(true)
  expect(swaths.filter((swath) => Math.abs(swath.yM - 27) < 0.1).length).toBe(2)
})

test('motion ends at the expected place and time, without jumps', () => {
  for (const [length, entry, cruise, exit] of [
    [200, 1.5, 6, 1.5],
    [8, 0, 10, 1.5],
    [2, 1.5, 6, 0],
    [0.4, 1.5, 6, 1.5],
  ] as const) {
    const motion = planMotion(length, entry, cruise, exit)
    expect(motionAt(motion, motion.durationS).distanceM).toBeCloseTo(length, 9)
    let last = 0
    for (let tS = 0; tS <= motion.durationS; tS += 0.01) {
      const { distanceM, speedMs } = motionAt(motion, tS)
      expect(distanceM - last).toBeGreaterThanOrEqual(-1e-9)
      expect(distanceM - last).toBeLessThanOrEqual(cruise * 0.011)
      expect(speedMs).toBeLessThanOrEqual(cruise + 1e-9)
      last = distanceM
    }
    expect(last).toBeCloseTo(length, 0)
  }
})

describe('what the drone reports', () => {
  const [flight] = planFlights(samplePlot, home, sampleAbility)
  const points = sampleFlight(flight!, { seed: 'a', startMs: 1_767_225_600_000 }).map(
    (sample) => sample.point,
  )

  test('is the same for the same seed, and different for another seed', () => {
    expect(
      sampleFlight(flight!, { seed: 'a', startMs: 1_767_225_600_000 }).map(
        (sample) => sample.point,
      ),
    ).toEqual(points)
    expect(
      sampleFlight(flight!, { seed: 'b', startMs: 1_767_225_600_000 }).map(
        (sample) => sample.point,
      ),
    ).not.toEqual(points)
  })

  test('goes forward in time about once a second', () => {
    const gaps = points.slice(1).map((point, i) => point.t - points[i]!.t)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
    expect(Math.max(...gaps)).toBeLessThan(1_500)
    expect(gaps.toSorted((a, b) => a - b)[gaps.length >> 1]).toBeGreaterThan(900)
  })

  test('reports the pump at both ends of every pass and an empty tank at the end', () => {
    const passes = points.filter((point, i) => point.pump && !points[i - 1]!.pump).length
    expect(passes).toBe(flight!.passes.length)
    expect(points.at(-1)!.tank).toBeCloseTo(0, 1)
    expect(points.at(-1)!.height).toBe(0)
    expect(Math.max(...points.map((point) => point.height))).toBeCloseTo(5, 1)
  })

  test('integrates to the litres sprayed from the tank', () => {
    let litres = 0
    for (let i = 1; i < points.length; i++) {
      if (points[i]!.pump && points[i - 1]!.pump)
        litres +=
          (((points[i]!.flow + points[i - 1]!.flow) / 2) * (points[i]!.t - points[i - 1]!.t)) /
          60_000
    }
    expect(Math.abs(litres / flight!.sprayL - 1)).toBeLessThan(0.02)
  })
})
