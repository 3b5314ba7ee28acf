// Limits how much work a process does concurrently. Further work waits for its turn, first in,
// first out.

export type Turns = {
  /** @throws the error of `tooMany` if the queue is full; errors of the work */
  take: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the queue is full. */
  isFull: () => boolean
}

export const createTurns = ({
  atOnce,
  waitingAtMost,
  tooMany,
}: {
  atOnce: number
  waitingAtMost: number
  tooMany?: () => never
}): Turns => {
  let running = 0
  const waiting: (() => void)[] = []
  const isFull = (): boolean => waiting.length >= waitingAtMost
  return {
    isFull,
    take: async (work) => {
      if (running >= atOnce) {
        if (isFull()) tooMany?.()
        await new Promise<void>((resume) => waiting.push(resume))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next() // passes this turn on
        else running--
      }
    },
  }
}
