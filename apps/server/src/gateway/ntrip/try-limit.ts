// Wrong passwords of one address: after so many it is not listened to until they are forgotten.

const triesAtMost = 20
const forgottenMs = 10 * 60_000
const addressesAtOnce = 50_000

export const createTryLimit = () => {
  const tries = new Map<string, { count: number; sinceMs: number }>()
  const find = (address: string, nowMs: number) => {
    const found = tries.get(address)
    return found && nowMs - found.sinceMs < forgottenMs ? found : undefined
  }
  return {
    isHeard: (address: string, nowMs: number): boolean =>
      (find(address, nowMs)?.count ?? 0) < triesAtMost,
    noteWrong: (address: string, nowMs: number): void => {
      const found = find(address, nowMs)
      if (found) found.count++
      else {
        if (tries.size >= addressesAtOnce) tries.clear()
        tries.set(address, { count: 1, sinceMs: nowMs })
      }
    },
  }
}
export type TryLimit = ReturnType<typeof createTryLimit>
