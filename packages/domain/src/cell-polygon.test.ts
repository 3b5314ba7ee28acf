import { describe, expect, test } from 'vitest'
import { SAMPLES, SAMPLE_X, SAMPLE_Y } from './cell-masks.ts'
import { CellPolygon } from './cell-polygon.ts'
import { LocalPlane, type LngLat } from './lng-lat.ts'
import { contains, type Polygon } from './polygon.ts'

const plane = new LocalPlane(116.39, 39.9)
const cellM = 0.5
const columns = 24
const rows = 22
/** Corners in cells, some of them on lines of the raster, with edges along them. */
const shapes: Record<string, readonly (readonly (readonly [number, number])[])[]> = {
  'a slanted field with a pond and an island in it': [
    [
      [1.3, 2.1],
      [21.7, 4.9],
      [19.2, 19.4],
      [3.6, 17.8],
    ],
    [
      [6.2, 6.7],
      [15.4, 7.1],
      [14.8, 14.9],
      [7.3, 13.6],
    ],
    [
      [9.1, 9.3],
      [12.4, 9.8],
      [11.2, 12.1],
    ],
  ],
  'two parts along lines of the raster': [
    [
      [2, 3],
      [9, 3],
      [9, 12],
      [2, 12],
    ],
    [
      [11, 5],
      [20, 5],
      [20, 18.5],
      [11, 18.5],
    ],
  ],
  'a star whose arms are narrower than a cell': [
    Array.from({ length: 18 }, (_, i) => {
      const radius = i % 2 === 0 ? 9.7 : 0.4
      const angle = (i * Math.PI) / 9 + 0.1
      return [12 + radius * Math.cos(angle), 11 + radius * Math.sin(angle)] as const
    }),
  ],
}

describe.each(Object.entries(shapes))('%s', (_, rings) => {
  const polygon: Polygon = rings.map((ring) =>
    ring.map(([x, y]): LngLat => plane.fromPlane(x * cellM, y * cellM)),
  )
  const shape = new CellPolygon(polygon, plane, cellM)

  test('has in each cell the samples inside it', () => {
    for (let row = -1; row < rows; row++)
      for (let column = -1; column < columns; column++) {
        let expected = 0
        for (let s = 0; s < SAMPLES; s++) {
          const x = (column + SAMPLE_X[s]!) * cellM
          const y = (row + SAMPLE_Y[s]!) * cellM
          if (contains(polygon, ...plane.fromPlane(x, y))) expected |= 1 << s
        }
        expect(shape.maskAt(column, row) >>> 0, `${column}, ${row}`).toBe(expected >>> 0)
      }
  })

  test('describes the same as runs, from left to right', () => {
    for (let row = -1; row < rows; row++) {
      const fromRuns = Array.from({ length: columns }, () => 0)
      let last = -Infinity
      for (const { from, to, isWhole } of shape.runsAt(row)) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
        for (let column = from; column < to; column++)
          fromRuns[column] = isWhole ? 0xffff_ffff : shape.crossedMask(column, row) >>> 0
      }
      const asked = fromRuns.map((_mask, column) => shape.maskAt(column, row) >>> 0)
      expect(fromRuns, String(row)).toEqual(asked)
    }
  })
})
