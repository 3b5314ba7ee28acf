// Reader of one shard of the ingest log on NATS JetStream. The worker that holds the shard's lease
// reads it through the shard's durable consumer.
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  type ConsumerMessages,
  type JetStreamManager,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeRecords, type Segment } from './ingest-log.ts'
import {
  consumerInfo,
  nameConsumer,
  nameSubject,
  storedMessages,
  stream,
} from './ingest-log.nats-stream.ts'
import type { Nats } from '../../platform/nats/nats.ts'

/**
 * Limit of messages waiting for a checkpoint: at the limit, delivery stops and new messages wait on
 * disk.
 */
const unsettledAtMost = 10_000
const pulledAtOnce = 256
/**
 * Redelivery delay of an unreadable message; a newer version of the program may be able to read it.
 */
const unreadableAgainMs = 30_000

export type ShardReaderOptions = {
  nats: Nats
  manager: JetStreamManager
  shard: number
  /**
   * A message without an acknowledgement or progress report for this long is redelivered to the
   * worker that then holds the shard.
   */
  ackWaitMs: number
  onSegment: (segment: Segment) => void
  trouble: (what: string, error: unknown) => void
}

/** Replies to the server about a delivered message. */
type Receipt = { ack: () => void; nak: () => void; working: () => void }

type Stored = { seq: number; time: Date; data: Uint8Array }
/**
 * A server that lost the end of the stream in a crash gives its sequence numbers to other messages
 * (seen with 2.9), at another time.
 */
const identify = ({ seq, time }: Stored): string => `${seq} ${time.getTime()}`

export class ShardReader {
  readonly #options: ShardReaderOptions
  /** Read, and waiting for the checkpoint. */
  readonly #unsettled = new Map<string, Receipt>()
  /** The messages settled last: if an acknowledgement is lost, its message is delivered again. */
  readonly #settled = new Set<string>()
  /** Messages in the stream not delivered to this worker, and when first seen (local clock). */
  #overdue = new Map<string, number>()
  #messages: ConsumerMessages | null = null
  #left = false
  readonly #pulling: Promise<void>

  constructor(options: ShardReaderOptions) {
    this.#options = options
    this.#pulling = this.#pull()
  }

  /** Releases the shard's messages to its next worker at once. */
  leave(): Promise<void> {
    this.#left = true
    this.#messages?.stop()
    for (const receipt of this.#unsettled.values()) receipt.nak()
    return this.#pulling
  }

  settle(id: string): void {
    const receipt = this.#unsettled.get(id)
    if (!receipt) return // it was lost meanwhile, and will be redelivered
    receipt.ack()
    this.#unsettled.delete(id)
    this.#settled.add(id)
    if (this.#settled.size > unsettledAtMost)
      this.#settled.delete(this.#settled.values().next().value!)
  }

  /** Reports progress on the unsettled messages, which restarts their ack wait. */
  renew(): void {
    for (const receipt of this.#unsettled.values()) receipt.working()
  }

  /** True if no message is undelivered, or delivered to a worker that has ended. */
  async isCaughtUp(): Promise<boolean> {
    const { manager, shard } = this.#options
    const info = await consumerInfo(manager, shard)
    if (this.#left) return true
    if (info === null || info.num_pending > 0) return false
    if (info.num_ack_pending <= this.#unsettled.size) return true
    for await (const message of storedMessages(manager, shard)) {
      const id = identify(message)
      if (!this.#unsettled.has(id) && !this.#settled.has(id)) return false
    }
    return true
  }

  /**
   * After a crash, a server may restore a stream and its consumers to different states (seen with
   * 2.9): acknowledged messages stay, others are never delivered, and counts stay wrong. Messages
   * that have been in the stream for longer than a delivery can take are therefore read from the
   * stream itself.
   */
  async sweep(): Promise<void> {
    const { manager, shard, ackWaitMs } = this.#options
    const before = this.#overdue
    this.#overdue = new Map()
    const info = await consumerInfo(manager, shard)
    if (!info || info.num_pending > 0) return
    const { state } = await manager.streams.info(stream, { subjects_filter: nameSubject(shard) })
    if ((state.subjects?.[nameSubject(shard)] ?? 0) <= this.#unsettled.size) return
    const nowMs = performance.now()
    for await (const message of storedMessages(manager, shard)) {
      const { seq } = message
      const id = identify(message)
      if (this.#left) return
      if (this.#unsettled.has(id) || seq > info.delivered.stream_seq) continue
      const sinceMs = before.get(id) ?? nowMs
      if (nowMs - sinceMs < 1.5 * ackWaitMs) {
        this.#overdue.set(id, sinceMs)
        continue
      }
      const remove = (): void => {
        manager.streams
          .deleteMessage(stream, seq)
          .catch((error: unknown) => this.#options.trouble('remove', error))
      }
      this.#take(message, { ack: remove, nak: () => {}, working: () => {} })
    }
  }

  /** False if the message cannot be read. */
  #take(message: Stored, receipt: Receipt): boolean {
    const id = identify(message)
    if (this.#settled.has(id)) {
      receipt.ack()
      return true
    }
    const isNew = !this.#unsettled.has(id)
    try {
      const records = isNew ? decodeRecords(Buffer.from(message.data)) : []
      this.#unsettled.set(id, receipt) // the newest delivery is the one to be acknowledged
      if (isNew) this.#options.onSegment({ shard: this.#options.shard, id, records })
      return true
    } catch (error) {
      this.#unsettled.delete(id)
      this.#options.trouble('read', error)
      return false
    }
  }

  /** Pulls until the shard is lost; creates the consumer if it does not exist. */
  async #pull(): Promise<void> {
    const { nats, manager, shard, ackWaitMs, trouble } = this.#options
    while (!this.#left) {
      try {
        await manager.consumers.add(stream, {
          durable_name: nameConsumer(shard),
          filter_subject: nameSubject(shard),
          ack_policy: AckPolicy.Explicit,
          deliver_policy: DeliverPolicy.All,
          ack_wait: nanos(ackWaitMs),
          max_ack_pending: unsettledAtMost,
        })
        const consumer = await jetstream(nats.connection).consumers.get(stream, nameConsumer(shard))
        if (this.#left) return
        this.#messages = await consumer.consume({
          max_messages: pulledAtOnce,
          expires: 2_000,
          abort_on_missing_resource: true,
          callback: (message) => {
            if (this.#left) return message.nak()
            const receipt: Receipt = {
              ack: () => message.ack(),
              nak: () => message.nak(),
              working: () => message.working(),
            }
            if (!this.#take(message, receipt)) message.nak(unreadableAgainMs)
          },
        })
        const error = await this.#messages.closed()
        if (error) trouble('read', error)
      } catch (error) {
        trouble('read', error)
      }
      if (!this.#left) await sleep(250)
    }
  }
}
