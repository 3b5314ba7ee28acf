// Works out what is due, one drone after the other, and tells of new alarms.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ZoneIndex } from '@swath/domain/zone-index'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import type { GatewayCounters } from '../counters.ts'
import { recomputeNext, type ZonesInForce } from './recompute.ts'

const pauseMs = 500

export type Recomputer = {
  setZones(zones: ZonesInForce): void
  start(): void
  /** What is marked of one drone, due or not. */
  one(droneId: string): Promise<void>
  /** All that is due. */
  due(): Promise<void>
  stop(): Promise<void>
}

export const createRecomputer = ({
  db,
  clock,
  events,
  log,
  counters,
}: {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
  counters: GatewayCounters
}): Recomputer => {
  let zones: ZonesInForce = new ZoneIndex([])
  let stopped = false
  let running: Promise<void> | undefined
  let wake = (): void => {}

  const next = async (droneId?: string): Promise<boolean> => {
    const startedMs = performance.now()
    const done = await recomputeNext(db, clock.now(), zones, droneId)
    if (!done) return false
    counters.recomputations++
    counters.recomputedPoints += done.points
    counters.recomputeMs += performance.now() - startedMs
    for (const { id, live } of done.newAnomalies)
      events.emit('anomaly', { droneId: done.droneId, anomalyId: id, live })
    return true
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (await next()) continue
      } catch (error) {
        log.warn(
          { error: error instanceof Error ? error.message : String(error) },
          'A recomputation failed and is tried again',
        )
      }
      await Promise.race([
        sleep(pauseMs),
        new Promise<void>((resolve) => {
          wake = resolve
        }),
      ])
    }
  }

  return {
    setZones: (changed) => {
      zones = changed
    },
    start: () => {
      running = loop()
    },
    one: async (droneId) => {
      await next(droneId)
    },
    due: async () => {
      while (await next());
    },
    stop: async () => {
      stopped = true
      wake()
      await running
    },
  }
}
