import type { Track } from '@swath/contract/flights'
import { rasterOf } from '@swath/domain/covered-area'
import { coveragePolygons } from '@swath/domain/coverage-polygons'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { sprays } from '@swath/domain/spray-path'

const numbers = (column: Float64Array, rows: readonly number[]): (number | null)[] =>
  rows.map((row) => (Number.isNaN(column[row]!) ? null : column[row]!))

/**
 * The points that people get to see: those outside the ranges of longitude and latitude are
 * dropped, and a point with the same time in milliseconds as the one before it is skipped
 * (specification, section 3).
 */
export const shownRows = (points: PointColumns): number[] => {
  const rows: number[] = []
  for (let row = 0; row < points.length; row += 1) {
    // nor without a place
    if (!(Math.abs(points.lng[row]!) <= 180 && Math.abs(points.lat[row]!) <= 90)) continue
    if (rows.length > 0 && points.tMs[rows.at(-1)!] === points.tMs[row]) continue
    rows.push(row)
  }
  return rows
}

/** As a map draws it. */
export const trackOf = (points: PointColumns, sortieId: string, droneId: string): Track => {
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
    width: numbers(points.widthM, rows),
  }
}

/** Covered ground as GeoJSON polygons, WGS-84. */
export const coveredRings = (points: PointColumns, defaultWidthM: number): [number, number][][][] =>
  points.length < 2
    ? []
    : coveragePolygons(rasterOf(points, 0, points.length, defaultWidthM)).map((polygon) =>
        polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
      )
