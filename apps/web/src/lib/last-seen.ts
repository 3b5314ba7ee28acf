// The drones that a person saw last in this browser, for the offline page. Without React, because
// that page must be small.

export type SeenDrone = {
  readonly id: string
  readonly name: string
  /** Its state at that time, in the person's language. */
  readonly state: string
  /** ISO time of its last message. */
  readonly heardAt: string | null
  readonly place: readonly [lng: number, lat: number] | null
}
export type LastSeen = {
  readonly userId: string
  readonly productName: string
  readonly atMs: number
  readonly drones: readonly SeenDrone[]
}

export const lastSeenKey = 'lastSeen'

/** The stored value; null if there is none, or if it is invalid. */
export const parseLastSeen = (kept: unknown): LastSeen | null => {
  const value = kept as Partial<LastSeen> | null | undefined
  return typeof value === 'object' &&
    value !== null &&
    typeof value.userId === 'string' &&
    typeof value.atMs === 'number' &&
    Array.isArray(value.drones)
    ? (value as LastSeen)
    : null
}
