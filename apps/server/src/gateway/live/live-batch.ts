// Encoding of the drones that one process has heard, for the other processes: a batch of records,
// big-endian.
import {
  LIVE_ROWS,
  type AnyMeasurements,
  type LiveMeasurements,
  type LiveRow,
} from '@swath/domain/telemetry-fields'
import type { LiveDroneState, ReplicatedDrone } from './live-drone.ts'

/**
 * A batch begins with the version and the count of measurements. Each drone then has:
 * - its id (u8 length, latin1), and flags (u8: phase, pump, gone, simulated)
 * - two times in ms and the sprayed area in m² (f64)
 * - its position in 1e-7 degrees (i32)
 * - numbers in thousandths (i32; the minimum means null)
 * - lists in thousandths (u8 length, then u16)
 */
const version = 3
const isList = ({ kind }: LiveRow): boolean => kind === 'list'
const numbers = LIVE_ROWS.filter((row) => !isList(row))
const lists = LIVE_ROWS.filter(isList)

const phases = ['ground', 'flying', 'spraying'] as const
const none = -0x8000_0000
const fixedBytes = 1 + 1 + 3 * 8 + 2 * 4 + numbers.length * 4 + lists.length

const thousandths = (value: number | null): number => {
  const scaled = value === null ? NaN : Math.round(value * 1000)
  return Math.abs(scaled) < 0x8000_0000 ? scaled : none
}
const pickList = (drone: LiveDroneState, { name }: LiveRow) =>
  (drone[name] ?? []) as readonly number[]

export const encodeLiveBatch = (drones: readonly LiveDroneState[]): Buffer => {
  const measureSize = (drone: LiveDroneState): number =>
    lists.reduce((sum, row) => sum + pickList(drone, row).length * 2, fixedBytes) +
    drone.droneId.length
  const bytes = Buffer.allocUnsafe(drones.reduce((sum, drone) => sum + measureSize(drone), 2))
  let at = bytes.writeUInt8(version, 0)
  at = bytes.writeUInt8(LIVE_ROWS.length, at)
  for (const drone of drones) {
    at = bytes.writeUInt8(drone.droneId.length, at)
    at += bytes.write(drone.droneId, at, 'latin1')
    at = bytes.writeUInt8(
      phases.indexOf(drone.phase) |
        (drone.pumpOn ? 4 : 0) |
        (drone.gone ? 8 : 0) |
        (drone.simulated ? 16 : 0),
      at,
    )
    at = bytes.writeDoubleBE(drone.lastMessageMs, at)
    at = bytes.writeDoubleBE(drone.tMs, at)
    at = bytes.writeDoubleBE(drone.sprayedM2, at)
    at = bytes.writeInt32BE(Number.isNaN(drone.lng) ? none : Math.round(drone.lng * 1e7), at)
    at = bytes.writeInt32BE(Number.isNaN(drone.lat) ? none : Math.round(drone.lat * 1e7), at)
    for (const { name } of numbers)
      at = bytes.writeInt32BE(thousandths(drone[name] as number | null), at)
    for (const row of lists) {
      const values = pickList(drone, row)
      at = bytes.writeUInt8(values.length, at)
      for (const value of values) at = bytes.writeUInt16BE(Math.round(value * 1000), at)
    }
  }
  return bytes
}

/**
 * A batch of another version decodes to nothing.
 * @throws RangeError for bytes that end in the middle of a drone
 */
export const decodeLiveBatch = (bytes: Buffer): ReplicatedDrone[] => {
  if (bytes[0] !== version || bytes[1] !== LIVE_ROWS.length) return []
  const drones: ReplicatedDrone[] = []
  const reader = new BatchReader(bytes, 2)
  while (reader.at < bytes.length) drones.push(readDrone(reader))
  return drones
}

const readDrone = (reader: BatchReader): ReplicatedDrone => {
  const droneId = reader.text(reader.byte())
  const flags = reader.byte()
  const [lastMessageMs, tMs, sprayedM2] = [reader.double(), reader.double(), reader.double()]
  const [lng, lat] = [reader.steps(1e7) ?? NaN, reader.steps(1e7) ?? NaN]
  const measured: AnyMeasurements = {}
  for (const { name } of numbers) measured[name] = reader.steps(1000)
  for (const { name } of lists) {
    const values = Array.from({ length: reader.byte() }, () => reader.short() / 1000)
    measured[name] = values.length === 0 ? null : values
  }
  return {
    droneId,
    lastMessageMs,
    tMs,
    sprayedM2,
    lng,
    lat,
    phase: phases[flags & 3] ?? 'ground',
    pumpOn: (flags & 4) > 0,
    gone: (flags & 8) > 0,
    simulated: (flags & 16) > 0,
    ...(measured as LiveMeasurements),
  }
}

class BatchReader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  #pass(count: number): number {
    this.at += count
    return this.at - count
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#pass(1))
  }

  short(): number {
    return this.#bytes.readUInt16BE(this.#pass(2))
  }

  double(): number {
    return this.#bytes.readDoubleBE(this.#pass(8))
  }

  /** The minimum is decoded as null. */
  steps(perUnit: number): number | null {
    const steps = this.#bytes.readInt32BE(this.#pass(4))
    return steps === none ? null : steps / perUnit
  }

  text(length: number): string {
    const from = this.#pass(length)
    return this.#bytes.toString('latin1', from, this.at)
  }
}
