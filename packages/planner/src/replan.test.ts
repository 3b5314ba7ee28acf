import { expect, test } from 'vitest'
import { planGroup } from './plan-group.ts'
import type { GroupPlan, PlanStrip } from './plan.ts'
import { replanGroup } from './replan.ts'
import {
  at,
  measureNearest,
  testingDrones,
  testingPlane,
  testingSettings,
} from './testing-fields.ts'

const lengthOf = (strips: readonly Pick<PlanStrip, 'from' | 'to'>[]): number =>
  strips.reduce((sum, { from, to }) => {
    const [a, b] = [testingPlane.toPlane(from), testingPlane.toPlane(to)]
    return sum + Math.hypot(b[0] - a[0], b[1] - a[1])
  }, 0)
const stripsOf = (plan: GroupPlan) =>
  plan.shares.flatMap(({ sorties }) => sorties.flatMap(({ strips }) => strips))

test('the strips of a lost drone are flown by the others, to the metre', () => {
  const settings = testingSettings({ drones: testingDrones(3) })
  const before = planGroup(settings)
  if (!before.ok) throw new Error(before.problem)
  const { plan } = before
  const first = plan.shares[1]!.sorties[0]!.strips
  const broken = first[Math.floor(first.length / 2)]!
  const middle = [(broken.from[0] + broken.to[0]) / 2, (broken.from[1] + broken.to[1]) / 2] as const
  const { done, planned } = replanGroup(
    plan,
    [
      { doneSortieNum: 1, brokeOffAt: null },
      { doneSortieNum: 0, brokeOffAt: middle },
      { doneSortieNum: 0, brokeOffAt: null },
    ],
    { ...settings, drones: testingDrones(2) },
  )
  if (!planned.ok) throw new Error(planned.problem)
  const left = stripsOf(planned.plan)
  expect(lengthOf(done) + lengthOf(left)).toBeCloseTo(plan.totals.sprayM, 0)
  // from the middle of the strip on, and nothing before it
  expect(lengthOf(done.filter(({ line }) => line === broken.line))).toBeCloseTo(
    lengthOf([broken]) / 2,
    1,
  )
  const [one, other] = planned.plan.shares.map(({ sprayM }) => sprayM)
  expect(Math.abs(one! - other!)).toBeLessThanOrEqual(310)
  expect(measureNearest(planned.plan)).toBeGreaterThanOrEqual(settings.separationM)
})

test('when all is done nothing is left to fly', () => {
  const settings = testingSettings({ drones: testingDrones(1), home: at(-10, -10) })
  const before = planGroup(settings)
  if (!before.ok) throw new Error(before.problem)
  const doneSortieNum = before.plan.shares[0]!.sorties.length
  const { planned } = replanGroup(before.plan, [{ doneSortieNum, brokeOffAt: null }], settings)
  expect(planned).toMatchObject({ ok: true, plan: { totals: { sprayM: 0, sortieNum: 0 } } })
})
