import type { GroupPlanDetail, GroupPlanDrone } from '@swath/contract/campaigns/group-plans'
import { expect, test } from 'vitest'
import { computeDroneWork } from './plan-progress.ts'
import { gatherStarts } from './start-names.tsx'

/** A strip of about 111 m to the north. */
const strip = { from: [120, 30], to: [120, 30.001], drone: 0 }
const sortie = { strips: [strip] }
const plan = {
  route: { shares: [{ sorties: [sortie, sortie] }] },
  done: [strip, { ...strip, drone: 1 }],
  settings: { width: 6 },
} as unknown as GroupPlanDetail
const drone = (change: Partial<GroupPlanDrone>) =>
  ({ position: 0, share: 0, doneSortieNum: 0, ...change }) as GroupPlanDrone

test('a drone’s work counts its strips before and after the last replanning', () => {
  expect(computeDroneWork(plan, drone({})).part).toBeCloseTo(1 / 3)
  expect(computeDroneWork(plan, drone({ doneSortieNum: 1 })).part).toBeCloseTo(2 / 3)
  // It still flies a flight of the earlier plan: none of the route is finished.
  expect(computeDroneWork(plan, drone({ doneSortieNum: -1 })).part).toBeCloseTo(1 / 3)
  expect(computeDroneWork(plan, drone({ doneSortieNum: 2 })).part).toBe(1)
})

test('a removed drone has the area that it sprayed, and no share', () => {
  const { mu, part } = computeDroneWork(plan, drone({ position: 1, share: null }))
  expect(part).toBeNull()
  expect(mu).toBeCloseTo(1, 1) // 111 m × 6 m are 667 m², one mu
})

test('drones that start some metres apart share one label', () => {
  const start = (position: number, lng: number) => ({
    position,
    name: `${position}`,
    at: [lng, 30] as const,
  })
  const groups = gatherStarts([start(0, 120), start(1, 120.0001), start(2, 120.01)])
  expect(groups.map((group) => group.map(({ position }) => position))).toEqual([[0, 1], [2]])
})
