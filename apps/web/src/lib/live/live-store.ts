// Current data of every drone in view, outside React, as one column per property. The map reads all
// of it on each frame; the list reads only visible rows, at most once a second.
import type { LiveDrone, LiveFrame } from '@swath/contract/live/live'

export type FlightStatus = LiveDrone['flight']

/** Columns of the latest frame; missing values are NaN. Replaced as a whole, never mutated. */
export type LiveColumns = {
  readonly slots: Uint32Array
  /** Empty where the server has not sent the name of a slot yet. */
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly statuses: readonly FlightStatus[]
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly headingDeg: Float32Array
  readonly speedMs: Float32Array
  readonly heightM: Float32Array
  readonly batteryPercent: Float32Array
  /** Seconds since the drone's last message, at the time of the frame. */
  readonly ageS: Float32Array
  readonly locked: Uint8Array
  readonly simulated: Uint8Array
}

export type LiveClusterColumns = {
  readonly lng: Float64Array
  readonly lat: Float64Array
  readonly count: Uint32Array
  /** Four per cluster, as in the frame. */
  readonly shares: Uint8Array
}

/** One drone in the latest frame; null for missing values. */
export type LiveFacts = {
  status: FlightStatus
  lng: number
  lat: number
  headingDeg: number | null
  speedMs: number | null
  heightM: number | null
  batteryPercent: number | null
  locked: boolean
  /** The flight is simulated: nothing flies. */
  simulated: boolean
  /** Includes the time since the frame. */
  ageS: number
}

const noColumns = (count: number): Omit<LiveColumns, 'ids' | 'names' | 'statuses'> => ({
  slots: new Uint32Array(count),
  lng: new Float64Array(count),
  lat: new Float64Array(count),
  headingDeg: new Float32Array(count),
  speedMs: new Float32Array(count),
  heightM: new Float32Array(count),
  batteryPercent: new Float32Array(count),
  ageS: new Float32Array(count),
  locked: new Uint8Array(count),
  simulated: new Uint8Array(count),
})
const noDrones: LiveColumns = { ...noColumns(0), ids: [], names: [], statuses: [] }
const noClusters: LiveClusterColumns = {
  lng: new Float64Array(0),
  lat: new Float64Array(0),
  count: new Uint32Array(0),
  shares: new Uint8Array(0),
}

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value

export class LiveStore {
  drones: LiveColumns = noDrones
  clusters: LiveClusterColumns = noClusters
  /** Local time when the latest frame arrived, ms; null before the first. */
  frameAtMs: number | null = null
  /** Server time of the latest frame, ms. */
  serverTimeMs: number | null = null
  private readonly named = new Map<number, readonly [id: string, name: string]>()
  private index = new Map<string, number>()
  private readonly listeners = new Set<() => void>()

  take(frame: LiveFrame, nowMs: number): void {
    this.frameAtMs = nowMs
    this.serverTimeMs = frame.serverTimeMs
    if (frame.kind === 'clusters') {
      const { clusters } = frame
      this.clusters = {
        lng: Float64Array.from(clusters, (one) => one.lng),
        lat: Float64Array.from(clusters, (one) => one.lat),
        count: Uint32Array.from(clusters, (one) => one.count),
        shares: Uint8Array.from(clusters.flatMap(({ shares }) => shares)),
      }
      this.drones = noDrones
    } else {
      const columns = noColumns(frame.drones.length)
      const statuses: FlightStatus[] = []
      for (const [i, drone] of frame.drones.entries()) {
        columns.slots[i] = drone.slot
        columns.lng[i] = drone.lng
        columns.lat[i] = drone.lat
        columns.headingDeg[i] = drone.headingDeg ?? Number.NaN
        columns.speedMs[i] = drone.speedMs ?? Number.NaN
        columns.heightM[i] = drone.heightM ?? Number.NaN
        columns.batteryPercent[i] = drone.batteryPercent ?? Number.NaN
        columns.ageS[i] = drone.ageS
        columns.locked[i] = drone.locked ? 1 : 0
        columns.simulated[i] = drone.simulated ? 1 : 0
        statuses.push(drone.flight)
      }
      this.drones = { ...columns, ...this.collectNames(columns.slots), statuses }
      this.clusters = noClusters
    }
    this.indexDrones()
    this.tell()
  }

  /** Names the drones in the slots, also in the current frame. */
  name(drones: readonly (readonly [slot: number, droneId: string, droneName: string])[]): void {
    for (const [slot, id, name] of drones) this.named.set(slot, [id, name])
    if (!this.drones.ids.includes('')) return
    this.drones = { ...this.drones, ...this.collectNames(this.drones.slots) }
    this.indexDrones()
    this.tell()
  }

  /** A new connection reassigns the slots. Drones in view keep their names. */
  forgetSlots(): void {
    this.named.clear()
  }

  /** For another person's sign-in. */
  clear(): void {
    this.named.clear()
    this.drones = noDrones
    this.clusters = noClusters
    this.frameAtMs = this.serverTimeMs = null
    this.index.clear()
    this.tell()
  }

  /** Null for a drone that is not in view. */
  read(droneId: string, nowMs: number): LiveFacts | null {
    const i = this.index.get(droneId)
    const { drones } = this
    if (i === undefined) return null
    return {
      status: drones.statuses[i]!,
      lng: drones.lng[i]!,
      lat: drones.lat[i]!,
      headingDeg: known(drones.headingDeg[i]),
      speedMs: known(drones.speedMs[i]),
      heightM: known(drones.heightM[i]),
      batteryPercent: known(drones.batteryPercent[i]),
      locked: drones.locked[i] === 1,
      simulated: drones.simulated[i] === 1,
      ageS: drones.ageS[i]! + Math.max(0, nowMs - (this.frameAtMs ?? nowMs)) / 1000,
    }
  }

  /** Called after each frame. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private collectNames(slots: Uint32Array): Pick<LiveColumns, 'ids' | 'names'> {
    const ids: string[] = []
    const names: string[] = []
    for (const slot of slots) {
      const [id, name] = this.named.get(slot) ?? ['', '']
      ids.push(id)
      names.push(name)
    }
    return { ids, names }
  }

  private indexDrones(): void {
    this.index = new Map(this.drones.ids.map((id, i) => [id, i]))
    this.index.delete('')
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}
