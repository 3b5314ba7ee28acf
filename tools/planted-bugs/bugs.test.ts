import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedBugs } from './bugs.ts'
import { countIn, replaceIn } from './plant.ts'

test.each(plantedBugs)(
  '$name: the code that it replaces occurs once',
  ({ file, find, replace }) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(countIn(text, find)).toBe(1)
    expect(replaceIn(text, find, replace)).not.toBe(text)
  },
)

test('a bug is planted in any layout of the code', () => {
  const find = "where('id', '=', id).where(inScope(scope, columns))"
  const laidOut =
    "  query\n    .where('id', '=', id)\n    .where(\n      inScope(scope, columns),\n    )\n    .all()\n"
  expect(countIn(laidOut, find)).toBe(1)
  expect(replaceIn(laidOut, find, "where('id', '=', id)")).toBe(
    "  query\n    .where('id', '=', id)\n    .all()\n",
  )
  expect(replaceIn(laidOut, 'nothing like it', 'x')).toBe(laidOut)
})
