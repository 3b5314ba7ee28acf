import { expect, test } from 'vitest'
import { findClass, findClassLimits } from './area-classes.ts'

test('the classes end below the largest area, in even steps of a logarithmic scale', () => {
  expect(findClassLimits(148_191)).toEqual([3_000, 10_000, 30_000, 100_000])
  expect(findClassLimits(30_000)).toEqual([1_000, 3_000, 10_000, 30_000])
  expect(findClassLimits(29_999)).toEqual([300, 1_000, 3_000, 10_000])
  expect(findClassLimits(0)).toEqual([])
})

test('an area is in the class whose lower limit it reaches, and no work has none', () => {
  const limits = findClassLimits(148_191)
  expect([148_191, 15_237, 6_687, 12, 0].map((area) => findClass(area, limits))).toEqual([
    4,
    2,
    1,
    0,
    null,
  ])
})
