// Plans for several drones, flown by the simulator's model: checks the covered area and the
// distances between drones.
import { expect, test } from 'vitest'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { planGroup } from '@swath/planner/plan-group'
import type { GroupPlan, PlanSettings } from '@swath/planner/plan'
import { replanGroup } from '@swath/planner/replan'
import { coveredOnGridM2, type Pass } from './covered-truth.ts'
import { stateOnLeg, type Flight } from './flight-plan.ts'
import type { DroneAbility } from './fleet.ts'
import { flyRoute } from './improvise.ts'

const plane = new LocalPlane(100.5, 14.2)
const at = (x: number, y: number): LngLat => plane.fromPlane(x, y)
const outline: LngLat[] = [at(0, 0), at(180, 10), at(200, 100), at(100, 140), at(10, 110), at(0, 0)]
const hole: LngLat[] = [at(90, 50), at(105, 50), at(105, 65), at(90, 65), at(90, 50)]

const settingsFor = (count: number, change: Partial<PlanSettings> = {}): PlanSettings => ({
  plots: [[[outline, hole]]],
  obstacles: [],
  alignEdgeIndex: null,
  marginM: 1,
  holeMarginM: 3,
  headland: false,
  widthM: 5,
  overlapShare: 0.04,
  home: at(-25, -25),
  refillPlaces: [],
  separationM: 8,
  heightM: 3,
  transitHeightM: 6,
  windFromDeg: 60,
  doseLHa: 120,
  doseZones: [],
  drones: Array.from({ length: count }, () => ({
    tankL: 30,
    enduranceS: 600,
    speedMs: 5,
    transitSpeedMs: 8,
    serviceS: 60,
  })),
  cuts: null,
  ...change,
})

const ability: DroneAbility = {
  tankL: 31,
  swathWidthM: 6,
  spraySpeedMs: 6,
  transitSpeedMs: 8,
  enduranceS: 660,
  doseLHa: 15,
  heightM: 3,
}

type Flown = { readonly drone: number; readonly fromS: number; readonly flight: Flight }

/** Flies each route as a device would, starting at the plan's time. */
const flyPlan = (plan: GroupPlan): Flown[] =>
  plan.shares.flatMap(({ place, sorties }, drone) =>
    sorties.map(({ points, startS }): Flown => {
      const route = points.slice(1, -1).map((point) => ({ ...point, speedMs: 5, widthM: 5 }))
      const flown = flyRoute(route, place, ability)
      if (!flown.ok) throw new Error(flown.reason)
      return { drone, fromS: startS - flown.flight.takeoffS, flight: flown.flight }
    }),
  )

/** All passes in one plane. */
const passesOf = (flown: readonly Flown[]): Pass[] =>
  flown.flatMap(({ flight }) =>
    flight.passes.map(({ from, to, swathWidthM }) => {
      const [a, b] = [from, to].map(([x, y]) => plane.toPlane(flight.frame.toLngLat(x, y)))
      return { from: a!, to: b!, swathWidthM }
    }),
  )
const plannedPasses = (plan: GroupPlan): Pass[] =>
  plan.shares.flatMap(({ sorties }) =>
    sorties.flatMap(({ strips }) =>
      strips.map(({ from, to }) => ({
        from: plane.toPlane(from),
        to: plane.toPlane(to),
        swathWidthM: 5,
      })),
    ),
  )

type Fix = readonly [drone: number, x: number, y: number, heightM: number]

const fixesAt = (flown: readonly Flown[], tS: number): Fix[] =>
  flown.flatMap(({ drone, fromS, flight }): Fix[] => {
    const own = tS - fromS
    if (own < flight.takeoffS || own > flight.landingS) return []
    const leg = flight.legs.findLast(({ startS }) => startS <= own)!
    const state = stateOnLeg(flight.frame, leg, own - leg.startS)
    const [x, y] = plane.toPlane(flight.frame.toLngLat(...state.at))
    return state.heightM < 0.5 ? [] : [[drone, x, y, state.heightM]]
  })

const nearestM = (flown: readonly Flown[], untilS: number): number => {
  let least = Infinity
  for (let tS = 0; tS < untilS; tS++) {
    const fixes = fixesAt(flown, tS)
    for (const [i, a] of fixes.entries())
      for (const b of fixes.slice(i + 1))
        least = Math.min(least, Math.hypot(a[1] - b[1], a[2] - b[2], a[3] - b[3]))
  }
  return least
}

const planned = (settings: PlanSettings): GroupPlan => {
  const result = planGroup(settings)
  if (!result.ok) throw new Error(result.problem)
  return result.plan
}

test.each([1, 3, 8])('%i drones cover the planned area, and keep their distance', (count) => {
  const settings = settingsFor(count)
  const plan = planned(settings)
  expect(plan.totals.refillNum).toBeGreaterThan(0)
  const flown = flyPlan(plan)
  const meant = coveredOnGridM2(plannedPasses(plan))
  expect(Math.abs(coveredOnGridM2(passesOf(flown)) / meant - 1)).toBeLessThan(0.01)
  const litres = flown.reduce((sum, { flight }) => sum + flight.sprayL, 0)
  expect(Math.abs(litres / plan.totals.sprayL - 1)).toBeLessThan(0.01)
  expect(nearestM(flown, plan.totals.durationS + 60)).toBeGreaterThanOrEqual(settings.separationM)
})

test('after one of three drones drops out, the other two cover the rest', () => {
  const settings = settingsFor(3)
  const plan = planned(settings)
  const strips = plan.shares[1]!.sorties[0]!.strips
  const broken = strips[Math.floor(strips.length / 2)]!
  const { done, planned: anew } = replanGroup(
    plan,
    [
      { doneSortieNum: 1, brokeOffAt: null },
      { doneSortieNum: 0, brokeOffAt: broken.to },
      { doneSortieNum: 1, brokeOffAt: null },
    ],
    settingsFor(2),
  )
  if (!anew.ok) throw new Error(anew.problem)
  const before = done.map(({ from, to }) => ({
    from: plane.toPlane(from),
    to: plane.toPlane(to),
    swathWidthM: 5,
  }))
  const covered = coveredOnGridM2([...before, ...passesOf(flyPlan(anew.plan))])
  expect(Math.abs(covered / coveredOnGridM2(plannedPasses(plan)) - 1)).toBeLessThan(0.01)
})
