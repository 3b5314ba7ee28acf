// How slow the test machine is at the moment, for the few tests that check that work stays small.

/**
 * One turn of the work below, ms: 13.8 to 14.2 on a quiet core of an AMD EPYC of 2.1 GHz, where the
 * limits hold as they are written.
 */
const usualMs = 14
/** Below the factor by which a limit shows that work grows. */
const atMost = 5

const turnMs = (): number => {
  const startMs = performance.now()
  let state = 1
  for (let i = 0; i < 8_000_000; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  // An unused result could be optimised away.
  return state === 0 ? 0 : performance.now() - startMs
}

/**
 * The factor for limits of time: 1 on such a core, up to 5 where it is slower or shared with others
 * at this moment. A limit checks that work does not grow with its input, which would show by a
 * factor of ten or more; it is no measurement (those are in `bench/`).
 */
export const slowness = (): number => {
  const turns = [turnMs(), turnMs(), turnMs(), turnMs(), turnMs()]
  return Math.min(atMost, Math.max(1, Math.min(...turns) / usualMs))
}
