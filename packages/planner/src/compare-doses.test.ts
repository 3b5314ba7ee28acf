import { expect, test } from 'vitest'
import { compareDoses, type SprayTrack } from './compare-doses.ts'
import { planGroup } from './plan-group.ts'
import { ringOf, testingDrones, testingSettings } from './testing-fields.ts'

const west = ringOf([
  [0, 0],
  [150, 0],
  [150, 200],
  [0, 200],
])
const settings = testingSettings({
  drones: testingDrones(2),
  doseZones: [{ parts: [[west]], doseLHa: 30 }],
})
const planned = planGroup(settings)
if (!planned.ok) throw new Error(planned.problem)
const sorties = planned.plan.shares.flatMap((share) => share.sorties)
const strips = sorties.flatMap((sortie) => sortie.strips)

/** Flown as planned, with a share of the planned flow. */
const flown = (ofFlow: number): SprayTrack[] =>
  strips.map(({ from, to, doseLHa }) => {
    const seconds = 20
    const share = (i: number, axis: 0 | 1): number =>
      from[axis] + ((to[axis] - from[axis]) * i) / seconds
    const lengthM = Math.hypot((to[0] - from[0]) * 96_220, (to[1] - from[1]) * 110_850)
    const steps = Array.from({ length: seconds + 1 }, (_, i) => i)
    return {
      tMs: steps.map((i) => i * 1000),
      lng: steps.map((i) => share(i, 0)),
      lat: steps.map((i) => share(i, 1)),
      flowLMin: steps.map(() => ((lengthM * 5 * doseLHa) / 10_000 / seconds) * 60 * ofFlow),
      isSprayed: steps.map(() => true),
    }
  })

test('an area of each dose gets the planned amount, or less, according to the flow', () => {
  const asked = { ...settings, strips }
  const rows = compareDoses(asked, flown(1))
  expect(rows.map(({ doseLHa }) => doseLHa)).toEqual([18, 30])
  for (const { plannedL, sprayedL, plannedM2, sprayedM2 } of rows) {
    expect(sprayedL / plannedL).toBeCloseTo(1, 2)
    expect(sprayedM2 / plannedM2).toBeCloseTo(1, 2)
  }
  const half = compareDoses(asked, flown(0.5))
  for (const { plannedL, sprayedL } of half) expect(sprayedL / plannedL).toBeCloseTo(0.5, 2)
})

test('unsprayed ground and ground outside the plots are not counted', () => {
  const settingsWithStrips = { ...settings, strips }
  const far = { ...settings, strips, plots: [[[west]]] }
  const [first] = flown(1)
  const off = { ...first!, isSprayed: Array.from(first!.tMs).map(() => false) }
  for (const row of compareDoses(settingsWithStrips, [off])) expect(row.sprayedL).toBe(0)
  const east = strips.findIndex(({ from, to }) => Math.min(from[0], to[0]) > west[1]![0])
  for (const row of compareDoses(far, [flown(1)[east]!])) expect(row.sprayedL).toBe(0)
})
