import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demonstrationMap } from '@swath/fixtures/demonstration-map'
import { buildDemonstrationArchive } from './build-demonstration-archive.ts'

test('the shipped archive matches the current fields', () => {
  // If this fails the fields have moved: run node tools/geodata/demonstration-archive.ts
  expect(buildDemonstrationArchive().equals(readFileSync(demonstrationMap))).toBe(true)
})
