import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooDeep } from './json-body.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test('a hundred levels are accepted, one more is not', () => {
  expect([isTooDeep(nested(100)), isTooDeep(nested(101))]).toEqual([false, true])
  expect(isTooDeep('{"a":'.repeat(101))).toBe(true)
})

test('brackets in strings are no levels, also after escaped quotes', () => {
  for (const text of ['['.repeat(200), `"${'['.repeat(200)}`, `\\"${'{'.repeat(200)}`])
    expect(isTooDeep(JSON.stringify({ text }))).toBe(false)
  expect(isTooDeep(`{"a":"\\\\","b":${nested(101)}}`)).toBe(true)
})

test('many values next to each other are not deep', () => {
  expect(isTooDeep(JSON.stringify(Array.from({ length: 10_000 }, () => [{ a: [] }])))).toBe(false)
})

test('ordinary values are accepted', () => {
  fc.assert(fc.property(fc.json(), (text) => !isTooDeep(text)))
})
