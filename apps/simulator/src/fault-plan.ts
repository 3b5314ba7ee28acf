import type { Flight, FlightFault } from './flight-plan.ts'
import type { FleetPlot, FleetZone } from './fleet.ts'
import type { Random } from './random.ts'

/** Faults between the drone's program and the server. Counts are of points or messages. */
export type LinkFault =
  /** No radio for a while; the collected messages are sent afterwards. */
  | { readonly kind: 'radio_hole'; readonly fromS: number; readonly durationS: number }
  /** The whole flight is sent this long after its landing. */
  | { readonly kind: 'offline_upload'; readonly delayS: number }
  /**
   * Share of the messages that are sent again some seconds later, as after a lost acknowledgement.
   */
  | { readonly kind: 'duplicates'; readonly share: number }
  /** Share of the messages that are overtaken by later ones. */
  | { readonly kind: 'out_of_order'; readonly share: number }
  /**
   * The device reboots on the way home: a new boot name, numbers from 0, four seconds without a
   * point.
   */
  | { readonly kind: 'reboot' }
  | { readonly kind: 'gps_null'; readonly count: number }
  /** Before the first fix the clock starts in 1970. */
  | { readonly kind: 'clock_1970'; readonly count: number }
  /** The clock shows local time but reports it as UTC. */
  | { readonly kind: 'clock_shift'; readonly hours: number }
  | { readonly kind: 'swapped_coordinates'; readonly count: number }
  /** Another machine with the same serial number, 3 km away. */
  | { readonly kind: 'second_device'; readonly count: number }
  | { readonly kind: 'flood'; readonly messages: number }
  | { readonly kind: 'malformed'; readonly count: number }
  | { readonly kind: 'oversized'; readonly bytes: number }
  /** Ten points a second, their times cut to whole seconds. */
  | { readonly kind: 'whole_seconds_10hz' }
  /** The landing claims more ground than was covered. */
  | { readonly kind: 'wrong_claim'; readonly factor: number }
  | { readonly kind: 'wrong_crop'; readonly cropId: string }

export type SortieFaults = {
  readonly flight: readonly FlightFault[]
  readonly link: readonly LinkFault[]
}

/**
 * The most frequent faults in the field: gaps and late uploads, sometimes a wrong clock, a zone or
 * a stuck pump.
 */
export function drawFaults(
  random: Random,
  share: number,
  plot: FleetPlot,
  zones: readonly FleetZone[],
): SortieFaults {
  if (!random.chance(share)) return { flight: [], link: [] }
  const flight: FlightFault[] = []
  const link: LinkFault[] = []
  const near = zones
    .map(findMiddle)
    .find(
      (middle) =>
        Math.hypot((middle[0] - plot.ring[0]![0]) * 0.85, middle[1] - plot.ring[0]![1]) < 0.02,
    )
  const draw = random.unit()
  if (draw < 0.12 && near !== undefined) flight.push({ kind: 'detour', over: near })
  else if (draw < 0.2) flight.push({ kind: 'hover_spraying', durationS: random.between(14, 25) })
  else if (draw < 0.28) flight.push({ kind: 'spray_outside', lengthM: random.between(15, 40) })
  else if (draw < 0.55)
    link.push({
      kind: 'radio_hole',
      fromS: random.between(60, 200),
      durationS: random.between(30, 110),
    })
  else if (draw < 0.7) link.push({ kind: 'duplicates', share: 0.1 })
  else if (draw < 0.78) link.push({ kind: 'gps_null', count: random.integer(2, 6) })
  else if (draw < 0.86) link.push({ kind: 'clock_1970', count: random.integer(2, 6) })
  else if (draw < 0.92) link.push({ kind: 'out_of_order', share: 0.1 })
  else if (draw < 0.96) link.push({ kind: 'wrong_claim', factor: 1.3 })
  else link.push({ kind: 'reboot' })
  return { flight, link }
}

function findMiddle(zone: FleetZone): readonly [number, number] {
  if (zone.shape.kind === 'circle') return [zone.shape.center[0], zone.shape.center[1]]
  const ring = zone.shape.rings[0]!.slice(0, -1)
  return [
    ring.reduce((sum, place) => sum + place[0], 0) / ring.length,
    ring.reduce((sum, place) => sum + place[1], 0) / ring.length,
  ]
}

/** The start of the way home, and how long a reboot takes there. */
export function rebootWindow(flight: Flight): { readonly fromS: number; readonly untilS: number } {
  const home = flight.legs.findLast((leg) => leg.kind === 'transit') ?? flight.legs.at(-1)!
  return { fromS: home.startS + 0.5, untilS: home.startS + 4.5 }
}
