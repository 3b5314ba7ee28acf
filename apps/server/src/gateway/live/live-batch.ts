// What one process tells the others of the drones that it has heard: a batch of fixed-width
// records, big-endian.
import type { LiveDroneState, ReplicatedDrone } from './live-drone.ts'

/**
 * Times are ms as f64, places 1e-7 degrees and measurements thousandths as i32; the least i32
 * stands for null.
 */
const measurements = [
  'heightM',
  'speedMs',
  'headingDeg',
  'flowLMin',
  'tankL',
  'batteryPercent',
  'linkPercent',
  'widthM',
  'rollDeg',
  'pitchDeg',
  'fix',
  'satellites',
  'mode',
] as const
const phases = ['ground', 'flying', 'spraying'] as const
const none = -0x8000_0000
const version = 2
const fixedBytes = 1 + 1 + 3 * 8 + 2 * 4 + measurements.length * 4

const thousandths = (value: number | null): number => {
  const scaled = value === null ? NaN : Math.round(value * 1000)
  return Math.abs(scaled) < 0x8000_0000 ? scaled : none
}

export const encodeLiveBatch = (drones: readonly LiveDroneState[]): Buffer => {
  const bytes = Buffer.allocUnsafe(
    1 +
      drones.reduce(
        (sum, drone) =>
          sum + fixedBytes + drone.droneId.length + 1 + (drone.cellsV?.length ?? 0) * 2,
        0,
      ),
  )
  let at = bytes.writeUInt8(version, 0)
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
    for (const name of measurements) at = bytes.writeInt32BE(thousandths(drone[name]), at)
    at = bytes.writeUInt8(drone.cellsV?.length ?? 0, at)
    for (const volts of drone.cellsV ?? []) at = bytes.writeUInt16BE(Math.round(volts * 1000), at)
  }
  return bytes
}

/**
 * @throws RangeError for bytes that end in the middle of a drone. A batch of another version says
 * nothing.
 */
export const decodeLiveBatch = (bytes: Buffer): ReplicatedDrone[] => {
  if (bytes[0] !== version) return []
  const drones: ReplicatedDrone[] = []
  for (let at = 1; at < bytes.length;) {
    const idEnd = at + 1 + bytes.readUInt8(at)
    const droneId = bytes.toString('latin1', at + 1, idEnd)
    const flags = bytes.readUInt8(idEnd)
    const [lastMessageMs, tMs, sprayedM2] = [
      bytes.readDoubleBE(idEnd + 1),
      bytes.readDoubleBE(idEnd + 9),
      bytes.readDoubleBE(idEnd + 17),
    ]
    const degrees = (from: number): number => {
      const steps = bytes.readInt32BE(from)
      return steps === none ? NaN : steps / 1e7
    }
    const measured = (name: (typeof measurements)[number]): number | null => {
      const steps = bytes.readInt32BE(idEnd + 33 + measurements.indexOf(name) * 4)
      return steps === none ? null : steps / 1000
    }
    const cellsAt = idEnd + fixedBytes - 1
    const cells = bytes.readUInt8(cellsAt)
    const cellsV =
      cells === 0
        ? null
        : Array.from({ length: cells }, (_, i) => bytes.readUInt16BE(cellsAt + 1 + i * 2) / 1000)
    drones.push({
      droneId,
      lastMessageMs,
      tMs,
      sprayedM2,
      lng: degrees(idEnd + 25),
      lat: degrees(idEnd + 29),
      phase: phases[flags & 3] ?? 'ground',
      pumpOn: (flags & 4) > 0,
      gone: (flags & 8) > 0,
      simulated: (flags & 16) > 0,
      heightM: measured('heightM'),
      speedMs: measured('speedMs'),
      headingDeg: measured('headingDeg'),
      flowLMin: measured('flowLMin'),
      tankL: measured('tankL'),
      batteryPercent: measured('batteryPercent'),
      linkPercent: measured('linkPercent'),
      widthM: measured('widthM'),
      rollDeg: measured('rollDeg'),
      pitchDeg: measured('pitchDeg'),
      fix: measured('fix'),
      satellites: measured('satellites'),
      mode: measured('mode'),
      cellsV,
    })
    at = cellsAt + 1 + cells * 2
  }
  return drones
}
