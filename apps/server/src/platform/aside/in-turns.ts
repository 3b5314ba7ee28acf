import { setImmediate as turn } from 'node:timers/promises'

const longestMs = 10

/**
 * Passes on what is made piece by piece, and gives the loop a turn between two of them once 10 ms
 * have gone by: a generator that waits for nothing would never let go of it.
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
