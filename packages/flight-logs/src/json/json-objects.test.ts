import { expect, test } from 'vitest'
import { JsonObjects } from './json-objects.ts'

const read = (text: string, pieceLength: number) => {
  const values: unknown[] = []
  const objects = new JsonObjects((value) => values.push(value))
  for (let at = 0; at < text.length; at += pieceLength)
    objects.push(text.slice(at, at + pieceLength))
  return { rest: objects.finish(), values, objects }
}

test.each([1, 3, 1_000])('objects in pieces of %i characters', (pieceLength) => {
  const { values, rest, objects } = read('[{"a":"}"},{"b":{"c":1}}] x {"d":', pieceLength)
  expect(values).toEqual([{ a: '}' }, { b: { c: 1 } }])
  expect(rest).toBe('{"d":')
  expect([objects.bad, objects.skipped]).toEqual([0, 1])
})

test.each(['{', '{"a":"', '{"a":[', '{{', '["'])(
  'an unfinished object is concatenated from its pieces only a few times: %s',
  (start) => {
    const text = start + '0 ,'.repeat(300_000)
    expect(read(text, 1_000).objects.copied).toBeLessThan(6 * text.length)
  },
)
