import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Sample } from './drone-model.ts'
import type { FleetZone } from './fleet.ts'

/**
 * The true data of one sortie, with which tests compare the server's result. Written as one JSON
 * line each.
 */
export type SortieTruth = {
  readonly droneId: string
  readonly boot: string
  readonly sortie: number
  /** Null for an uploaded route. */
  readonly plotId: string | null
  /** On the true clock, regardless of the device's own. */
  readonly startMs: number
  readonly endMs: number
  readonly coveredM2: number
  readonly sweptM2: number
  readonly sprayL: number
  readonly sprayS: number
  readonly distanceM: number
  readonly points: number
  /**
   * False where the device reports no take-off and landing: start and end are then exact to a few
   * seconds only.
   */
  readonly reportsEvents: boolean
  readonly zoneEntries: readonly { readonly zoneId: string; readonly tMs: number }[]
  /** Points and messages that a server must quarantine, by reason. */
  readonly injected: Readonly<Record<string, number>>
  readonly faults: readonly string[]
  /** The flight was changed by commands, so it differs from the plan. */
  readonly commanded?: boolean
}

/** First entry into each zone while airborne: the second consecutive point inside. */
export function detectZoneEntries(
  samples: readonly Sample[],
  zones: readonly FleetZone[],
  takeoffS: number,
  landingS: number,
): { zoneId: string; tMs: number }[] {
  const entries: { zoneId: string; tMs: number }[] = []
  for (const zone of zones) {
    let inARow = 0
    for (const sample of samples) {
      if (sample.tS < takeoffS || sample.tS > landingS) continue
      inARow = inZone(zone, [sample.trueLng, sample.trueLat], sample.point.height) ? inARow + 1 : 0
      if (inARow < 2) continue
      entries.push({ zoneId: zone.id, tMs: sample.point.t })
      break
    }
  }
  return entries.sort((a, b) => a.tMs - b.tMs)
}

function inZone(zone: FleetZone, place: LngLat, heightM: number): boolean {
  if (zone.lowerM !== null && heightM < zone.lowerM) return false
  if (zone.upperM !== null && heightM > zone.upperM) return false
  if (zone.shape.kind === 'polygon')
    return zone.shape.rings.filter((ring) => inRing(ring, place)).length % 2 === 1
  const [x, y] = new LocalPlane(zone.shape.center[0], zone.shape.center[1]).toPlane(place)
  return Math.hypot(x, y) <= zone.shape.radiusM
}

function inRing(ring: readonly LngLat[], [lng, lat]: LngLat): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i]!
    const [bx, by] = ring[j]!
    if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
