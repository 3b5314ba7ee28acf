// Flights of many drones as numeric columns: decoded once, then binary searched. Pure functions,
// shared by the worker, the screen and the tests.
import type { PlayedDrone } from '@swath/contract/flights/flights'
import { distanceBetweenM } from '@swath/domain/lng-lat'
import { isSprayed, meanOfKnown, sprays } from '@swath/domain/spray-path'
import { PointColumns } from '@swath/domain/telemetry-point'
import { decodeTrack } from '@swath/domain/track-columns'
import { isPacked, unpackTrack } from '@swath/domain/track-packing'
import { m2FromMu } from '@swath/domain/units'
import { pickLineRows } from './line-rows.ts'

/**
 * One drone's flights, concatenated in order of time, one row per point. Missing values are NaN.
 */
export type PlayedTrack = {
  readonly tMs: Float64Array
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly heightM: Float32Array
  readonly speedMs: Float32Array
  readonly headingDeg: Float32Array
  readonly flowLMin: Float32Array
  readonly batteryPercent: Float32Array
  /** 1 where the pump runs. */
  readonly sprays: Uint8Array
  /**
   * Area covered by the flight so far, m²: the swept area, scaled so that it ends at the record's
   * area.
   */
  readonly areaM2: Float32Array
  /** Litres sprayed by the flight so far, scaled likewise. */
  readonly sprayL: Float32Array
  /** The first row of each flight; the last element is the number of rows. */
  readonly flightFrom: Uint32Array
  /** The rows needed to draw the line. */
  readonly lineRows: Uint32Array
}

/** What the worker needs to know about a drone in addition to the bytes. */
export type TrackPlan = {
  readonly flights: readonly {
    readonly sortieId: string
    readonly coveredM2: number | null
    readonly sprayL: number | null
    readonly swathWidthM: number
  }[]
}

export const toTrackPlan = ({ flights }: PlayedDrone): TrackPlan => ({
  flights: flights.map(({ sortieId, sprayArea, sprayL, sprayWidth }) => ({
    sortieId,
    coveredM2: sprayArea === null ? null : m2FromMu(sprayArea),
    sprayL,
    swathWidthM: sprayWidth,
  })),
})

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const uuidAt = (bytes: Uint8Array, at: number): string => {
  let text = ''
  for (let i = 0; i < 16; i++)
    text += (i === 4 || i === 6 || i === 8 || i === 10 ? '-' : '') + hex[bytes[at + i]!]!
  return text
}

/** Splits a response of `getPlaybackTracks` by sortie id. @throws if it is truncated */
const splitParts = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const parts = new Map<string, Uint8Array>()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at + 16, true)
    if (at + 20 + length > bytes.length) throw new Error('The tracks are cut short')
    parts.set(uuidAt(bytes, at), bytes.subarray(at + 20, at + 20 + length))
    at += 20 + length
  }
  return parts
}

/**
 * The rows to show: positions out of range are dropped, and rows with the same time as the previous
 * one skipped (specification, section 3).
 */
const shownPoints = (bytes: Uint8Array | undefined): PointColumns => {
  const decoded = bytes ? (isPacked(bytes) ? unpackTrack(bytes) : decodeTrack(bytes)) : null
  if (!decoded) return new PointColumns(1)
  if (!decoded.ok) throw new Error(`A track cannot be read: ${decoded.reason}`)
  const { points } = decoded
  let isClean = true
  for (let row = 0; row < points.length && isClean; row++) isClean = isShown(points, row, row - 1)
  if (isClean) return points
  const kept = new PointColumns(points.length)
  let last = -1
  for (let row = 0; row < points.length; row++) {
    if (!isShown(points, row, last)) continue
    kept.appendFrom(points, row)
    last = row
  }
  return kept
}

const isShown = (points: PointColumns, row: number, last: number): boolean =>
  Math.abs(points.lng[row]!) <= 180 &&
  Math.abs(points.lat[row]!) <= 90 &&
  (last < 0 || points.tMs[row] !== points.tMs[last])

