// The stream of the ingest log on NATS JetStream, and the server's state of one shard in it.
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type ConsumerInfo,
  type JetStreamManager,
  type NextMsgRequest,
  type SeqMsgRequest,
  type StoredMsg,
} from '@nats-io/jetstream'

export const stream = 'SWATH_INGEST'
export const nameSubject = (shard: number): string => `swath.ingest.${shard}`
export const nameConsumer = (shard: number): string => `shard-${shard}`

/** Null while the shard's consumer is being created. */
export const consumerInfo = async (
  manager: JetStreamManager,
  shard: number,
): Promise<ConsumerInfo | null> => {
  try {
    return await manager.consumers.info(stream, nameConsumer(shard))
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound)
      return null
    throw error
  }
}

/**
 * The shard's messages in the stream, one by one: slow, but correct even where the counts are
 * wrong.
 */
export const storedMessages = async function* (
  manager: JetStreamManager,
  shard: number,
): AsyncGenerator<StoredMsg> {
  for (let seq = 1; ;) {
    const query: SeqMsgRequest & NextMsgRequest = { seq, next_by_subj: nameSubject(shard) }
    const message = await manager.streams.getMessage(stream, query)
    if (!message) return
    yield message
    seq = message.seq + 1
  }
}
