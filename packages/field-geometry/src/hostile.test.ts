// Texts that used to take quadratic time: each of these ended after minutes, if at all.
import { expect, test } from 'vitest'
import { readWkt } from './read/wkt.ts'
import { openSystem } from './systems/coordinate-system.ts'

const letters = 2_000_000

test.each([
  `SRID=4326;POLYGON${' '.repeat(letters)}x`,
  `SRID=4326${' '.repeat(letters)}x`,
  'A'.repeat(letters),
  `GEOMETRYCOLLECTION(${'POLYGON('.repeat(letters / 8)}`,
  `GEOMETRYCOLLECTION(POLYGON${' '.repeat(letters)}x)`,
  `POLYGON(${'('.repeat(letters)}`,
])('a well-known text that is none, or never ends: %.30s', (text) => {
  expect(readWkt(text)?.geometry.kind ?? 'none').toBe('none')
})

test('polygons of a collection are each read once', () => {
  const ring = (lng: number): string => `((${lng} 1,${lng} 2,${lng + 1} 2,${lng} 1))`
  const parsed = readWkt(
    `SRID=4326; GEOMETRYCOLLECTION Z (POINT(1 2), POLYGON ${ring(10)}, MULTIPOLYGON((${ring(20)}), (${ring(30)})))`,
  )
  expect(parsed?.system).toBe('EPSG:4326')
  expect(parsed?.geometry).toMatchObject({ kind: 'polygons', parts: { length: 3 } })
})

test('an invalid name of a coordinate system', () => {
  expect(openSystem('EPSG'.repeat(letters))).toBeNull()
})