const emptyTrack = (rows: number, flights: number): PlayedTrack => ({
  tMs: new Float64Array(rows),
  lng: new Float64Array(rows),
  lat: new Float64Array(rows),
  heightM: new Float32Array(rows),
  speedMs: new Float32Array(rows),
  headingDeg: new Float32Array(rows),
  flowLMin: new Float32Array(rows),
  batteryPercent: new Float32Array(rows),
  sprays: new Uint8Array(rows),
  areaM2: new Float32Array(rows),
  sprayL: new Float32Array(rows),
  flightFrom: new Uint32Array(flights + 1),
  lineRows: new Uint32Array(0),
})

/** Computes litres and area so far, scaled to end at the record's figures. */
const sumUp = (
  track: PlayedTrack,
  points: PointColumns,
  from: number,
  { coveredM2, sprayL, swathWidthM }: TrackPlan['flights'][number],
): void => {
  let area = 0
  let litres = 0
  for (let row = 0; row < points.length; row++) {
    if (isSprayed(points, row)) {
      const passSwathWidthM = meanOfKnown(points.swathWidthM[row - 1]!, points.swathWidthM[row]!)
      area +=
        distanceBetweenM(
          points.lng[row - 1]!,
          points.lat[row - 1]!,
          points.lng[row]!,
          points.lat[row]!,
        ) * (Number.isNaN(passSwathWidthM) ? swathWidthM : passSwathWidthM)
      const flow = meanOfKnown(points.flowLMin[row - 1]!, points.flowLMin[row]!)
      if (!Number.isNaN(flow)) litres += (flow * (points.tMs[row]! - points.tMs[row - 1]!)) / 60_000
    }
    track.areaM2[from + row] = area
    track.sprayL[from + row] = litres
  }
  const areaFactor = coveredM2 === null || area === 0 ? 1 : coveredM2 / area
  const litreFactor = sprayL === null || litres === 0 ? 1 : sprayL / litres
  for (let row = from; row < from + points.length; row++) {
    track.areaM2[row] = track.areaM2[row]! * areaFactor
    track.sprayL[row] = track.sprayL[row]! * litreFactor
  }
}

const toPlayedTrack = (plan: TrackPlan, parts: ReadonlyMap<string, Uint8Array>): PlayedTrack => {
  const flights = plan.flights.map(({ sortieId }) => shownPoints(parts.get(sortieId)))
  const track = emptyTrack(
    flights.reduce((sum, points) => sum + points.length, 0),
    flights.length,
  )
  const lines: Uint32Array[] = []
  let from = 0
  for (const [index, points] of flights.entries()) {
    track.flightFrom[index] = from
    const { length } = points
    for (const name of [
      'tMs',
      'lng',
      'lat',
      'heightM',
      'speedMs',
      'headingDeg',
      'flowLMin',
      'batteryPercent',
    ] as const)
      track[name].set(points[name].subarray(0, length), from)
    for (let row = 0; row < length; row++) track.sprays[from + row] = sprays(points, row) ? 1 : 0
    sumUp(track, points, from, plan.flights[index]!)
    lines.push(pickLineRows(track, from, from + length))
    from += length
  }
  track.flightFrom[flights.length] = from
  const lineRows = new Uint32Array(lines.reduce((sum, rows) => sum + rows.length, 0))
  let at = 0
  for (const rows of lines) {
    lineRows.set(rows, at)
    at += rows.length
  }
  return { ...track, lineRows }
}

/**
 * Decodes a response of `getPlaybackTracks` into one track per drone, in the order of the plans.
 */
export const decodePlayback = (bytes: Uint8Array, plans: readonly TrackPlan[]): PlayedTrack[] => {
  const parts = splitParts(bytes)
  return plans.map((plan) => toPlayedTrack(plan, parts))
}
