import { expect, test } from 'vitest'
import { computeUnitPx, pickVariant } from './stat-screen-variant.ts'

test('section 2: “Big variant is shown when the local flag BigScreen equals the text true; otherwise the small one”', () => {
  expect(pickVariant(null, true, false)).toBe('big')
  expect(pickVariant(null, false, false)).toBe('small')
  expect(pickVariant(null, false, true)).toBe('compact')
})

test('the URL can select another variant; invalid values are ignored', () => {
  expect(pickVariant('compact', true, false)).toBe('compact')
  expect(pickVariant('huge', false, false)).toBe('small')
})

test('a unit grows with the window, and more slowly on displays that are larger than the design', () => {
  const unitOf = (width: number, height: number) => computeUnitPx('big', { width, height })
  expect([unitOf(1366, 768), unitOf(1920, 1080), unitOf(3840, 2160)]).toEqual([0.711, 1, 1.5])
  // Every layout fits completely into the window.
  expect(computeUnitPx('small', { width: 1440, height: 900 })).toBe(0.75)
  expect(unitOf(1440, 900)).toBe(0.75)
})
