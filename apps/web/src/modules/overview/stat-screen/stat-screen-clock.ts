// The single clock of a statistics screen (specification, section 9): it ticks each second, and
// lets each panel load at most as often as allowed. Hidden panels load nothing; while none is
// visible the clock is paused.

export const lookEveryMs = 1_000
export const loadEveryMs = 300_000
export const headlineEveryMs = 30_000
/** Failed requests are repeated sooner than data is refreshed. */
export const retryAfterMs = 30_000

export type ClockPorts = {
  readonly now: () => number
  /** Calls `work` at this interval; returns a function that stops it. */
  readonly every: (work: () => void, ms: number) => () => void
  readonly isPageSeen: () => boolean
}

type Load = {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
  begunMs: number
  isUnderWay: boolean
  hasFailed: boolean
}

export class StatScreenClock {
  private readonly ports: ClockPorts
  private readonly loads = new Set<Load>()
  private readonly listeners = new Set<() => void>()
  private stop: (() => void) | null = null

  constructor(ports: ClockPorts) {
    this.ports = ports
  }

  /**
   * Adds a request of a visible panel, to be repeated. `loadedMs`: when its data was last loaded.
   * @returns a function that removes it when the panel is no longer visible
   */
  readonly add = (
    run: () => Promise<unknown>,
    everyMs: number,
    loadedMs: number | undefined,
  ): (() => void) => {
    const load: Load = {
      everyMs,
      run,
      begunMs: loadedMs ?? -Infinity,
      isUnderWay: false,
      hasFailed: false,
    }
    this.loads.add(load)
    this.update()
    return () => {
      this.loads.delete(load)
      this.update()
    }
  }

  /** Called at each tick, for the clock on the screen and the ages of its panels. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Time of the last tick in seconds. */
  readonly seconds = (): number => Math.floor(this.ports.now() / 1000)

  /** Call when the page is shown or hidden. */
  readonly update = (): void => {
    const isNeeded = this.loads.size > 0 && this.ports.isPageSeen()
    if (isNeeded && !this.stop) {
      this.stop = this.ports.every(this.look, lookEveryMs)
      this.look()
    } else if (!isNeeded && this.stop) {
      this.stop()
      this.stop = null
    } else if (isNeeded) this.look()
  }

  /** Repeats failed requests at once, because the network is back. */
  readonly hurry = (): void => {
    for (const load of this.loads) if (load.hasFailed) load.begunMs = -Infinity
    this.update()
  }

  private readonly look = (): void => {
    const nowMs = this.ports.now()
    for (const load of this.loads) {
      const pauseMs = load.hasFailed ? Math.min(load.everyMs, retryAfterMs) : load.everyMs
      if (load.isUnderWay || nowMs - load.begunMs < pauseMs) continue
      load.begunMs = nowMs
      load.isUnderWay = true
      const end = (hasFailed: boolean) => (): void => {
        load.isUnderWay = false
        load.hasFailed = hasFailed
      }
      load.run().then(end(false), end(true))
    }
    for (const listener of this.listeners) listener()
  }
}

/** The clock of the page that is open. */
export const createStatScreenClock = (): StatScreenClock =>
  new StatScreenClock({
    now: () => Date.now(),
    every: (work, ms) => {
      const timer = setInterval(work, ms)
      return () => clearInterval(timer)
    },
    isPageSeen: () => document.visibilityState === 'visible',
  })
