import { expect, test } from 'vitest'
import { breakName, countStraightNames } from './region-names.ts'

test('names are horizontal while the widest of them fits', () => {
  const chinese = ['河南', '黑龙江', '新疆', '浙江', '江苏', '湖南']
  expect(countStraightNames(chinese, 'domestic')).toBeGreaterThanOrEqual(chinese.length)
  const english = ['Henan', 'Heilongjiang', 'Xinjiang', 'Zhejiang', 'Jiangsu', 'Hunan']
  expect(countStraightNames(english, 'domestic')).toBeLessThan(english.length)
})

test('a long name breaks into a second line, and then fits', () => {
  const names = ['Thailand', 'South Korea', 'India'].map(breakName)
  expect(names).toEqual(['Thailand', 'South\nKorea', 'India'])
  expect(countStraightNames(names, 'overseas')).toBe(names.length)
})
