import { expect, test } from 'vitest'
import { splitEvenly } from './split-evenly.ts'
import { createRandom } from './testing-fields.ts'

test('no two blocks of any row differ by more than its largest member', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed)
    const lengths = Array.from({ length: 5 + Math.floor(random() * 60) }, () => 1 + 99 * random())
    const blocks = 2 + Math.floor(random() * 7)
    const cuts = splitEvenly(lengths, blocks)
    const ends = [0, ...cuts, lengths.length]
    const sums = ends
      .slice(1)
      .map((end, i) => lengths.slice(ends[i], end).reduce((sum, one) => sum + one, 0))
    expect(sums).toHaveLength(blocks)
    if (lengths.length > blocks)
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(...lengths) + 1e-6)
  }
})

test('more drones than lines: one line each, and nothing for the last', () => {
  expect(splitEvenly([10, 10], 4)).toEqual([1, 2, 2])
  expect(splitEvenly([], 3)).toEqual([0, 0])
})
