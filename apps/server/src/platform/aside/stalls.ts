// How long the loop was held: by a beat that comes late for as long as somebody held it.

export type Stalls = {
  /** The longest since this was asked last. */
  longest: () => {
    /** How late a beat came: what devices and people feel. */
    lateMs: number
    /** Processor time of the loop's thread between two beats: whatever else the machine does. */
    busyMs: number
  }
  stop: () => void
}

const beatMs = 20

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** `tell` hears how late each beat came. */
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
      look() // what holds it now counts too: the next beat is late already
      const seen = longest
      longest = { lateMs: 0, busyMs: 0 }
      return seen
    },
    stop: () => clearInterval(timer),
  }
}
