// Live positions and alarms of other processes, without NATS: read from the database, where
// checkpoints write them every few seconds. A process that holds every shard has heard everything
// and does not query.
import type { Logger } from 'pino'
import { pickReplica, type Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { alarmsSince, dronesHeardSince } from './live-changes.queries.ts'
import type { LiveState } from './live-state.ts'

const pollMs = 500
/** How often owners and locks of drones are read again. */
const factsMs = 60_000
/** Checkpoints of several processes overlap, and write data that is some seconds old. */
const overlapMs = 15_000
/** A transaction that writes an alarm takes at most this long. */
const alarmOverlapMs = 30_000
/** Period of the first query; older data is loaded at the start. */
const firstMs = 60_000

export type PollOptions = {
  db: Db
  live: LiveState
  events: EventBus
  log: Logger
  nowMs: number
  hearsEverything: () => boolean
}

export const replicateByPolling = ({
  db,
  live,
  events,
  log,
  nowMs,
  hearsEverything,
}: PollOptions): { stop(): Promise<void> } => {
  const readDb = pickReplica(db)
  let sinceMs = nowMs - firstMs
  let factsDueMs = performance.now() + factsMs
  /** On the database's clock: the start of unsent alarms, and the last query. */
  let alarms: { fromMs: number; askedMs: number } | null = null
  const sent = new Map<string, number>() // anomaly id → time of sending, server clock
  const stopListening = events.on('anomaly', ({ anomalyId }) => {
    sent.set(anomalyId, performance.now())
  })

  const positions = async (): Promise<void> => {
    const drones = await dronesHeardSince(readDb, sinceMs)
    for (const drone of drones) sinceMs = Math.max(sinceMs, drone.lastMessageMs - overlapMs)
    live.apply(drones)
  }

  const newAlarms = async (): Promise<void> => {
    const found = await alarmsSince(
      readDb,
      alarms && Math.max(alarms.fromMs, alarms.askedMs - alarmOverlapMs),
    )
    alarms = { fromMs: alarms?.fromMs ?? found.nowMs, askedMs: found.nowMs }
    for (const { droneId, anomalyId } of found.alarms)
      if (!sent.has(anomalyId)) events.emit('anomaly', { droneId, anomalyId, live: true })
    for (const [id, atMs] of sent)
      if (performance.now() - atMs > 4 * alarmOverlapMs) sent.delete(id)
  }

  const poll = async (): Promise<void> => {
    if (hearsEverything()) {
      alarms = null
      return
    }
    await positions()
    await newAlarms()
    if (performance.now() < factsDueMs) return
    factsDueMs = performance.now() + factsMs
    await live.load()
  }

  let polling: Promise<void> | undefined
  const timer = setInterval(() => {
    polling ??= poll()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, 'Live positions of other processes cannot be read'),
      )
      .finally(() => {
        polling = undefined
      })
  }, pollMs).unref()

  return {
    stop: async () => {
      clearInterval(timer)
      stopListening()
      await polling
    },
  }
}
