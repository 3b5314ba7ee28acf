// The ingest log keeps every message acknowledged to a device until a checkpoint has written its
// results. Two drivers implement it: PostgreSQL (one row per group commit and shard) and a
// replicated stream with a pull consumer.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Tx } from '../../platform/database/database.ts'
import { type Decoded, recordKinds, type RecordKind } from '../protocols/public.ts'

const kindOfCode = new Map(
  Object.entries(recordKinds).map(([kind, code]) => [code as number, kind as RecordKind]),
)

export type IngestRecord = {
  readonly receivedAtMs: number
  readonly droneId: string
  readonly kind: RecordKind
  /**
   * Why the endpoint refused the message; `bytes` then holds only its beginning. Empty for an
   * accepted message.
   */
  readonly refusal: string
  readonly bytes: Buffer
  /**
   * The message as decoded by the endpoint, so that a reader in the same process need not decode it
   * again. Never stored.
   */
  readonly decoded?: Decoded
}

export type SegmentKey = {
  readonly shard: number
  /** Given by the driver. */
  readonly id: number | string
}

/** The records of one shard that one commit made durable. */
export type Segment = SegmentKey & { readonly records: readonly IngestRecord[] }

export type SegmentSink = {
  take(segment: Segment): void
  /** The shard moved to another worker, which processes everything not yet checkpointed. */
  lost(shard: number): void
}

export type Consumption = {
  /** Number of shards that this worker holds now. */
  shards(): number
  holds(shard: number): boolean
  /**
   * For how many checkpoints at most a segment stays in the log: the longer, the more is read again
   * after a crash.
   */
  readonly heldCheckpoints: number
  /** Reads everything durable that was not read yet, from any writer. */
  catchUp(): Promise<void>
  /** Runs in the checkpoint's transaction, after all results of the segments are written. */
  forget(tx: Tx, segments: readonly SegmentKey[]): Promise<void>
  /** Call after that transaction is committed. */
  settled(segments: readonly SegmentKey[]): void
  /** Releases the shards at once, so that another worker need not wait for the lease to expire. */
  stop(): Promise<void>
}

export type IngestLog = {
  /** Resolves when the record is durable; rejects if that fails or takes too long. */
  append(record: IngestRecord): Promise<void>
  consume(sink: SegmentSink): Promise<Consumption>
  /** Records waiting for a commit, and the total size of their payloads. */
  waiting(): { records: number; bytes: number }
  /** What no checkpoint has taken yet, in all processes: batches of messages, one per commit. */
  backlog(): Promise<Backlog>
  /** Waits for the running commits, then refuses further records. */
  close(): Promise<void>
}

export type Backlog = { batches: number; bytes: number; /** 0 if there is none. */ oldestS: number }

/** The record was not stored; the device must send it again. */
export class NotStored extends Error {
  readonly reason: 'timeout' | 'overloaded' | 'closed'

  constructor(reason: 'timeout' | 'overloaded' | 'closed', options?: ErrorOptions) {
    super(`Not stored: ${reason}`, options)
    this.reason = reason
  }
}

export const shardCount = 4

/** FNV-1a over the id, which is ASCII: from 0 to 2^32 - 1. */
export const hashDroneId = (droneId: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < droneId.length; i++)
    hash = Math.imul(hash ^ droneId.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export const pickShard = (droneId: string): number => hashDroneId(droneId) % shardCount

const fixedBytes = 4 + 8 + 1 + 1 + 1

/** The number of the migration from which on programs read compressed segments. */
export const readsCompressedSegments = 22

/**
 * Shorter segments are stored as they are: setting up a compressor costs more than PostgreSQL saves
 * (measured at 5 and 21 KiB: 62 µs and none).
 */
const compressedFromBytes = 8 * 1024
const longestSegmentBytes = 64 * 1024 * 1024

/** A record's length is below 2^24, so that no uncompressed segment begins with these bytes. */
const isCompressed = (payload: Buffer): boolean =>
  payload.length >= 4 && payload.readUInt32LE(0) === 0xfd2fb528

/** The payload of a segment. @param compress whether every program that may read it can */
export const packSegment = (records: readonly IngestRecord[], compress: boolean): Buffer => {
  const payload = encodeRecords(records)
  return compress && payload.length >= compressedFromBytes
    ? zstdCompressSync(payload, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    : payload
}

/**
 * A segment's payload before compression: a sequence of records, big-endian, each
 * u32 length of the rest | f64 receivedAtMs | u8 kind | u8 length, drone id | u8 length, refusal |
 * message bytes.
 */
export const encodeRecords = (records: readonly IngestRecord[]): Buffer => {
  let size = 0
  for (const record of records)
    size += fixedBytes + record.droneId.length + record.refusal.length + record.bytes.length
  const payload = Buffer.allocUnsafe(size)
  let at = 0
  for (const { receivedAtMs, droneId, kind, refusal, bytes } of records) {
    payload.writeUInt32BE(fixedBytes - 4 + droneId.length + refusal.length + bytes.length, at)
    payload.writeDoubleBE(receivedAtMs, at + 4)
    payload.writeUInt8(recordKinds[kind], at + 12)
    payload.writeUInt8(droneId.length, at + 13)
    at += 14 + payload.write(droneId, at + 14, 'latin1')
    payload.writeUInt8(refusal.length, at)
    at += 1 + payload.write(refusal, at + 1, 'latin1')
    at += bytes.copy(payload, at)
  }
  return payload
}

/** @throws RangeError for bytes that `packSegment` did not write */
export const decodeRecords = (stored: Buffer): IngestRecord[] => {
  const payload = isCompressed(stored) ? decompress(stored) : stored
  const records: IngestRecord[] = []
  for (let at = 0; at < payload.length;) {
    const end = at + 4 + payload.readUInt32BE(at)
    const receivedAtMs = payload.readDoubleBE(at + 4)
    const kind = kindOfCode.get(payload.readUInt8(at + 12))
    const idEnd = at + 14 + payload.readUInt8(at + 13)
    const refusalEnd = idEnd + 1 + payload.readUInt8(idEnd)
    if (kind === undefined || refusalEnd > end || end > payload.length)
      throw new RangeError('Not a segment of the ingest log')
    records.push({
      receivedAtMs,
      kind,
      droneId: payload.toString('latin1', at + 14, idEnd),
      refusal: payload.toString('latin1', idEnd + 1, refusalEnd),
      bytes: payload.subarray(refusalEnd, end),
    })
    at = end
  }
  return records
}

const decompress = (stored: Buffer): Buffer => {
  try {
    return zstdDecompressSync(stored, { maxOutputLength: longestSegmentBytes })
  } catch (cause) {
    throw new RangeError('Not a segment of the ingest log', { cause })
  }
}
