// Counters in the database, so that all processes share them; in this process's memory while the
// database is down.
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Db } from '../database/database.ts'
import { throttleStore } from './throttle.queries.ts'

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

/**
 * One counter, of which `atMost` are allowed per period; those above may be counted by `beyond`
 * instead.
 */
export type Count = { by: RateLimiterAbstract; key: string; atMost?: number; beyond?: Count }
export type Undoable<Why = void> =
  | { admitted: true; undo: (why: Why) => Promise<void> }
  | { admitted: false; retryAfterS: number }

/** @returns a function that creates counters: `points` in `duration` seconds */
export const createCounters = (db: Db) => {
  const storeClient = throttleStore(db)
  let clears = true // the first counter deletes expired rows for all
  return (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const counter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: clears,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
    })
    clears = false
    return counter
  }
}
export type Counters = ReturnType<typeof createCounters>

const toSeconds = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Counts one. @returns seconds to wait, or null if admitted */
export const waitS = async ({
  by,
  key,
  atMost = Infinity,
  beyond,
}: Count): Promise<number | null> => {
  const counted = await by.consume(key).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  })
  const isWithin = counted.consumedPoints <= Math.min(atMost, by.points)
  return isWithin ? null : beyond ? waitS(beyond) : toSeconds(counted)
}

/** Counts by each in turn until one refuses. */
export const admit = async (counts: readonly Count[]): Promise<number | null> => {
  for (const count of counts) {
    const retryAfterS = await waitS(count)
    if (retryAfterS !== null) return retryAfterS
  }
  return null
}

/** Counts one; `undo` takes it back. */
export const admitUndoable = async (count: Count): Promise<Undoable> => {
  const retryAfterS = await waitS(count)
  return retryAfterS === null
    ? {
        admitted: true,
        undo: async () => {
          await count.by.reward(count.key)
        },
      }
    : { admitted: false, retryAfterS }
}
