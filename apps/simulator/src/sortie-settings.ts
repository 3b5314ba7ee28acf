import type { LinkFault } from './fault-plan.ts'
import type { FleetDrone, FleetPlot, FleetZone } from './fleet.ts'
import type { Flight } from './flight-plan.ts'

export type Topic = 'track' | 'event' | 'state' | 'osd'

/**
 * A message and when the device sends it, on the true clock. An object is sent as JSON, text
 * unchanged.
 */
export type Transmission = {
  readonly atMs: number
  readonly topic: Topic
  readonly message: object | string
}

export type SortieSettings = {
  readonly drone: Pick<
    FleetDrone,
    'droneId' | 'pilotId' | 'chemical' | 'legacy' | 'batch' | 'weatherStation'
  >
  /** Null: an uploaded route, which belongs to no plot. */
  readonly plot: Pick<FleetPlot, 'plotId' | 'cropId'> | null
  readonly flight: Flight
  readonly zones: readonly FleetZone[]
  /** True time of the flight's first point. */
  readonly startMs: number
  readonly boot: string
  /** The device's own count of its flights. */
  readonly number: number
  /** Sequence number of the first point under this boot. */
  readonly firstSeq?: number
  readonly seed: string
  readonly faults?: readonly LinkFault[]
  /**
   * Flown in the simulator of the remote control, as marked at the take-off. A legacy drone, which
   * reports no take-off, cannot.
   */
  readonly simulated?: boolean
  /** Names of faults that happen without a command, for the truth's `faults` only. */
  readonly flightFaults?: readonly string[]
}
