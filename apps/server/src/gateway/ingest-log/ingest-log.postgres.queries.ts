// The ingest log on PostgreSQL: a commit writes one row for each shard that it touches, so that the
// devices of a whole fleet share one flush to disk.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { findPool, tx as transaction, type Db } from '../../platform/database/database.ts'
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts'
import {
  decodeRecords,
  packSegment,
  shardCount,
  pickShard,
  type Backlog,
  type Consumption,
  type IngestLog,
  type IngestRecord,
  type Segment,
  type SegmentKey,
  type SegmentSink,
} from './ingest-log.ts'
import { keepShards } from './shard-leases.queries.ts'

export type PostgresLogOptions = GroupCommitOptions & {
  /** How long a worker keeps its shards without renewing the lease. */
  leaseMs?: number
  pollMs?: number
  /** Whether every program that may read the segments can decompress them; false by default. */
  compress?: boolean
}

export const createPostgresLog = (db: Db, options: PostgresLogOptions = {}): IngestLog => {
  const { leaseMs = 6_000, pollMs = 200, compress = false } = options
  /** Consumers in this process, notified of a commit without a query. */
  const local = new Set<(segments: readonly Segment[]) => void>()

  const write = async (batch: readonly IngestRecord[]): Promise<void> => {
    const shards: IngestRecord[][] = Array.from({ length: shardCount }, () => [])
    for (const record of batch) shards[pickShard(record.droneId)]!.push(record)
    const rows = shards.flatMap((records, shard) =>
      records.length > 0 ? [{ shard, records }] : [],
    )
    const pool = await findPool(db)
    const { rows: written } = await pool.query<{ id: number; shard: number }>({
      // Without a name: a pooler gives the next query another connection, without the statement.
      text: `insert into ingest_segment (shard, payload) values ${rows.map((_, i) => `($${2 * i + 1}, $${2 * i + 2})`).join(', ')} returning id, shard`,
      values: rows.flatMap(({ shard, records }) => [shard, packSegment(records, compress)]),
    })
    const segments = written.map(({ id, shard }) => ({
      id: Number(id),
      shard,
      records: shards[shard]!,
    }))
    for (const tell of local) tell(segments)
  }

  return {
    ...createGroupCommit(write, options),
    backlog: () => readBacklog(db),
    consume: (sink) =>
      consume(db, sink, { leaseMs, pollMs, trouble: options.onTrouble ?? (() => {}), local }),
  }
}

type ConsumeOptions = {
  leaseMs: number
  pollMs: number
  trouble: (what: string, error: unknown) => void
  local: Set<(segments: readonly Segment[]) => void>
}

/** Limit of segments in one query, so that a backlog is not loaded into memory at once. */
const segmentsAQuery = 64
/**
 * Commits of several gateways become visible in another order than that of their numbers: a poll
 * looks for unknown segments among so many numbers, and a rarer one among all.
 */
const numbersAPoll = 400
const allEveryMs = 5_000
/** With checkpoints every five seconds, about 30 seconds of messages are read again after a crash. */
const heldCheckpoints = 6

