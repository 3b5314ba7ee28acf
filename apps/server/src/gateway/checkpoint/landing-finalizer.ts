// Writes the record of a flight as soon as it ends, before the next checkpoint.
import type { Logger } from 'pino'
import type { Checkpoints } from './checkpoint.ts'
import type { Recomputer } from '../recompute/public.ts'

/** Limit per process; the other connections of the pool serve users. */
const recordsAtOnce = 4

export type LandingFinalizer = {
  landed(droneId: string): void
  /** Resolves when no flight waits for its record. */
  idle(): Promise<void>
}

export const createLandingFinalizer = ({
  checkpoints,
  recomputer,
  log,
}: {
  checkpoints: Checkpoints
  recomputer: Recomputer
  log: Logger
}): LandingFinalizer => {
  const waiting = new Set<string>()
  const listeners: (() => void)[] = []
  let writers = 0

  const write = async (): Promise<void> => {
    for (const droneId of waiting) {
      waiting.delete(droneId)
      try {
        await checkpoints.one(droneId)
        await recomputer.one(droneId)
      } catch (error) {
        log.warn(
          { droneId, error: error instanceof Error ? error.message : String(error) },
          'A flight is worked out later',
        )
      }
    }
    writers--
    for (const tell of listeners.splice(0)) tell()
  }

  return {
    landed: (droneId) => {
      waiting.add(droneId)
      if (writers >= recordsAtOnce) return
      writers++
      // Wait for the next turn: the rest of the message, and of what is stored with it, belongs to
      // the flight.
      setImmediate(() => void write())
    },
    idle: async () => {
      while (writers > 0)
        await new Promise<void>((resolve) => {
          listeners.push(resolve)
        })
    },
  }
}
