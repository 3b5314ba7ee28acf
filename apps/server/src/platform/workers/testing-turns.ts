/**
 * Counts the turns of the event loop until the returned function is called: thousands while work
 * runs in a worker, a few while it blocks the loop. Independent of time, so it works on a busy
 * machine.
 */
export const countTurns = (): (() => number) => {
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  return () => {
    clearImmediate(next)
    return turns
  }
}
