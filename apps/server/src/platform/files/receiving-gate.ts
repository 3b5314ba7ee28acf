import { fail } from '../errors/fail.ts'

type Limits = { all: number; ofOne: number }

/**
 * Limits how many uploads are received concurrently, in total and per sender: each may hold its
 * bytes for as long as a request may take.
 */
export const createReceivingGate = ({ all: allAtMost, ofOne: ofOneAtMost }: Limits) => {
  const receiving = new Map<string, number>()
  let all = 0
  return async <T>(sender: string, work: () => Promise<T>): Promise<T> => {
    const own = receiving.get(sender) ?? 0
    if (all >= allAtMost || own >= ofOneAtMost) return fail('unavailable', { retryAfterS: 3 })
    all++
    receiving.set(sender, own + 1)
    try {
      return await work()
    } finally {
      all--
      const left = (receiving.get(sender) ?? 1) - 1
      if (left > 0) receiving.set(sender, left)
      else receiving.delete(sender)
    }
  }
}

export type ReceivingGate = ReturnType<typeof createReceivingGate>
