import type { PointColumns } from '@swath/domain/telemetry-point'
import { encodeTrack } from '@swath/domain/track-columns'
import { movePackedTrack, packTrack } from '@swath/domain/track-packing'

/** As long as the names of moved flights, so that one can replace the other. */
export const templateBoot = 'aaaaaa'

/**
 * When a template's first point is measured. Moved flights are later or earlier by whole
 * milliseconds.
 */
export const templateStartMs = Date.UTC(2026, 0, 1)

/** Steps of a track's longitude in a degree. */
export const lngSteps = 1e7

/** The bytes of a template's track, and where the fields are that differ in a moved flight. */
export type MovableTrack = {
  readonly bytes: Uint8Array
  readonly packed: Uint8Array
  readonly bootAt: number
  readonly timeAt: number
  readonly timeLength: number
  readonly lngAt: number
  readonly firstLng: number
}

/** @throws when the bytes are not in the layout of packages/domain/src/track-columns.ts */
export const toMovableTrack = (points: PointColumns): MovableTrack => {
  const firstMs = points.tMs[0]!
  const bytes = Buffer.from(encodeTrack(points))
  const bootAt = bytes.indexOf(templateBoot)
  const time = varint(firstMs * 2)
  // count of columns, then the first column: its id 1 (time), presence 0 (all), the order of its
  // differences
  const column = bootAt + templateBoot.length + 1
  const timeAt = column + 3
  const found = bytes.subarray(timeAt, timeAt + time.length)
  const firstLng = Math.round(points.lng[0]! * lngSteps)
  // its id 2 (longitude), presence 0 (all), the order of its differences
  const lng = varint(firstLng * 2)
  const places = [1, 2].map((order) => bytes.indexOf(Buffer.from([2, 0, order, ...lng]), timeAt))
  const lngAt = Math.max(...places) + 3
  if (
    lngAt < 3 ||
    bootAt < 0 ||
    bytes[column] !== 1 ||
    bytes[column + 1] !== 0 ||
    !found.equals(time)
  )
    throw new Error('A track is not laid out as expected')
  const packed = packTrack(points)
  if (!packed) throw new Error('A track cannot be packed')
  return { bytes, packed, bootAt, timeAt, timeLength: time.length, lngAt, firstLng }
}

/**
 * The bytes for a flight at another time, farther east or west, under another boot name, without
 * encoding it again: 60,000 of them are hashed at the first start. Only three fields differ, because
 * all other times and longitudes are stored as differences: the one boot name (as long as the
 * template's), the first time and the first longitude. `eastSteps`: of longitude. The bytes are
 * overwritten by the next call.
 */
export const trackAt = (
  { bytes, bootAt, timeAt, timeLength, lngAt, firstLng }: MovableTrack,
  firstMs: number,
  boot: string,
  eastSteps = 0,
): Uint8Array => {
  const time = varint(firstMs * 2)
  const lng = varint((firstLng + eastSteps) * 2)
  if (
    boot.length !== templateBoot.length ||
    time.length !== timeLength ||
    lng.length !== varint(firstLng * 2).length
  )
    throw new Error(`A track cannot be moved to ${firstMs} and ${eastSteps} as ${boot}`)
  bytes.set(Buffer.from(boot, 'latin1'), bootAt)
  bytes.set(time, timeAt)
  bytes.set(lng, lngAt)
  return bytes
}

/** The same as it is stored. */
export const packedTrackAt = (
  { packed, firstLng }: MovableTrack,
  firstMs: number,
  boot: string,
  eastSteps = 0,
): Uint8Array => {
  const moved = movePackedTrack(packed, [boot], { tMs: firstMs, lng: firstLng + eastSteps })
  if (!moved) throw new Error('A track is not packed')
  return moved
}

/** LEB128; times are beyond 32 bits, so by division. */
const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}
