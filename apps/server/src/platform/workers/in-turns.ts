import { setImmediate as turn } from 'node:timers/promises'

const longestMs = 10

/**
 * Passes pieces on, and yields to the event loop between two of them once 10 ms have passed: a
 * generator that never waits would block it.
 */
export const inTurns = async function* <T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  let sinceMs = performance.now()
  for await (const piece of pieces) {
    yield piece
    if (performance.now() - sinceMs < longestMs) continue
    await turn()
    sinceMs = performance.now()
  }
}
