export type DeviceEventType = 'takeoff' | 'landing' | 'disarm'

/** An event that a device reports in addition to its points. Missing values are null. */
export type DeviceEvent = {
  readonly type: DeviceEventType
  readonly tMs: number
  readonly boot: string | null
  readonly seq: number | null
  /** The device's own count of its flights. */
  readonly number: number | null
  /** The sprayed area that the device claims, at a landing. */
  readonly claimedAreaM2: number | null
  readonly pilotId: string | null
  readonly cropId: string | null
  readonly chemical: string | null
  readonly plotId: string | null
  /**
   * For a take-off: nothing flies, the flight is simulated with the drone's credentials. Absent in
   * every other event.
   */
  readonly simulated?: true
}

/**
 * Sorted, without duplicates, regardless of the order of arrival. At the same time, a take-off
 * comes first and a landing last.
 */
export function canonicalEvents(events: readonly DeviceEvent[]): DeviceEvent[] {
  const keyed = events.map((event) => ({ event, key: eventKey(event) }))
  keyed.sort((a, b) => a.event.tMs - b.event.tMs || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed
    .filter((entry, i) => i === 0 || keyed[i - 1]!.key !== entry.key)
    .map((entry) => entry.event)
}

const RANK: Record<DeviceEventType, number> = { takeoff: 0, disarm: 1, landing: 2 }

function eventKey(event: DeviceEvent): string {
  return JSON.stringify([
    RANK[event.type],
    event.tMs,
    event.boot,
    event.number,
    event.seq,
    event.claimedAreaM2,
    event.pilotId,
    event.cropId,
    event.chemical,
    event.plotId,
    ...(event.simulated ? [true] : []),
  ])
}
