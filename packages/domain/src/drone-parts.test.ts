import { expect, test } from 'vitest'
import { toHwId, toPartKind } from './drone-parts.ts'

test.each([
  ['ab12-9f', 'AB12-9F'],
  [' ＡＢ12\t34 ', 'AB1234'],
  ['x', null],
  ['-12', null],
  ['电池 1', null],
  ['A'.repeat(65), null],
])('the number %j is compared as %j', (text, number) => {
  expect(toHwId(text)).toBe(number)
})

test('an unknown kind is read as another part, and not dropped', () => {
  expect([toPartKind('battery'), toPartKind('parachute')]).toEqual(['battery', 'other'])
})
