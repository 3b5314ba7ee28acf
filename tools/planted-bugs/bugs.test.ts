import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plantedBugs } from './bugs.ts'

test.each(plantedBugs)('$name: what it replaces stands once', ({ file, find, replace }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
