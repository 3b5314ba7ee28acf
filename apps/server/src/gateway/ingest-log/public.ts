// Public interface of the ingest log for other parts of the server.
export { type GroupCommitOptions } from './group-commit.ts'
export { openNatsLog } from './ingest-log.nats.ts'
export { createPostgresLog, moveSegments } from './ingest-log.postgres.queries.ts'
export {
  decodeRecords,
  hashDroneId,
  readsCompressedSegments,
  shardCount,
  pickShard,
  type Consumption,
  type IngestLog,
  type IngestRecord,
  type Segment,
  type SegmentKey,
  type SegmentSink,
} from './ingest-log.ts'
