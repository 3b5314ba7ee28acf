// Wrong secrets by address. They are generated and have 99 bits or more, so that none is found by
// trying; what is bounded is the work that trying makes. An address may be a village's: nobody there
// is refused for somebody else's wrong secret. Beyond so many the refusals of the address come late,
// and a right secret is taken at once as ever.

const promptAtMost = 20
const lateMs = 2_000
const forgottenMs = 10 * 60_000
const addressesAtOnce = 50_000

export const createWrongSecrets = () => {
  const counted = new Map<string, { count: number; sinceMs: number }>()
  return {
    /** Counts one. @returns how long its refusal waits, ms */
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
