/**
 * The time of day, in milliseconds since 1970 UTC. Handed to whoever needs it, so that a test
 * decides what time it is.
 */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export interface SettableClock extends Clock {
  set(nowMs: number): void
  advance(byMs: number): void
}

/** A clock that stands still until it is told to move. */
export function settableClock(startMs: number): SettableClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    set(toMs) {
      nowMs = toMs
    },
    advance(byMs) {
      nowMs += byMs
    },
  }
}
