// Measures how long the event loop was blocked, by the lateness of a timer.

export type Stalls = {
  /** The longest stall since the last call. */
  longest: () => {
    /** Lateness of a beat: the delay that devices and people notice. */
    lateMs: number
    /**
     * CPU time of the loop's thread between two beats, which does not depend on other programs on
     * the machine.
     */
    busyMs: number
  }
  stop: () => void
}

const beatMs = 20

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The callback receives the lateness of each beat. */
export const watchStalls = (tell: (lateMs: number) => void = () => undefined): Stalls => {
  let longest = { lateMs: 0, busyMs: 0 }
  let dueMs = performance.now() + beatMs
  let sinceMs = threadMs()
  const look = (): number => {
    const lateMs = Math.max(0, performance.now() - dueMs)
    longest = {
      lateMs: Math.max(longest.lateMs, lateMs),
      busyMs: Math.max(longest.busyMs, threadMs() - sinceMs),
    }
    return lateMs
  }
  const timer = setInterval(() => {
    tell(look())
    dueMs = performance.now() + beatMs
    sinceMs = threadMs()
  }, beatMs).unref()
  return {
    longest: () => {
      look() // include a stall that continues: the next beat is already late
      const seen = longest
      longest = { lateMs: 0, busyMs: 0 }
      return seen
    },
    stop: () => clearInterval(timer),
  }
}
