// Values of a track at a moment and over time: pure functions, shared by playback and drawing.
import type { Track } from '@swath/contract/flights/flights'
import { buildRaster } from '@swath/domain/covered-area'
import { coveragePolygons, type CoverageShape } from '@swath/domain/coverage-polygons'
import { UNTOLD } from '@swath/domain/telemetry-fields'
import { PointColumns } from '@swath/domain/telemetry-point'

/** The last row that is not after `tMs`; 0 before the first. */
export const rowAt = (times: readonly number[], tMs: number): number => {
  let low = 0
  let high = times.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (times[middle]! <= tMs) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/**
 * Periods with the pump on, ms since 1970: from the first point with it to the first one without.
 */
export const sprayStretches = (
  track: Pick<Track, 'recordTime' | 'spraying'>,
): (readonly [fromMs: number, toMs: number])[] => {
  const stretches: [number, number][] = []
  let since: number | null = null
  for (const [row, isOn] of track.spraying.entries()) {
    const tMs = track.recordTime[row]!
    if (isOn && since === null) since = tMs
    if (!isOn && since !== null) {
      stretches.push([since, tMs])
      since = null
    }
  }
  const last = track.recordTime.at(-1)
  if (since !== null && last !== undefined && last > since) stretches.push([since, last])
  return stretches
}

/** The map cannot draw longer lines in one piece (65,535 vertices, ten per point). */
const mostPoints = 5_500

/**
 * The rows to draw: all of them or, for very long tracks, evenly spaced ones and each where the
 * pump switches.
 */
export const drawnRows = (track: Pick<Track, 'spraying'>): number[] => {
  const count = track.spraying.length
  const every = Math.max(1, Math.ceil(count / mostPoints))
  return Array.from({ length: count }, (_, row) => row).filter(
    (row) =>
      row % every === 0 || row === count - 1 || track.spraying[row] !== track.spraying[row - 1],
  )
}

/** Consecutive points with the same state, joined where the state changes. */
export const trackPieces = (
  track: Pick<Track, 'lng' | 'lat' | 'spraying'>,
): { spraying: boolean; places: [number, number][] }[] => {
  const pieces: { spraying: boolean; places: [number, number][] }[] = []
  const rows = drawnRows(track)
  for (const [index, row] of rows.entries()) {
    const to = rows[index + 1]
    if (to === undefined) break
    const spraying = track.spraying[row]!
    const next: [number, number] = [track.lng[to]!, track.lat[to]!]
    const open = pieces.at(-1)
    if (open?.spraying === spraying) open.places.push(next)
    else pieces.push({ spraying, places: [[track.lng[row]!, track.lat[row]!], next] })
  }
  return pieces
}

/** Ground that separate passes of the sortie covered at least twice, as polygons. */
export const repeatedGround = (track: Track, swathWidthM: number): CoverageShape => {
  const points = new PointColumns(track.recordTime.length)
  for (let row = 0; row < track.recordTime.length; row++) {
    points.append({
      tMs: track.recordTime[row]!,
      lng: track.lng[row]!,
      lat: track.lat[row]!,
      ...UNTOLD,
      speedMs: track.xspeed[row] ?? null,
      flowLMin: track.flow[row] ?? null,
      pumpOn: track.spraying[row]!,
      swathWidthM: track.width[row] ?? null,
      boot: null,
      seq: null,
    })
  }
  return points.length < 2
    ? []
    : coveragePolygons(buildRaster(points, 0, points.length, swathWidthM), {
        part: 'repeated',
        minAreaM2: 4,
      })
}

/** Converts a track for the map's track layer. */
export const trackColumns = (track: Track) => {
  const rows = drawnRows(track)
  return {
    lng: rows.map((row) => track.lng[row]!),
    lat: rows.map((row) => track.lat[row]!),
    tMs: rows.map((row) => track.recordTime[row]!),
    pumpOn: rows.map((row) => track.spraying[row]!),
    headingDeg: rows.map((row) => track.heading[row] ?? Number.NaN),
  }
}
