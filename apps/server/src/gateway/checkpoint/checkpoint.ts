// Writes data waiting in memory to the database in one transaction, together with removing its
// segments from the ingest log: nothing is lost in between, and work repeated after a crash is
// harmless.
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { createBatchMaker, emptyBatch, type Batch } from './checkpoint-batch.ts'
import { createBatchWriter } from './checkpoint-writer.ts'
import { createOpenFlights } from './open-flights.ts'
import type { GatewayCounters } from '../counters.ts'
import type { Consumption } from '../ingest-log/public.ts'
import type { LiveState } from '../live/public.ts'
import type { Pipeline, PipelineDroneState } from '../pipeline/public.ts'

/** Drones converted to rows before the event loop may process waiting messages. */
const dronesATurn = 200

export type CheckpointOptions = {
  db: Db
  clock: Clock
  log: Logger
  counters: GatewayCounters
  pipeline: Pipeline
  live: LiveState
  consumption: () => Consumption
  /** A flight ended that this process has not followed, so its record must be computed now. */
  onLanded: (droneId: string) => void
}

export type Checkpoints = {
  /**
   * The next regular one: points wait in memory for some checkpoints, and are in the ingest log
   * until they are written. Resolves as `all`.
   */
  next(): Promise<void>
  /**
   * Writes all waiting data. Resolves once it is written, however long the database is unavailable,
   * or early once `abandon` is called.
   */
  all(): Promise<void>
  /**
   * Writes one drone's points and events so that its record can be computed; their segments stay
   * until the next full checkpoint.
   */
  one(droneId: string): Promise<void>
  /** Writes the waiting points of these drones; those that this process does not follow have none. */
  pointsOf(droneIds: readonly string[]): Promise<void>
  abandon(): void
}

/** Runs are sequential: a drone's stretch is never written by two at once. */
const createTurns = () => {
  let last: Promise<void> = Promise.resolve()
  return (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work)
    last = mine.catch(() => {}) // errors reach the caller; the next run is independent
    return mine
  }
}

export const createCheckpoints = ({
  db,
  clock,
  log,
  counters,
  pipeline,
  live,
  consumption,
  onLanded,
}: CheckpointOptions): Checkpoints => {
  const openFlights = createOpenFlights({ db, clock, live, pipeline, onLanded })
  const rows = createBatchMaker({ pipeline, live, openFlights })
  const writer = createBatchWriter({ db, log, consumption })
  const inTurn = createTurns()

  const finish = async (batch: Batch, nowMs: number, startedMs: number): Promise<void> => {
    await writer.persist(batch, nowMs)
    if (batch.segments.length > 0) consumption().settled(batch.segments)
    counters.checkpoints++
    counters.checkpointMs += performance.now() - startedMs
  }

  const write = (chunkCheckpoints: number): Promise<void> =>
    inTurn(async () => {
      const startedMs = performance.now()
      const nowMs = clock.now()
      // Take the segments first: data that arrives while rows are made may be written with them,
      // and writing it again with its own segments is harmless.
      const { drones, notes, segments } = pipeline.handOver(chunkCheckpoints)
      await openFlights
        .prepare(drones)
        .catch((error: unknown) =>
          log.warn({ error: String(error) }, 'Figures of flights in the air wait'),
        )
      const batch: Batch = {
        ...emptyBatch(),
        notes: notes.map((note) => ({ ...note, id: uuidv7(nowMs) })),
        segments,
      }
      for (const [i, drone] of drones.entries()) {
        rows.add(batch, drone, nowMs)
        if (i % dronesATurn === dronesATurn - 1) await nextTurn()
      }
      batch.states = live.takeDirty().map((drone) => rows.stateRow(drone))
      if (batch.states.length + drones.length + notes.length + segments.length > 0)
        await finish(batch, nowMs, startedMs)
    })

  const writeDrones = async (drones: readonly PipelineDroneState[]): Promise<void> => {
    const [startedMs, nowMs, batch] = [performance.now(), clock.now(), emptyBatch()]
    for (const drone of drones) {
      drone.isChunkDue = true
      rows.add(batch, drone, nowMs)
    }
    await finish(batch, nowMs, startedMs)
  }

  return {
    next: () => write(consumption().heldCheckpoints),
    all: () => write(1),
    one: (droneId) =>
      inTurn(async () => {
        const drone = pipeline.one(droneId)
        if (!drone) return
        drone.markDueMs = 0 // the recomputation that follows removes the mark
        const isUnmarked = drone.unmarked.fromMs <= drone.unmarked.untilMs
        if (drone.points.length === 0 && drone.events.length === 0 && !isUnmarked) return
        const written = writeDrones([drone])
        drone.markDueMs = 0
        await written
      }),
    pointsOf: (droneIds) =>
      inTurn(async () => {
        const drones = droneIds.flatMap((droneId) => pipeline.one(droneId) ?? [])
        const waiting = drones.filter(({ points }) => points.length > 0)
        if (waiting.length > 0) await writeDrones(waiting)
      }),
    abandon: () => writer.abandon(),
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
