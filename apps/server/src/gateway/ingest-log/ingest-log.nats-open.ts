// Opens the stream of the ingest log when the program starts.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  jetstreamManager,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import { TimeoutError, nanos, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { StartFailure } from '../../platform/config/start-failure.ts'
import { stream } from './ingest-log.nats-stream.ts'

/** A commit published again within this time is not stored twice. */
const duplicateMs = 120_000

/** API error codes for too many replicas: no cluster, or a cluster with too few peers. */
const tooFewPeers = new Set([10005, 10074, 10023])

/**
 * Waits for the cluster's leader; creates the stream if it is missing.
 *
 * @param electionMs how long it waits
 * @throws StartFailure without JetStream, or without a leader for so long
 */
export const openStream = (
  connection: NatsConnection,
  log: Logger,
  electionMs = 60_000,
): Promise<JetStreamManager> =>
  whenElected(log, electionMs, async () => {
    const manager = await openManager(connection)
    await ensureStream(manager, log)
    return manager
  })

const openManager = (connection: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(connection, { timeout: 5_000 }).catch((error: unknown) => {
    if (isWithoutLeader(error)) throw error
    throw new StartFailure(
      `NATS has no JetStream: ${String(error)}. Start it with -js and a folder (-sd) on a disk.`,
    )
  })

/** API error code "JetStream system temporarily unavailable". */
const temporarilyUnavailable = 10008

/** Servers that have just started answer so, or not at all. */
const isWithoutLeader = (error: unknown): boolean =>
  error instanceof JetStreamApiError
    ? error.code === temporarilyUnavailable
    : error instanceof TimeoutError

/**
 * Repeats `open` until the cluster has elected a leader.
 */
const whenElected = async <T>(
  log: Logger,
  electionMs: number,
  open: () => Promise<T>,
): Promise<T> => {
  const untilMs = performance.now() + electionMs
  for (let asked = 0; ; asked++) {
    try {
      return await open()
    } catch (error) {
      if (!isWithoutLeader(error)) throw error
      if (performance.now() > untilMs)
        throw new StartFailure(
          'NATS has no JetStream leader: more than half of the servers of its cluster must run and reach each other.',
        )
      if (asked === 0) log.warn('Waiting until NATS has elected a JetStream leader')
      await sleep(500)
    }
  }
}

/** Creates the stream only if it is missing, so that an operator's later changes to it are kept. */
const ensureStream = async (manager: JetStreamManager, log: Logger): Promise<void> => {
  try {
    await manager.streams.info(stream)
    return
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== JetStreamApiCodes.StreamNotFound)
      throw error
  }
  const config = {
    name: stream,
    subjects: ['swath.ingest.*'],
    storage: StorageType.File,
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New, // full: new messages are refused, and the devices keep them
    duplicate_window: nanos(duplicateMs),
  } satisfies Partial<StreamConfig>
  try {
    await manager.streams.add({ ...config, num_replicas: 3 })
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || !tooFewPeers.has(error.code)) throw error
    log.warn(
      'The ingest log has one replica: NATS is no cluster of three or more. A lost disk loses what no checkpoint has taken yet.',
    )
    await manager.streams.add({ ...config, num_replicas: 1 })
  }
}
