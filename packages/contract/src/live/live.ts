// The live socket, /api/live: JSON in text frames, positions in binary frames. Each frame replaces
// the previous one, so that a slow reader skips frames instead of showing outdated ones. A console
// can ask for frames that contain only what changed (frame-deltas.ts).
import { z } from 'zod'
import type { LiveMeasurements } from '@swath/domain/telemetry-fields'
import { id } from '../ids.ts'
import type { Anomaly } from '../alarms/anomalies.ts'
import { DroneCondition, type FlightState } from '../codes.ts'
import { DroneId, RegionCode } from '../fields.ts'

const LiveFilters = z.object({
  region: RegionCode.optional(),
  zzAccountId: id('account').optional(),
  yyAccountId: id('account').optional(),
  deviceType: z.enum(['sprayer', 'spreader', 'mapper']).optional(),
  flyModelId: id('droneModel').optional(),
  condition: DroneCondition.optional(),
})

/** Messages from a console. `hello` comes first, within five seconds. */
export const LiveRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().max(200),
    language: z.string().max(10),
    /** Whether the console reads frames that contain differences (frame-deltas.ts). */
    readsDeltas: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('view'),
    bounds: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .describe('minLng, minLat, maxLng, maxLat'),
    zoom: z.number(),
    filters: LiveFilters,
    showOffline: z.boolean(),
  }),
  z.object({ type: z.literal('follow'), droneId: DroneId.nullable() }),
])
export type LiveRequest = z.input<typeof LiveRequest>

/** One drone in full, each second while it is followed. */
export type LiveDrone = Readonly<LiveMeasurements> & {
  droneId: string
  flight: z.infer<typeof FlightState>
  tMs: number
  lng: number
  lat: number
  pumpOn: boolean
  sprayedM2: number
  locked: boolean
  /** The flight is simulated: nothing flies. */
  simulated: boolean
}

/** Text messages from the server. */
export type LiveMessage =
  | { type: 'ready'; serverTimeMs: number }
  | { type: 'names'; drones: [slot: number, droneId: string, droneName: string][] }
  | { type: 'drone'; drone: LiveDrone }
  | { type: 'anomaly'; anomaly: Anomaly }
  /** An alarm was changed: request again. `assignedId`: it was assigned to this person. */
  | { type: 'alarmsChanged'; assignedId: string | null }
  | { type: 'zonesChanged' }
  /** A bulletin for the person's account was published or recalled: request the count again. */
  | { type: 'bulletinsChanged' }
  /**
   * A command of the followed drone was ordered, sent, answered, abandoned or cancelled: request
   * the list again.
   */
  | { type: 'commandsChanged'; droneId: string }
  /** The person's access has changed: fetch the signed-in user and all displayed data again. */
  | { type: 'accessChanged' }
  | { type: 'signedOut' }

export const flightCodes = [
  'offline',
  'ground',
  'flying',
  'spraying',
] as const satisfies readonly z.infer<typeof FlightState>[]

export type LiveDroneRecord = {
  /** Identifies a drone on this connection; `names` maps it to the drone's id. */
  slot: number
  lng: number
  lat: number
  headingDeg: number | null
  flight: (typeof flightCodes)[number]
  locked: boolean
  /** The flight is simulated: nothing flies. */
  simulated: boolean
  batteryPercent: number | null
  speedMs: number | null
  heightM: number | null
  /** Seconds from its last message to the time of the frame, with one decimal. */
  ageS: number
}
/** Shares of `flightCodes`, scaled to 255; at least 1 if any drone has the code. */
export type LiveShares = readonly [number, number, number, number]
export type LiveCluster = { lng: number; lat: number; count: number; shares: LiveShares }

/** Converts the number of drones with each of `flightCodes` to shares. */
export const toShares = (counts: readonly [number, number, number, number]): LiveShares => {
  const sum = counts[0] + counts[1] + counts[2] + counts[3]
  const share = (count: number): number =>
    count === 0 ? 0 : Math.max(1, Math.round((count / sum) * 255))
  return [share(counts[0]), share(counts[1]), share(counts[2]), share(counts[3])]
}
export type LiveFrame =
  | { kind: 'drones'; serverTimeMs: number; drones: LiveDroneRecord[] }
  | { kind: 'clusters'; serverTimeMs: number; clusters: LiveCluster[] }

const version = 1
const headerBytes = 16
const droneBytes = 24
const clusterBytes = 16

const head = (kind: 1 | 2, count: number, serverTimeMs: number, recordBytes: number): DataView => {
  const view = new DataView(new ArrayBuffer(headerBytes + count * recordBytes))
  view.setUint8(0, version)
  view.setUint8(1, kind)
  view.setUint32(4, count)
  view.setFloat64(8, serverTimeMs)
  return view
}

