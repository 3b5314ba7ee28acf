import { expect, test } from 'vitest'
import { gather } from './gather.ts'

const lng = [120.01, 120.02, 120.03, 120.04, 113.6]
const lat = [30.2, 30.21, 30.2, 30.22, 34.7]

test('overlapping signs are merged into one with a number; none is lost', () => {
  const { single, groups } = gather(lng, lat, 4)
  expect(single).toEqual([4])
  expect(groups).toHaveLength(1)
  expect(groups[0]!.members).toEqual([0, 1, 2, 3])
  expect(groups[0]!.lng).toBeCloseTo(120.025, 6)
})

test('groups on both sides of a cell border have one sign, where most of them are', () => {
  // At zoom 4 a cell is 1.934° wide; 0° is a border.
  const west = [-0.3, -0.2, -0.1]
  const east = [0.1, 0.2, 0.3, 0.4]
  const { single, groups } = gather([...west, ...east], Array(7).fill(10), 4)
  expect(single).toEqual([])
  expect(groups).toHaveLength(1)
  expect(groups[0]!.members.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(groups[0]!.lng).toBeCloseTo(0.25, 6)
})

test('when zoomed in, each drone is drawn', () => {
  expect(gather(lng, lat, 10)).toEqual({ single: [0, 1, 2, 3, 4], groups: [] })
})

test('the selected drone is never merged', () => {
  const { single, groups } = gather(lng, lat, 4, 1)
  expect(single.toSorted((a, b) => a - b)).toEqual([1, 4])
  expect(groups[0]!.members).toEqual([0, 2, 3])
})
