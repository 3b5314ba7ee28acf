// Frames of drones as differences from the frame before, for consoles that announce in `hello` that
// they can read them. After a whole frame come such differences, numbered from 1, until the console
// sends a view again, which is also how it recovers. Clusters are always whole.
import {
  decodeFrame,
  encodeDrones,
  flightCodes,
  type LiveDroneRecord,
  type LiveFrame,
} from './live.ts'

/**
 * version u8, kind u8, number u16, server time f64, big-endian. Then unsigned LEB128 numbers, and
 * signed ones in zigzag form; an index is written as its distance from the one before.
 * - count, and index of each drone that is gone
 * - count, and each drone that changed: index among those that stay, mask of its fields, difference
 *   of each
 * - count, and each new drone: slot, and all fields
 */
const version = 1
const deltaKind = 3
const headerBytes = 12

/**
 * Of each drone: position in 1e-7°, heading in 0.01°, flags, battery, speed in cm/s, height in dm,
 * and the time of its last message in 0.1 s (-1: never), so that a silent drone does not change.
 */
const fieldCount = 8
const missing = { heading: 0xffff, battery: 0xff, speed: 0xffff, height: -0x8000 }
const never = -1
const longAgoDs = 0xffff_ffff

type Table = { slots: number[]; values: Float64Array }

const clamp = (least: number, most: number, value: number): number =>
  Math.min(most, Math.max(least, value))

/** When the drone was heard: does not depend on the time of the frame. */
const heardAt = (serverTimeMs: number, { ageS }: LiveDroneRecord): number =>
  isNever(ageS) ? never : Math.floor(Math.round(serverTimeMs - ageS * 1000) / 100)

/** The same, from the age that a whole frame contains. */
const heardBefore = (serverTimeMs: number, { ageS }: LiveDroneRecord): number =>
  isNever(ageS) ? never : Math.round(serverTimeMs / 100) - Math.round(ageS * 10)

const isNever = (ageS: number): boolean => Math.round(ageS * 10) >= longAgoDs

const writeFields = (
  values: Float64Array,
  at: number,
  drone: LiveDroneRecord,
  heardDs: number,
): void => {
  const { headingDeg, batteryPercent, speedMs, heightM } = drone
  values[at] = Math.round(drone.lng * 1e7)
  values[at + 1] = Math.round(drone.lat * 1e7)
  values[at + 2] =
    headingDeg === null ? missing.heading : Math.round((((headingDeg % 360) + 360) % 360) * 100)
  values[at + 3] =
    flightCodes.indexOf(drone.flight) | (drone.locked ? 4 : 0) | (drone.simulated ? 8 : 0)
  values[at + 4] =
    batteryPercent === null ? missing.battery : clamp(0, 100, Math.round(batteryPercent))
  values[at + 5] = speedMs === null ? missing.speed : clamp(0, 0xfffe, Math.round(speedMs * 100))
  values[at + 6] =
    heightM === null ? missing.height : clamp(-0x7fff, 0x7fff, Math.round(heightM * 10))
  values[at + 7] = heardDs
}

const readAgeS = (heardDs: number, serverTimeMs: number): number =>
  heardDs === never
    ? longAgoDs / 10
    : clamp(0, longAgoDs - 1, Math.round(serverTimeMs / 100) - heardDs) / 10

const readFields = (
  { slots, values }: Table,
  index: number,
  serverTimeMs: number,
): LiveDroneRecord => {
  const at = index * fieldCount
  const flags = values[at + 3]!
  const [heading, battery, speed, height] = [
    values[at + 2]!,
    values[at + 4]!,
    values[at + 5]!,
    values[at + 6]!,
  ]
  return {
    slot: slots[index]!,
    lng: values[at]! / 1e7,
    lat: values[at + 1]! / 1e7,
    headingDeg: heading === missing.heading ? null : heading / 100,
    flight: flightCodes[(flags & 3) as 0 | 1 | 2 | 3],
    locked: (flags & 4) !== 0,
    simulated: (flags & 8) !== 0,
    batteryPercent: battery === missing.battery ? null : battery,
    speedMs: speed === missing.speed ? null : speed / 100,
    heightM: height === missing.height ? null : height / 10,
    ageS: readAgeS(values[at + 7]!, serverTimeMs),
  }
}

