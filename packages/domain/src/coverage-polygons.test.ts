import { describe, expect, test } from 'vitest'
import { buildRaster } from './covered-area.ts'
import { SwathRaster } from './swath-raster.ts'
import { coveragePolygons } from './coverage-polygons.ts'
import { LocalPlane } from './lng-lat.ts'
import { areaM2, checkPolygon, contains } from './polygon.ts'
import { PointColumns } from './telemetry-point.ts'
import { sprayingTrack } from './track-samples.ts'

const raster = (...lines: number[][]) => {
  const made = new SwathRaster(new LocalPlane(100.5, 13.7))
  for (const line of lines) made.addLine(Float64Array.from(line), 6)
  return made
}
const total = (shape: ReturnType<typeof coveragePolygons>) =>
  shape.reduce((sum, polygon) => sum + areaM2(polygon), 0)

describe('outline of the covered ground', () => {
  test('a strip is one ring of few corners and about its area', () => {
    const strip = raster([0, 0, 120, 50])
    const shape = coveragePolygons(strip)
    expect(shape).toHaveLength(1)
    expect(shape[0]).toHaveLength(1)
    expect(shape[0]![0]!.length).toBeLessThan(20)
    expect(Math.abs(total(shape) - strip.coveredM2) / strip.coveredM2).toBeLessThan(0.03)
  })

  test('an uncovered part is a hole, a separate part its own polygon, and an island in a hole too', () => {
    const shape = coveragePolygons(
      raster([0, 0, 60, 0, 60, 60, 0, 60, 0, -3], [200, 0, 260, 0], [20, 30, 40, 30]),
    )
    expect(shape.map((polygon) => polygon.length).sort((a, b) => a - b)).toEqual([1, 1, 2])
    const holed = shape.find((polygon) => polygon.length === 2)!
    const plane = new LocalPlane(100.5, 13.7)
    expect(contains(holed, ...plane.fromPlane(30, 20))).toBe(false)
    expect(contains(holed, ...plane.fromPlane(60, 20))).toBe(true)
  })

  test('only the area that two passes share', () => {
    const crossed = raster([0, 0, 60, 0], [30, -30, 30, 30])
    const shape = coveragePolygons(crossed, { part: 'repeated' })
    expect(shape).toHaveLength(1)
    expect(Math.abs(total(shape) - 36)).toBeLessThan(4)
    expect(coveragePolygons(raster([0, 0, 60, 0]), { part: 'repeated' })).toEqual([])
  })

  test('a field: valid polygons within 2 % of the figure', () => {
    const points = PointColumns.of(sprayingTrack({ minutes: 10, hz: 5, seed: 6 }))
    const field = buildRaster(points, 0, points.length, 5.5)
    const shape = coveragePolygons(field)
    for (const polygon of shape) {
      expect(polygon[0]![0]).toEqual(polygon[0]!.at(-1))
      expect(checkPolygon([polygon[0]!])).toEqual({ ok: true })
    }
    expect(Math.abs(total(shape) - field.coveredM2) / field.coveredM2).toBeLessThan(0.02)
    expect(shape.flat(2).length).toBeLessThan(500)
  })

  test('without covered ground there is no outline', () => {
    expect(coveragePolygons(raster())).toEqual([])
  })
})
