import { expect, test } from 'vitest'
import { countSignName, toRing } from './count-signs.ts'

const counts = (spraying: number, flying: number, ground: number, offline: number) => ({
  spraying,
  flying,
  ground,
  offline,
})

test('the ring is complete, and every status that occurs is visible', () => {
  expect(toRing(counts(0, 0, 0, 5))).toEqual([0, 0, 0, 16])
  expect(toRing(counts(1, 1, 1, 1))).toEqual([4, 4, 4, 4])
  expect(toRing(counts(1, 0, 999, 0))).toEqual([1, 0, 15, 0])
  for (const [a, b, c, d] of [
    [1, 1, 1, 2],
    [3, 5, 7, 11],
    [1, 1, 1, 500],
    [33, 33, 33, 1],
  ] as const)
    expect(toRing(counts(a, b, c, d)).reduce((sum, share) => sum + share)).toBe(16)
  expect(toRing(counts(0, 0, 0, 0))).toEqual([0, 0, 0, 0])
})

test('equal images have one name', () => {
  expect(countSignName(31, counts(10, 10, 11, 0), 1, 'dark')).toBe('count-1-5-5-6-0-1-dark')
  expect(countSignName(32, counts(10, 11, 11, 0), 1, 'dark')).toMatch(/^count-1-5-/)
})
