// Limits how much work a process does at once. Further work waits for its turn, first in, first
// out.

export type Turns = {
  /** @throws what `tooMany` throws, where as many wait as may; what the work throws */
  take: <T>(work: () => Promise<T>) => Promise<T>
  /** No more may wait. */
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
        if (next) next() // takes over this turn
        else running--
      }
    },
  }
}
