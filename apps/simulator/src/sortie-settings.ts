import type { LinkFault } from './fault-plan.ts'
import type { FleetDrone, FleetPlot, FleetZone } from './fleet.ts'
import type { Flight } from './flight-plan.ts'

export type Topic = 'track' | 'event' | 'state' | 'osd'

/**
 * A message and when the device sends it, on the true clock. An object is sent as JSON, text as it
 * stands.
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
  /** Null: a route that was uploaded, over no plot of its own. */
  readonly plot: Pick<FleetPlot, 'plotId' | 'cropId'> | null
  readonly flight: Flight
  readonly zones: readonly FleetZone[]
  /** True time of the flight's first point. */
  readonly startMs: number
  readonly boot: string
  /** The device's own count of its flights. */
  readonly number: number
  /** The number of the first point under this boot. */
  readonly firstSeq?: number
  readonly seed: string
  readonly faults?: readonly LinkFault[]
  /**
   * Flown in the simulator of the remote control: the take-off says so. A legacy drone, which tells
   * no take-off, cannot.
   */
  readonly simulated?: boolean
  /** Flights that go wrong by themselves, for the truth's `faults` only. */
  readonly flightFaults?: readonly string[]
}
