import type { Track } from '@swath/contract/flights/flights'
import { DRAWN_CELLS, buildRaster } from '@swath/domain/covered-area'
import { coveragePolygons } from '@swath/domain/coverage-polygons'
import { PointColumns } from '@swath/domain/telemetry-point'
import { sprays } from '@swath/domain/spray-path'

const numbers = (column: Float64Array, rows: readonly number[]): (number | null)[] =>
  rows.map((row) => (Number.isNaN(column[row]!) ? null : column[row]!))

/**
 * Points that people see: those with coordinates out of range are dropped, and a point with the
 * same time in milliseconds as the one before it is skipped (specification, section 3).
 */
export const shownRows = (points: PointColumns): number[] => {
  const rows: number[] = []
  for (let row = 0; row < points.length; row += 1) {
    // Also drops NaN, for points without a position.
    if (!(Math.abs(points.lng[row]!) <= 180 && Math.abs(points.lat[row]!) <= 90)) continue
    if (rows.length > 0 && points.tMs[rows.at(-1)!] === points.tMs[row]) continue
    rows.push(row)
  }
  return rows
}

/** Those rows alone. */
export const shownPoints = (points: PointColumns): PointColumns => {
  const rows = shownRows(points)
  if (rows.length === points.length) return points
  const kept = new PointColumns(rows.length)
  for (const row of rows) kept.appendFrom(points, row)
  return kept
}

/**
 * All points if there are few enough; else every n-th and the last, and points where the pump was
 * switched as far as the limit allows.
 */
export const thinned = (points: PointColumns, atMost: number): PointColumns => {
  if (points.length <= atMost) return points
  const every = Math.ceil((2 * points.length) / atMost)
  const kept = new PointColumns(atMost)
  for (let row = 0; row < points.length; row++) {
    const isDue = row % every === 0 || row === points.length - 1
    const isSwitch = points.pumpOn[row] !== points.pumpOn[row - 1]
    const room = atMost - kept.length - Math.ceil((points.length - row) / every)
    if (isDue || (isSwitch && room > 0)) kept.appendFrom(points, row)
  }
  return kept
}

/** A track in the format of the map. */
export const toTrack = (points: PointColumns, sortieId: string, droneId: string): Track => {
  const rows = shownRows(points)
  return {
    sortieId,
    droneId,
    recordTime: rows.map((row) => points.tMs[row]!),
    lng: rows.map((row) => points.lng[row]!),
    lat: rows.map((row) => points.lat[row]!),
    height: numbers(points.heightM, rows),
    xspeed: numbers(points.speedMs, rows),
    heading: numbers(points.headingDeg, rows),
    flow: numbers(points.flowLMin, rows),
    battery: numbers(points.batteryPercent, rows),
    spraying: rows.map((row) => sprays(points, row)),
    width: numbers(points.swathWidthM, rows),
  }
}

/** Covered ground as GeoJSON polygons, WGS-84. */
export const coveredRings = (
  points: PointColumns,
  defaultSwathWidthM: number,
): [number, number][][][] =>
  points.length < 2
    ? []
    : coveragePolygons(buildRaster(points, 0, points.length, defaultSwathWidthM, DRAWN_CELLS)).map(
        (polygon) => polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      )
