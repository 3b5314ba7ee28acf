import { describe, expect, test } from 'vitest'
import { isGroundPassed, mergeProgress, type Ground, type Progress } from './plots-on-map.ts'

const plot = (blockId: string): Ground['items'][number] => ({
  blockId,
  blockName: `Field ${blockId}`,
  village: '',
  parts: [],
})
const covered = (blockId: string, coveredRatio: number) => ({ blockId, coveredRatio })
const ground: Ground = { items: [plot('a'), plot('b'), plot('c')], total: 3, atMs: 1000 }
const progressOf = (items: Progress['items'], total = 3, atMs = 2000): Progress => ({
  items,
  total,
  atMs,
})
const ratios = (progress: Progress | undefined, of: Ground | undefined = ground) =>
  mergeProgress(of, progress).map(({ id, coveredRatio }) => [id, coveredRatio])

describe('plots of a task on the map', () => {
  test('nothing is shown before both are known', () => {
    expect(mergeProgress(undefined, progressOf([covered('a', 1)]))).toEqual([])
    expect(isGroundPassed(undefined, progressOf([]))).toBe(false)
    expect(ratios(undefined)).toEqual([])
    expect(isGroundPassed(ground, undefined)).toBe(false)
  })

  test('progress is shown on it, and a plot without progress is bare again', () => {
    const progress = progressOf([covered('a', 0.9), covered('b', 0.1)])
    expect(ratios(progress)).toEqual([
      ['a', 0.9],
      ['b', 0.1],
      ['c', 0],
    ])
    expect(isGroundPassed(ground, progress)).toBe(false)
  })

  test('a plot that vanished triggers a reload of the shapes', () => {
    expect(isGroundPassed(ground, progressOf([covered('a', 0.2)], 2))).toBe(true)
  })

  test('a new plot is not shown without its shape, which is reloaded', () => {
    const progress = progressOf([covered('a', 0.2), covered('d', 1)], 4)
    expect(ratios(progress).map(([id]) => id)).toEqual(['a', 'b', 'c'])
    expect(isGroundPassed(ground, progress)).toBe(true)
  })

  test('a plot that replaces another is noticed although the count is the same', () => {
    expect(isGroundPassed(ground, progressOf([covered('d', 1)]))).toBe(true)
  })

  test('plots smaller than those on the map do not reload the shapes', () => {
    const largest: Ground = { ...ground, total: 6000 }
    expect(isGroundPassed(largest, progressOf([covered('d', 1)], 6000))).toBe(false)
    expect(isGroundPassed(largest, progressOf([], 6001))).toBe(true)
  })

  test('an answer that is older than the ground does not ask for it anew', () => {
    const late = progressOf([covered('a', 0.1), covered('d', 1)], 4, 900)
    expect(isGroundPassed(ground, late)).toBe(false)
  })

  test('after the reload nothing is requested again', () => {
    const progress = progressOf([covered('d', 1)], 4)
    const anew: Ground = { items: [plot('a'), plot('d')], total: 2, atMs: 2500 }
    expect(isGroundPassed(anew, progress)).toBe(false)
  })
})
