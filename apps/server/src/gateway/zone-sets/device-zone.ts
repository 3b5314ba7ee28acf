// A zone in the form sent to drones: clipped to their surroundings and simplified to a limited
// number of corners.
import { clipRing, convexHull } from '@swath/domain/clip-ring'
import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import { type WeeklyWindow } from '@swath/domain/weekly-windows'
import { zoneOffsetMinutes } from '@swath/domain/zone-days'
import type { ZoneAround } from './zone-sets.queries.ts'

/** A zone as sent to drones; properties that the zone does not have are absent. */
export type DeviceZone = {
  readonly id: string
  /** Its version. */
  readonly n: number
  readonly name: string
  readonly kind: 'stay_out' | 'stay_in'
  readonly restriction: string
  readonly message?: string
  /** Metres. */
  readonly lower?: number
  readonly upper?: number
  /** Absent: metres above the ground. */
  readonly lowerFrom?: 'sea'
  readonly upperFrom?: 'sea'
  /** Milliseconds since 1970. */
  readonly from?: number
  readonly until?: number
  readonly hours?: readonly WeeklyWindow[]
  readonly timeZone?: string
  readonly utcOffsetMin?: number
  readonly circle?: { readonly at: LngLat; readonly radiusM: number }
  /** Open rings (the first corner is not repeated), filled by the even-odd rule. */
  readonly rings?: readonly (readonly LngLat[])[]
  /** The rings are simplified and cover more than the zone does. */
  readonly coarse?: true
}

/** Per zone, so that a page with one zone fits the memory of a small device. */
const cornersAtMost = 1_000

/** Rounds to a tenth of a metre. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const roundPlace = ([lng, lat]: LngLat): LngLat => [round(lng), round(lat)]

/**
 * Clips the outline to the requested area. A stay-out zone that still has too many corners is
 * replaced by its convex hull, which keeps drones out of a larger area; of a stay-in area only some
 * corners of the outline are kept, at regular intervals.
 */
const outlines = (
  { rings, kind }: Pick<ZoneAround, 'rings' | 'kind'>,
  bounds: Bounds,
): Pick<DeviceZone, 'rings' | 'coarse'> => {
  const clipped = (rings ?? [])
    .map((ring) => clipRing(ring.slice(0, -1), bounds).map(roundPlace))
    .filter((ring) => ring.length >= 3)
  const corners = clipped.reduce((sum, ring) => sum + ring.length, 0)
  if (corners <= cornersAtMost) return { rings: clipped }
  const outline = kind === 'stay_out' ? convexHull(clipped[0]!) : clipped[0]!
  const each = Math.ceil(outline.length / cornersAtMost)
  return { rings: [outline.filter((_corner, i) => i % each === 0)], coarse: true }
}

const limits = ({
  lower_m,
  upper_m,
  lower_reference,
  upper_reference,
}: ZoneAround): Partial<DeviceZone> => ({
  ...(lower_m === null ? {} : { lower: lower_m }),
  ...(upper_m === null ? {} : { upper: upper_m }),
  ...(lower_m !== null && lower_reference === 'sea' ? { lowerFrom: 'sea' } : {}),
  ...(upper_m !== null && upper_reference === 'sea' ? { upperFrom: 'sea' } : {}),
})

const times = (
  { valid_from, valid_until, windows, time_zone }: ZoneAround,
  nowMs: number,
): Partial<DeviceZone> => ({
  ...(valid_from === null ? {} : { from: valid_from.getTime() }),
  ...(valid_until === null ? {} : { until: valid_until.getTime() }),
  ...(windows.length === 0
    ? {}
    : { hours: windows, timeZone: time_zone, utcOffsetMin: zoneOffsetMinutes(time_zone, nowMs) }),
})

/** Null if the outline does not meet the bounds although its bounding box does. */
export const toDeviceZone = (
  zone: ZoneAround,
  bounds: Bounds,
  nowMs: number,
): DeviceZone | null => {
  const common = {
    id: zone.id,
    n: zone.version,
    name: zone.name,
    kind: zone.kind,
    restriction: zone.restriction,
    ...(zone.message === '' ? {} : { message: zone.message }),
    ...limits(zone),
    ...times(zone, nowMs),
  }
  if (zone.shape === 'circle')
    return {
      ...common,
      circle: { at: roundPlace([zone.center_lng!, zone.center_lat!]), radiusM: zone.radius_m! },
    }
  const ground = outlines(zone, bounds)
  return ground.rings!.length === 0 ? null : { ...common, ...ground }
}

export const countCorners = ({ rings }: DeviceZone): number =>
  rings?.reduce((sum, ring) => sum + ring.length, 0) ?? 1
