// One frame of the map: single drones, or clusters if there are too many.
import type { FrameWriter } from '@swath/contract/live/frame-deltas'
import {
  encodeClusters,
  encodeDrones,
  flightCodes,
  toShares,
  type LiveCluster,
  type LiveDroneRecord,
} from '@swath/contract/live/live'
import type { Bounds } from '@swath/domain/lng-lat'
import type { LiveDroneState } from './live-drone.ts'
import type { LiveState } from './live-state.ts'

export type Viewport = {
  bounds: Bounds
  zoom: number
  showOffline: boolean
  accepts: (drone: LiveDroneState) => boolean
  /** The same for views that see the same drones. */ key: string
}
export type ViewFrame = {
  frame: ArrayBuffer
  /** Those shown one by one. */ drones: readonly LiveDroneState[]
}

export const dronesInView = 2_000

export type FrameMaker = {
  /** @param deltas of a console that reads differences */
  frameFor(viewport: Viewport, nowMs: number, deltas?: FrameWriter | null): ViewFrame
  record(drone: LiveDroneState, nowMs: number): LiveDroneRecord
}

/** Sent for a drone that was never heard of. */
const longAgoS = 0xffff_ffff / 10

export const createFrameMaker = (live: LiveState): FrameMaker => {
  /** The last second's clusters of the whole world, by zoom and visible drones. */
  let clusters = new Map<string, LiveCluster[]>()
  let clustersMs = -Infinity

  const record = (drone: LiveDroneState, nowMs: number): LiveDroneRecord => ({
    slot: drone.slot,
    lng: drone.lng,
    lat: drone.lat,
    headingDeg: drone.headingDeg,
    flight: live.flight(drone),
    locked: drone.locked,
    simulated: drone.simulated,
    batteryPercent: drone.batteryPercent,
    speedMs: drone.speedMs,
    heightM: drone.heightM,
    ageS: Number.isNaN(drone.lastMessageMs) ? longAgoS : (nowMs - drone.lastMessageMs) / 1000,
  })

  const gatherClusters = (
    viewport: Viewport,
    seen: (drone: LiveDroneState) => boolean,
    nowMs: number,
  ): LiveCluster[] => {
    if (nowMs - clustersMs >= 1_000 || nowMs < clustersMs) {
      clusters = new Map()
      clustersMs = nowMs
    }
    const zoom = Math.min(22, Math.max(0, Math.floor(viewport.zoom)))
    const key = `${viewport.key} ${zoom} ${viewport.showOffline}`
    let found = clusters.get(key)
    if (!found) clusters.set(key, (found = clusterAll(live, seen, zoom)))
    return found
  }

  return {
    record,
    frameFor: (viewport, nowMs, deltas = null) => {
      const seen = viewport.showOffline
        ? viewport.accepts
        : (drone: LiveDroneState) => live.flight(drone) !== 'offline' && viewport.accepts(drone)
      const drones = live.within(viewport.bounds, seen, dronesInView + 1)
      if (drones.length <= dronesInView) {
        const records = drones.map((drone) => record(drone, nowMs))
        return { frame: deltas?.write(nowMs, records) ?? encodeDrones(nowMs, records), drones }
      }
      deltas?.reset()
      const within = gatherClusters(viewport, seen, nowMs).filter(({ lng, lat }) =>
        holds(viewport.bounds, lng, lat),
      )
      return { frame: encodeClusters(nowMs, within), drones: [] }
    },
  }
}

const holds = ({ minLng, minLat, maxLng, maxLat }: Bounds, lng: number, lat: number): boolean =>
  lat >= minLat &&
  lat <= maxLat &&
  (minLng <= maxLng ? lng >= minLng && lng <= maxLng : lng >= minLng || lng <= maxLng)

/**
 * Clusters by squares of about 64 pixels of a 256-pixel tile, each at the mean of its positions.
 */
const clusterAll = (
  live: LiveState,
  seen: (drone: LiveDroneState) => boolean,
  zoom: number,
): LiveCluster[] => {
  const sizeDeg = 360 / 2 ** (zoom + 2)
  const across = Math.ceil(360 / sizeDeg)
  const found = new Map<
    number,
    { lng: number; lat: number; count: number; flights: [number, number, number, number] }
  >()
  for (const drone of live.all()) {
    if (Number.isNaN(drone.lng) || !seen(drone)) continue
    const key =
      Math.floor((drone.lat + 90) / sizeDeg) * across + Math.floor((drone.lng + 180) / sizeDeg)
    let cluster = found.get(key)
    if (!cluster) found.set(key, (cluster = { lng: 0, lat: 0, count: 0, flights: [0, 0, 0, 0] }))
    cluster.lng += drone.lng
    cluster.lat += drone.lat
    cluster.count++
    cluster.flights[flightCodes.indexOf(live.flight(drone))]!++
  }
  return Array.from(found.values(), ({ flights, ...cluster }) => ({
    count: cluster.count,
    shares: toShares(flights),
    lng: cluster.lng / cluster.count,
    lat: cluster.lat / cluster.count,
  }))
}