const tableOf = (
  serverTimeMs: number,
  drones: readonly LiveDroneRecord[],
  heard: (serverTimeMs: number, drone: LiveDroneRecord) => number,
): Table => {
  const values = new Float64Array(drones.length * fieldCount)
  for (const [i, drone] of drones.entries())
    writeFields(values, i * fieldCount, drone, heard(serverTimeMs, drone))
  return { slots: drones.map(({ slot }) => slot), values }
}

/** Bytes of one frame, in memory that all frames of this process share. */
class Bytes {
  #bytes = new Uint8Array(64 * 1024)
  #at = 0

  begin(number: number, serverTimeMs: number): void {
    const head = new DataView(this.#bytes.buffer)
    head.setUint8(0, version)
    head.setUint8(1, deltaKind)
    head.setUint16(2, number)
    head.setFloat64(4, serverTimeMs)
    this.#at = headerBytes
  }

  unsigned(value: number): void {
    if (this.#at + 10 > this.#bytes.length) {
      const bytes = new Uint8Array(this.#bytes.length * 2)
      bytes.set(this.#bytes)
      this.#bytes = bytes
    }
    let left = value
    for (; left > 0x7fff_ffff; left = Math.floor(left / 128))
      this.#bytes[this.#at++] = (left % 128) | 0x80
    for (; left > 0x7f; left >>>= 7) this.#bytes[this.#at++] = (left & 0x7f) | 0x80
    this.#bytes[this.#at++] = left
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  end(): ArrayBuffer {
    return this.#bytes.slice(0, this.#at).buffer
  }
}
const shared = new Bytes()

const writeIndexes = (indexes: readonly number[]): void => {
  shared.unsigned(indexes.length)
  let before = 0
  for (const index of indexes) {
    shared.unsigned(index - before)
    before = index
  }
}

/** Fields of `next` that differ from those of `before`, as a mask. */
const findChanges = (before: Float64Array, at: number, next: Float64Array, to: number): number => {
  let mask = 0
  for (let field = 0; field < fieldCount; field++)
    if (before[at + field] !== next[to + field]) mask |= 1 << field
  return mask
}

/** The frames of one connection, on the server. */
export class FrameWriter {
  #table: Table | null = null
  #number = 0

  /** The next frame is whole. */
  reset(): void {
    this.#table = null
  }

  write(serverTimeMs: number, drones: readonly LiveDroneRecord[]): ArrayBuffer {
    const before = this.#table
    const given = tableOf(serverTimeMs, drones, heardAt)
    if (!before) {
      this.#table = given
      this.#number = 0
      return encodeDrones(
        serverTimeMs,
        drones.map((drone, i) => ({
          ...drone,
          ageS: readAgeS(given.values[i * fieldCount + 7]!, serverTimeMs),
        })),
      )
    }
    this.#number = (this.#number + 1) % 0x1_0000
    shared.begin(this.#number, serverTimeMs)
    this.#table = writeDifferences(before, given)
    return shared.end()
  }
}

/** Returns the table as the reader has it now: drones that stay are in the order of before. */
const writeDifferences = (before: Table, given: Table): Table => {
  const { table, gone, from } = orderAs(before, given)
  writeIndexes(gone)
  writeChanges(before, table, from)
  shared.unsigned(table.slots.length - from.length)
  for (let index = from.length; index < table.slots.length; index++) {
    shared.unsigned(table.slots[index]!)
    for (let field = 0; field < fieldCount; field++)
      shared.signed(table.values[index * fieldCount + field]!)
  }
  return table
}

/**
 * Drones that stay first, in the order of before, then the new ones; `from` has the index of before
 * of each that stays.
 */
const orderAs = (
  before: Table,
  given: Table,
): { table: Table; gone: number[]; from: ArrayLike<number> } => {
  const { slots } = before
  const isSame =
    slots.length === given.slots.length && slots.every((slot, i) => slot === given.slots[i])
  if (isSame) return { table: given, gone: [], from: slots.map((_, i) => i) }
  const places = new Map(given.slots.map((slot, i) => [slot, i]))
  const table: Table = { slots: [], values: new Float64Array(given.values.length) }
  const [gone, from]: [number[], number[]] = [[], []]
  const add = (slot: number, place: number): void => {
    copyFields(given.values, place, table.values, table.slots.length)
    table.slots.push(slot)
  }
  for (const [i, slot] of slots.entries()) {
    const place = places.get(slot)
    if (place === undefined) gone.push(i)
    else {
      from.push(i)
      add(slot, place)
      places.delete(slot)
    }
  }
  for (const [slot, place] of places) add(slot, place)
  return { table, gone, from }
}

const writeChanges = (before: Table, { values }: Table, from: ArrayLike<number>): void => {
  const masks = new Uint8Array(from.length)
  let changed = 0
  for (let index = 0; index < from.length; index++) {
    const mask = findChanges(before.values, from[index]! * fieldCount, values, index * fieldCount)
    masks[index] = mask
    if (mask !== 0) changed++
  }
  shared.unsigned(changed)
  let last = 0
  for (let index = 0; index < masks.length; index++) {
    const mask = masks[index]!
    if (mask === 0) continue
    shared.unsigned(index - last)
    last = index
    shared.unsigned(mask)
    const [at, was] = [index * fieldCount, from[index]! * fieldCount]
    for (let field = 0; field < fieldCount; field++)
      if (mask & (1 << field)) shared.signed(values[at + field]! - before.values[was + field]!)
  }
}

const copyFields = (
  from: Float64Array,
  place: number,
  values: Float64Array,
  index: number,
): void => {
  for (let field = 0; field < fieldCount; field++)
    values[index * fieldCount + field] = from[place * fieldCount + field]!
}

class Cursor {
  readonly #bytes: Uint8Array
  #at = headerBytes

  constructor(buffer: ArrayBuffer) {
    this.#bytes = new Uint8Array(buffer)
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** @throws RangeError at the end of the frame */
  unsigned(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('The frame is incomplete')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}

/** Changes the table. @throws RangeError for a frame that does not fit it */
const readDifferences = (table: Table, cursor: Cursor): Table => {
  const stay = removeGone(table, cursor)
  const { slots, values } = stay
  for (let left = cursor.unsigned(), index = 0; left > 0; left--) {
    index += cursor.unsigned()
    if (index >= slots.length) throw new RangeError('The frame changes a drone that is not there')
    const mask = cursor.unsigned()
    for (let field = 0; field < fieldCount; field++)
      if (mask & (1 << field)) values[index * fieldCount + field]! += cursor.signed()
  }
  const added: number[] = []
  for (let left = cursor.unsigned(); left > 0; left--) {
    slots.push(cursor.unsigned())
    for (let field = 0; field < fieldCount; field++) added.push(cursor.signed())
  }
  if (!cursor.isAtEnd) throw new RangeError('The frame has bytes left')
  return added.length === 0 ? stay : { slots, values: join(values, added) }
}

const join = (values: Float64Array, added: readonly number[]): Float64Array => {
  const all = new Float64Array(values.length + added.length)
  all.set(values)
  all.set(added, values.length)
  return all
}

const removeGone = (table: Table, cursor: Cursor): Table => {
  const gone = new Set<number>()
  for (let left = cursor.unsigned(), at = 0; left > 0; left--) gone.add((at += cursor.unsigned()))
  if (gone.size === 0) return table
  const stay: Table = { slots: [], values: new Float64Array(table.values.length) }
  for (const [i, slot] of table.slots.entries()) {
    if (gone.has(i)) continue
    copyFields(table.values, i, stay.values, stay.slots.length)
    stay.slots.push(slot)
  }
  return { ...stay, values: stay.values.subarray(0, stay.slots.length * fieldCount) }
}

/** The frames of one connection, in the console. */
export class FrameReader {
  #table: Table | null = null
  #number = 0
  /** A difference could not be applied: request the view again. */
  isLost = false

  /** Null for a frame that cannot be read. */
  read(buffer: ArrayBuffer): LiveFrame | null {
    const head = new DataView(buffer)
    if (buffer.byteLength >= headerBytes && head.getUint8(1) === deltaKind)
      return this.#readDelta(buffer, head)
    const frame = decodeFrame(buffer)
    if (!frame) return null
    this.#table =
      frame.kind === 'drones' ? tableOf(frame.serverTimeMs, frame.drones, heardBefore) : null
    this.#number = 0
    this.isLost = false
    return frame
  }

  #readDelta(buffer: ArrayBuffer, head: DataView): LiveFrame | null {
    const before = this.#table
    this.#number = (this.#number + 1) % 0x1_0000
    this.#table = null
    this.isLost = true
    if (!before || head.getUint8(0) !== version || head.getUint16(2) !== this.#number) return null
    const serverTimeMs = head.getFloat64(4)
    try {
      const table = readDifferences(before, new Cursor(buffer))
      this.#table = table
      this.isLost = false
      const drones = table.slots.map((_, i) => readFields(table, i, serverTimeMs))
      return { kind: 'drones', serverTimeMs, drones }
    } catch {
      return null
    }
  }
}
