// Counts wrong secrets by address. Secrets are generated with 99 bits or more, so guessing cannot
// succeed; the limit bounds the work that guessing causes. Many users may share an address, so one
// user's wrong secrets must not lock out the others: beyond the limit, refusals for the address are
// delayed, while a right secret is still accepted at once.

const promptAtMost = 20
const lateMs = 2_000
const forgottenMs = 10 * 60_000
const addressesAtOnce = 50_000

export const createWrongSecrets = () => {
  const counted = new Map<string, { count: number; sinceMs: number }>()
  return {
    /** Counts one wrong secret. @returns the delay of its refusal, ms */
    note: (address: string, nowMs: number): number => {
      const found = counted.get(address)
      if (!found || nowMs - found.sinceMs >= forgottenMs) {
        if (counted.size >= addressesAtOnce) counted.clear()
        counted.set(address, { count: 1, sinceMs: nowMs })
        return 0
      }
      found.count++
      return found.count > promptAtMost ? lateMs : 0
    },
  }
}
export type WrongSecrets = ReturnType<typeof createWrongSecrets>
