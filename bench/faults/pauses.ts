// How long each drone, person and console was without an answer.

export type Pauses = {
  heard(who: string): void
  /** Resolves when all of these were heard after this call. @throws after `limitMs` */
  all(names: readonly string[], limitMs: number): Promise<void>
  /** The longest pause since the last call, ms, and whose it was. */
  takeLongest(): { ms: number; who: string }
}

export const createPauses = (): Pauses => {
  const lastMs = new Map<string, number>()
  let longest = { ms: 0, who: '' }
  const waiting = new Set<{ left: Set<string>; done: () => void }>()
  return {
    heard: (who) => {
      const nowMs = performance.now()
      const ms = nowMs - (lastMs.get(who) ?? nowMs)
      lastMs.set(who, nowMs)
      if (ms > longest.ms) longest = { ms, who }
      for (const one of waiting) if (one.left.delete(who) && one.left.size === 0) one.done()
    },
    all: (names, limitMs) =>
      new Promise((resolve, reject) => {
        const left = new Set(names)
        const one = { left, done: () => end(resolve) }
        const late = setTimeout(
          () =>
            end(() =>
              reject(new Error(`No answer for ${limitMs / 1000} s: ${[...left].join(', ')}`)),
            ),
          limitMs,
        )
        const end = (finish: () => void): void => {
          clearTimeout(late)
          waiting.delete(one)
          finish()
        }
        waiting.add(one)
      }),
    takeLongest: () => {
      const taken = longest
      longest = { ms: 0, who: '' }
      return taken
    },
  }
}
