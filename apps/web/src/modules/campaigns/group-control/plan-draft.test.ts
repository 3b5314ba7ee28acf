import { expect, test } from 'vitest'
import {
  dosePerHa,
  dosePerUnit,
  emptyDraft,
  nameOf,
  nextDrone,
  toAsked,
  withCount,
} from './plan-draft.ts'
import { findMeetings, type Watched } from './find-meetings.ts'

test('the preview is requested as soon as there are plots, a position and drones', () => {
  const draft = emptyDraft()
  expect(toAsked(draft)).toBeNull()
  expect(toAsked({ ...draft, block: ['a'] })).toBeNull()
  expect(toAsked({ ...draft, block: ['a'], home: [120, 30] })).toMatchObject({
    block: ['a'],
    home: [120, 30],
    droneCount: 3,
    drones: [{ droneId: null, tankL: 30 }, {}, {}],
  })
})

test('a plan without a name is named after its plots', () => {
  const draft = {
    ...emptyDraft(),
    block: ['a', 'b'],
    plotNames: { a: 'East', b: 'West', c: 'Old' },
  }
  expect(nameOf(draft)).toBe('East, West')
  expect(nameOf({ ...draft, name: ' Spring ' })).toBe('Spring')
  expect(nameOf({ ...draft, plotNames: { a: 'x'.repeat(90) } })).toHaveLength(60)
})

test('added drones copy the last one’s settings, and no drone is used twice', () => {
  const drones = [nextDrone({ droneId: 'A-1', droneName: 'A', tankL: 16 })]
  const three = withCount(drones, 3)
  expect(three.map(({ droneId, tankL }) => [droneId, tankL])).toEqual([
    ['A-1', 16],
    [null, 16],
    [null, 16],
  ])
  expect(withCount(three, 1)).toEqual(drones)
  expect(withCount(drones, 99)).toHaveLength(20)
})

test('a dose is shown per unit of area of the person', () => {
  expect(dosePerUnit(15, 'mu')).toBeCloseTo(1, 4)
  expect(dosePerUnit(15, 'hectare')).toBeCloseTo(15, 6)
  expect(dosePerHa(dosePerUnit(22.5, 'rai'), 'rai')).toBeCloseTo(22.5, 9)
})

test('two airborne drones closer than planned are reported', () => {
  const one = (name: string, lng: number, isAirborne = true): Watched => ({
    position: 0,
    droneId: name,
    name,
    at: [lng, 30],
    heightM: 3,
    batteryPercent: null,
    isAirborne,
    isOffline: false,
  })
  const near = 120 + 5 / 96_000
  expect(findMeetings([one('A', 120), one('B', near)], 8)).toMatchObject([{ one: 'A', other: 'B' }])
  expect(findMeetings([one('A', 120), one('B', near, false)], 8)).toEqual([])
  expect(findMeetings([one('A', 120), one('B', 120 + 20 / 96_000)], 8)).toEqual([])
})
