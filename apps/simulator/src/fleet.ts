import { readFileSync } from 'node:fs'
import type { LngLat } from '@swath/domain/lng-lat'

/** Performance of one type of drone. */
export type DroneAbility = {
  readonly swathWidthM: number
  readonly tankL: number
  /** Height above ground while spraying. */
  readonly heightM: number
  readonly spraySpeedMs: number
  readonly transitSpeedMs: number
  /** Litres per hectare. */
  readonly doseLHa: number
  /** Flight time from a full battery to 27 %. */
  readonly enduranceS: number
}

export type FleetPlot = {
  /** Null: a field that is not on the platform. */
  readonly plotId: string | null
  /** Closed ring, WGS-84. */
  readonly ring: readonly LngLat[]
  readonly cropId: string | null
  /** Position of the truck while this plot is sprayed; null: at the drone's home. */
  readonly takeoff: LngLat | null
}

/**
 * Hours of UTC in which the drone is switched on; an end before the start is past midnight. Equal:
 * always.
 */
export type Shift = { readonly fromHourUtc: number; readonly toHourUtc: number }

/** Limit of a drone's other fields; the next day continues where they end. */
export const MOST_FIELDS_A_DAY = 20

export type FleetDrone = {
  readonly droneId: string
  readonly secret: string
  readonly home: LngLat
  readonly model: DroneAbility
  readonly plots: readonly FleetPlot[]
  /**
   * Fields for the days between: a plot is sprayed once, and again only after some days. Absent:
   * the drone flies from plot to plot.
   */
  readonly otherFields?: readonly FleetPlot[]
  readonly pilotId: string | null
  readonly chemical: string | null
  readonly shift: Shift
  /** `standby` is switched on and stays on the ground. */
  readonly schedule: 'work' | 'standby'
  /** A legacy drone reports neither take-off nor landing. */
  readonly legacy: boolean
  /** Measures the weather and reports it with its points. */
  readonly weatherStation?: true
  /** The parts that it reports; absent: it reports none. */
  readonly parts?: readonly {
    readonly type: string
    readonly hwId: string
    readonly firmware: string | null
  }[]
  /** Points in one message, 1 to 5. */
  readonly batch: number
  /** Share of its flights on which something goes wrong, 0 to 1. */
  readonly faultShare: number
  /** Installed when the fleet is first started; absent: the factory version. */
  readonly firmware?: string
  /** One flight in this many is flown in the simulator of the remote control; absent: none. */
  readonly simulatedEvery?: number
}

export type ZoneShape =
  | { readonly kind: 'circle'; readonly center: LngLat; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly LngLat[])[] }
export type FleetZone = {
  readonly id: string
  readonly shape: ZoneShape
  readonly lowerM: number | null
  readonly upperM: number | null
}

export type FleetFile = {
  readonly seed: number
  readonly drones: readonly FleetDrone[]
  readonly zones: readonly FleetZone[]
}

export function readFleet(path: string): FleetFile {
  const fleet = JSON.parse(readFileSync(path, 'utf8')) as FleetFile
  if (!Array.isArray(fleet.drones) || !Array.isArray(fleet.zones))
    throw new Error(`${path} is not a fleet file: no drones or zones`)
  return fleet
}

export function onShift(shift: Shift, tMs: number): boolean {
  if (shift.fromHourUtc === shift.toHourUtc) return true
  const hour = (tMs / 3_600_000) % 24
  return shift.fromHourUtc < shift.toHourUtc
    ? hour >= shift.fromHourUtc && hour < shift.toHourUtc
    : hour >= shift.fromHourUtc || hour < shift.toHourUtc
}
