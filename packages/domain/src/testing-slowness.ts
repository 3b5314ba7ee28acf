// How slow the machine of a test is just now, for the few tests that ask whether work stays small.

/**
 * One turn of the work below, ms: 13.8 to 14.2 on a quiet core of an AMD EPYC of 2.1 GHz, where the
 * limits hold as they are written.
 */
const usualMs = 14
/** Less than the factor by which a limit shows that work grows. */
const atMost = 5

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
 * By what a limit of time is multiplied: 1 on such a core, up to 5 where one has less pace or is
 * shared with others at this moment. A limit says that work does not grow
 * with its input, which shows by a factor of ten or more; it is no measurement (those are in
 * `bench/`).
 */
export const slowness = (): number => {
  const turns = [turnMs(), turnMs(), turnMs(), turnMs(), turnMs()]
  return Math.min(atMost, Math.max(1, Math.min(...turns) / usualMs))
}
