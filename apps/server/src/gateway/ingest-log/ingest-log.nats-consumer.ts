// Consumer of the ingest log on NATS JetStream: reads the shards whose leases this worker holds.
import type { JetStreamManager } from '@nats-io/jetstream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/database/database.ts'
import { ShardReader } from './ingest-log.nats-shard.ts'
import type { Consumption, SegmentSink } from './ingest-log.ts'
import type { Nats } from '../../platform/nats/nats.ts'
import { keepShards } from './shard-leases.queries.ts'

/**
 * Each waiting message costs the server a report of progress every few seconds, so every checkpoint
 * writes all.
 */
const heldCheckpoints = 1

export type ConsumeOptions = {
  nats: Nats
  manager: JetStreamManager
  db: Db
  sink: SegmentSink
  leaseMs: number
  ackWaitMs: number
  trouble: (what: string, error: unknown) => void
}

export const consumeStream = async ({
  nats,
  manager,
  db,
  sink,
  leaseMs,
  ackWaitMs,
  trouble,
}: ConsumeOptions): Promise<Consumption> => {
  const readers = new Map<number, ShardReader>()
  /** Last pulls of shards that are being released. */
  const leaving = new Set<Promise<void>>()
  const leave = (reader: ShardReader): void => {
    const left = reader.leave().finally(() => leaving.delete(left))
    leaving.add(left)
  }

  const leases = await keepShards(db, {
    leaseMs,
    // Positions reach every process over NATS, from any worker.
    divides: true,
    trouble,
    gained: (shard) => {
      readers.set(
        shard,
        new ShardReader({
          nats,
          manager,
          shard,
          ackWaitMs,
          trouble,
          onSegment: (segment) => sink.take(segment),
        }),
      )
    },
    lost: (shard) => {
      const reader = readers.get(shard)
      readers.delete(shard)
      if (reader) leave(reader)
      sink.lost(shard)
    },
  })

  let sweeping: Promise<void> | undefined
  const sweep = async (): Promise<void> => {
    for (const reader of readers.values())
      await reader.sweep().catch((error: unknown) => trouble('sweep', error))
  }
  const timer = setInterval(() => {
    if (!nats.isConnected()) return
    for (const reader of readers.values()) reader.renew()
    sweeping ??= sweep().finally(() => {
      sweeping = undefined
    })
  }, ackWaitMs / 3).unref()

  return {
    shards: () => readers.size,
    holds: (shard) => readers.has(shard),
    heldCheckpoints,
    catchUp: async () => {
      for (const reader of readers.values()) while (!(await reader.isCaughtUp())) await sleep(20)
    },
    // the stream is not part of the transaction; processing a message twice is harmless
    forget: async () => {},
    settled: (segments) => {
      for (const { shard, id } of segments) readers.get(shard)?.settle(String(id))
    },
    stop: async () => {
      clearInterval(timer)
      const left = [...readers.values()]
      readers.clear()
      for (const reader of left) leave(reader)
      await Promise.all(leaving)
      await sweeping
      if (nats.isConnected()) await nats.connection.flush()
      await leases.stop()
    },
  }
}
