// Writes the waiting points of drones that a reader asks for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import { pickShard, type Consumption } from '../ingest-log/public.ts'
import { takeAwaited } from '../tracks/public.ts'
import type { Checkpoints } from './checkpoint.ts'

/** A query of an empty table costs the database 0.1 ms. */
const lookEveryMs = 100
const afterErrorMs = 5_000

type Options = { db: Db; log: Logger; checkpoints: Checkpoints; consumption: Consumption }

/** Resolves when no write is running. */
export type AwaitedPoints = { stop(): Promise<void> }

export const followAwaitedPoints = ({
  db,
  log,
  checkpoints,
  consumption,
}: Options): AwaitedPoints => {
  const stopping = new AbortController()
  const isOwn = (droneId: string): boolean => consumption.holds(pickShard(droneId))
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let pauseMs = lookEveryMs
      try {
        await checkpoints.pointsOf(await takeAwaited(db, isOwn))
      } catch (error) {
        log.warn({ error: String(error) }, 'Readers wait for points')
        pauseMs = afterErrorMs
      }
      await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {}) // ended early
    }
  }
  // Every checkpoint of other logs writes all points.
  const looping = consumption.heldCheckpoints > 1 ? loop() : Promise.resolve()
  return {
    stop: async () => {
      stopping.abort()
      await looping
    },
  }
}