/** A header of 16 bytes, then 24 bytes per drone, big-endian. */
export const encodeDrones = (
  serverTimeMs: number,
  drones: readonly LiveDroneRecord[],
): ArrayBuffer => {
  const view = head(1, drones.length, serverTimeMs, droneBytes)
  let at = headerBytes
  for (const drone of drones) {
    view.setUint32(at, drone.slot)
    view.setInt32(at + 4, Math.round(drone.lng * 1e7))
    view.setInt32(at + 8, Math.round(drone.lat * 1e7))
    view.setUint16(
      at + 12,
      drone.headingDeg === null
        ? 0xffff
        : Math.round((((drone.headingDeg % 360) + 360) % 360) * 100),
    )
    view.setUint8(
      at + 14,
      flightCodes.indexOf(drone.flight) | (drone.locked ? 4 : 0) | (drone.simulated ? 8 : 0),
    )
    view.setUint8(
      at + 15,
      drone.batteryPercent === null
        ? 0xff
        : Math.min(100, Math.max(0, Math.round(drone.batteryPercent))),
    )
    view.setUint16(
      at + 16,
      drone.speedMs === null
        ? 0xffff
        : Math.min(0xfffe, Math.max(0, Math.round(drone.speedMs * 100))),
    )
    view.setInt16(
      at + 18,
      drone.heightM === null
        ? -0x8000
        : Math.min(0x7fff, Math.max(-0x7fff, Math.round(drone.heightM * 10))),
    )
    view.setUint32(at + 20, Math.min(0xffff_ffff, Math.max(0, Math.round(drone.ageS * 10))))
    at += droneBytes
  }
  return view.buffer as ArrayBuffer
}

/** A header of 16 bytes, then 16 bytes per cluster, big-endian. */
export const encodeClusters = (
  serverTimeMs: number,
  clusters: readonly LiveCluster[],
): ArrayBuffer => {
  const view = head(2, clusters.length, serverTimeMs, clusterBytes)
  let at = headerBytes
  for (const cluster of clusters) {
    view.setInt32(at, Math.round(cluster.lng * 1e7))
    view.setInt32(at + 4, Math.round(cluster.lat * 1e7))
    view.setUint32(at + 8, cluster.count)
    for (const [i, share] of cluster.shares.entries()) view.setUint8(at + 12 + i, share)
    at += clusterBytes
  }
  return view.buffer as ArrayBuffer
}

/** Null for a malformed frame or one of another version: the reader waits for the next frame. */
export const decodeFrame = (buffer: ArrayBuffer): LiveFrame | null => {
  if (buffer.byteLength < headerBytes) return null
  const view = new DataView(buffer)
  const kind = view.getUint8(1)
  const count = view.getUint32(4)
  const recordBytes = kind === 1 ? droneBytes : clusterBytes
  if (
    view.getUint8(0) !== version ||
    (kind !== 1 && kind !== 2) ||
    buffer.byteLength !== headerBytes + count * recordBytes
  )
    return null
  const serverTimeMs = view.getFloat64(8)
  const starts = Array.from({ length: count }, (_, index) => headerBytes + index * recordBytes)
  if (kind === 2) {
    const clusters = starts.map((at) => ({
      lng: view.getInt32(at) / 1e7,
      lat: view.getInt32(at + 4) / 1e7,
      count: view.getUint32(at + 8),
      shares: [
        view.getUint8(at + 12),
        view.getUint8(at + 13),
        view.getUint8(at + 14),
        view.getUint8(at + 15),
      ] as const,
    }))
    return { kind: 'clusters', serverTimeMs, clusters }
  }
  const drones = starts.map((at): LiveDroneRecord => {
    const heading = view.getUint16(at + 12)
    const flags = view.getUint8(at + 14)
    const battery = view.getUint8(at + 15)
    const speed = view.getUint16(at + 16)
    const height = view.getInt16(at + 18)
    return {
      slot: view.getUint32(at),
      lng: view.getInt32(at + 4) / 1e7,
      lat: view.getInt32(at + 8) / 1e7,
      headingDeg: heading === 0xffff ? null : heading / 100,
      flight: flightCodes[(flags & 3) as 0 | 1 | 2 | 3],
      locked: (flags & 4) !== 0,
      simulated: (flags & 8) !== 0,
      batteryPercent: battery === 0xff ? null : battery,
      speedMs: speed === 0xffff ? null : speed / 100,
      heightM: height === -0x8000 ? null : height / 10,
      ageS: view.getUint32(at + 20) / 10,
    }
  })
  return { kind: 'drones', serverTimeMs, drones }
}
