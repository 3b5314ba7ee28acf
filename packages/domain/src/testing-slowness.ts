// How slow the machine of a test is just now, for the few tests that ask whether work stays small.

/** One turn of the work below on the machine on which the limits were set, ms. */
const usualMs = 9.5

const turnMs = (): number => {
  const startMs = performance.now()
  let state = 1
  for (let i = 0; i < 8_000_000; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  // What nobody reads need not be worked out.
  return state === 0 ? 0 : performance.now() - startMs
}

/**
 * By what a limit of time is multiplied: 1 on the machine on which limits were set, more where a
 * core has less pace or is shared with others at this moment. A limit says that work does not grow
 * with its input, which shows by a factor of ten or more; it is no measurement (those are in
 * `bench/`).
 */
export const slowness = (): number => {
  const turns = [turnMs(), turnMs(), turnMs(), turnMs(), turnMs()]
  return Math.max(1, Math.min(...turns) / usualMs)
}
