// The ingest log on NATS JetStream: one message for each shard that a commit touches. Every replica
// has it on disk before it is acknowledged, and it is removed after its checkpoint's transaction is
// committed. A worker pulls the shards whose leases it holds.
import { jetstream } from '@nats-io/jetstream'
import type { Logger } from 'pino'
import { StartFailure } from '../../platform/config/start-failure.ts'
import type { Db } from '../../platform/database/database.ts'
import { createGroupCommit, type GroupCommitOptions } from './group-commit.ts'
import { consumeStream } from './ingest-log.nats-consumer.ts'
import { openStream } from './ingest-log.nats-open.ts'
import { stream, nameSubject } from './ingest-log.nats-stream.ts'
import {
  packSegment,
  shardCount,
  pickShard,
  type IngestLog,
  type IngestRecord,
} from './ingest-log.ts'
import type { Nats } from '../../platform/nats/nats.ts'

export type NatsLogOptions = GroupCommitOptions & {
  leaseMs?: number
  /**
   * A message without an acknowledgement or progress report for this long is redelivered to the
   * worker that then holds the shard.
   */
  ackWaitMs?: number
  /** How long the start waits for a leader of the cluster. */
  electionMs?: number
  /** Whether every program that may read the messages can decompress them; false by default. */
  compress?: boolean
}

const publishMs = 2_000
/** Maximum size of a record (the endpoint's limit plus metadata), which the server must accept. */
const recordBytes = 300 * 1024
const headerBytes = 1024

export const openNatsLog = async (
  nats: Nats,
  db: Db,
  log: Logger,
  options: NatsLogOptions = {},
): Promise<IngestLog> => {
  const { leaseMs = 6_000, ackWaitMs = 15_000, compress = false } = options
  const { connection } = nats
  const maxPayload = connection.info?.max_payload ?? 0
  if (maxPayload < recordBytes + headerBytes)
    throw new StartFailure(
      `NATS takes messages of ${maxPayload} bytes; max_payload must be ${recordBytes + headerBytes} or more, best 1 MB.`,
    )
  const manager = await openStream(connection, log, options.electionMs)
  const client = jetstream(connection, { timeout: publishMs })

  const write = async (batch: readonly IngestRecord[], commitId: string): Promise<void> => {
    if (!nats.isConnected()) throw new Error('NATS is away')
    const parts = packMessages(batch, maxPayload - headerBytes, compress)
    const stored = await Promise.all(
      parts.map(({ shard, payload }, i) =>
        client.publish(nameSubject(shard), payload, {
          msgID: `${commitId}/${i}`,
          timeout: publishMs,
        }),
      ),
    )
    // The answer to a repeated message whose first copy the leader has received, but not yet stored
    // (2.9): if the leader is lost now, so is the message.
    if (stored.some(({ seq }) => seq === 0)) throw new Error('NATS has not stored it yet')
  }
  return {
    ...createGroupCommit(write, options),
    backlog: async () => {
      const { messages, bytes, first_ts: first } = (await manager.streams.info(stream)).state
      const oldestS = messages > 0 ? (Date.now() - Date.parse(first)) / 1000 : 0
      return { batches: messages, bytes, oldestS: Math.max(0, oldestS) }
    },
    consume: (sink) =>
      consumeStream({
        nats,
        manager,
        db,
        sink,
        leaseMs,
        ackWaitMs,
        trouble: options.onTrouble ?? (() => {}),
      }),
  }
}

/** Deterministic: the same records give the same messages. */
const packMessages = (
  batch: readonly IngestRecord[],
  mostBytes: number,
  compress: boolean,
): { shard: number; payload: Buffer }[] => {
  const shards: IngestRecord[][] = Array.from({ length: shardCount }, () => [])
  for (const record of batch) shards[pickShard(record.droneId)]!.push(record)
  return shards.flatMap((records, shard) => {
    const parts: { shard: number; payload: Buffer }[] = []
    for (let from = 0; from < records.length;) {
      let bytes = 0
      let to = from
      while (to < records.length && (to === from || bytes + measureSize(records[to]!) <= mostBytes))
        bytes += measureSize(records[to++]!)
      parts.push({ shard, payload: packSegment(records.slice(from, to), compress) })
      from = to
    }
    return parts
  })
}

const measureSize = ({ droneId, refusal, bytes }: IngestRecord): number =>
  15 + droneId.length + refusal.length + bytes.length
