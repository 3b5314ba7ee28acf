/** The time, in milliseconds since 1970 UTC. Passed as a dependency, so that tests can set it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export interface SettableClock extends Clock {
  set(nowMs: number): void
  advance(byMs: number): void
}

/** A clock that changes only when it is set. */
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