/** As one text: a list of ten thousand is read in a few milliseconds. */
const listSegments = async (db: Db, shards: readonly number[], from: number): Promise<number[]> => {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ',' order by id) as ids from ingest_segment
    where shard = any(${shards}::smallint[]) and id >= ${from}`.execute(db)
  return rows[0]!.ids?.split(',').map(Number) ?? []
}

const readSegments = async (db: Db, ids: readonly number[]): Promise<Segment[]> => {
  const { rows } = await sql<{ id: number; shard: number; payload: Buffer }>`
    select id, shard, payload from ingest_segment where id = any(${ids}::bigint[])
    order by id`.execute(db)
  return rows.map((row) => ({
    id: Number(row.id),
    shard: row.shard,
    records: decodeRecords(row.payload),
  }))
}

const readBacklog = async (db: Db): Promise<Backlog> => {
  const { rows } = await sql<Backlog>`
    select count(*) as batches, coalesce(sum(octet_length(payload)), 0)::bigint as bytes,
      coalesce(extract(epoch from now() - min(written_at)), 0)::float8 as "oldestS" from ingest_segment`.execute(
    db,
  )
  return rows[0]!
}

const deleteSegments: Consumption['forget'] = async (tx, segments) => {
  if (segments.length === 0) return
  await sql`delete from ingest_segment where id = any(${segments.map((segment) => segment.id)}::bigint[])`.execute(
    tx,
  )
}

/** Reads the segments that this worker has not taken, of the shards that it holds. */
const readUnknown = (db: Db, sink: SegmentSink) => {
  const held = new Map<number, Set<number>>() // shard → segments taken and not forgotten
  let newest = 0
  /** When all segments are looked through again. */
  let allDueMs = 0
  /** Counts removals, so that a poll that began earlier does not bring back removed segments. */
  let forgotten = 0

  const take = (segments: readonly Segment[]): void => {
    for (const segment of segments) {
      const taken = held.get(segment.shard)
      const id = Number(segment.id)
      if (!taken || taken.has(id)) continue
      taken.add(id)
      newest = Math.max(newest, id)
      sink.take(segment)
    }
  }

  const isUnknown = (id: number): boolean => {
    for (const ids of held.values()) if (ids.has(id)) return false
    return true
  }

  /** Whether it found some, so that there may be more. */
  const poll = async (from: number): Promise<boolean> => {
    const before = forgotten
    const unknown = (await listSegments(db, [...held.keys()], from)).filter(isUnknown)
    for (let at = 0; at < unknown.length; at += segmentsAQuery) {
      const segments = await readSegments(db, unknown.slice(at, at + segmentsAQuery))
      if (before !== forgotten) return true
      take(segments)
    }
    return unknown.length > 0
  }

  return {
    held,
    take,
    all: () => poll(0),
    next: async (): Promise<boolean> => {
      const ofAll = performance.now() >= allDueMs
      if (ofAll) allDueMs = performance.now() + allEveryMs
      const again = await poll(ofAll ? 0 : newest - numbersAPoll)
      if (ofAll && again) allDueMs = 0
      return again
    },
    gained: (shard: number): void => {
      held.set(shard, new Set())
      allDueMs = 0
    },
    settled: (segments: readonly SegmentKey[]): void => {
      forgotten++
      for (const { shard, id } of segments) held.get(shard)?.delete(Number(id))
    },
  }
}

const consume = async (
  db: Db,
  sink: SegmentSink,
  { leaseMs, pollMs, trouble, local }: ConsumeOptions,
): Promise<Consumption> => {
  const unknown = readUnknown(db, sink)
  let stopped = false

  const loop = async (): Promise<void> => {
    while (!stopped) {
      const again =
        unknown.held.size > 0 &&
        (await unknown.next().catch((error: unknown) => {
          trouble('read', error)
          return false
        }))
      if (!again) await Promise.race([sleep(pollMs), stopping])
    }
  }

  let stop = (): void => {}
  const stopping = new Promise<void>((resolve) => {
    stop = resolve
  })
  const leases = await keepShards(db, {
    leaseMs,
    trouble,
    gained: unknown.gained,
    lost: (shard) => {
      unknown.held.delete(shard)
      sink.lost(shard)
    },
  })
  local.add(unknown.take)
  const looping = loop()
  return {
    shards: () => unknown.held.size,
    holds: (shard) => unknown.held.has(shard),
    heldCheckpoints,
    catchUp: async () => {
      while (unknown.held.size > 0 && (await unknown.all()));
    },
    forget: deleteSegments,
    settled: unknown.settled,
    stop: async () => {
      stopped = true
      local.delete(unknown.take)
      stop()
      await looping
      await leases.stop()
    },
  }
}

/** Moves the segments left in this log to another one after the driver was changed. */
export const moveSegments = async (db: Db, append: IngestLog['append']): Promise<void> => {
  while (
    await transaction(db, async (tx) => {
      const {
        rows: [row],
      } = await sql<{ payload: Buffer }>`
      delete from ingest_segment where id = (select id from ingest_segment order by id limit 1 for update skip locked) returning payload`.execute(
        tx,
      )
      if (row) await Promise.all(decodeRecords(row.payload).map(append))
      return row !== undefined
    })
  );
}
