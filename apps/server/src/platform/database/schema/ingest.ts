// What devices sent, until it is worked out and after.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp, GeneratedTimestamp, GeneratedJson, Details } from './column-types.ts'

export interface IngestSegmentTable {
  id: GeneratedAlways<number>
  shard: number
  payload: Buffer
  written_at: GeneratedTimestamp
}

export interface IngestShardTable {
  shard: number
  owner: string | null
  lease_until: GeneratedTimestamp
}

export interface TrackChunkTable {
  drone_id: string
  id: string
  sortie_id: string | null
  from_at: Timestamp
  until_at: Timestamp
  point_count: number
  columns: Buffer
  rejected: Generated<boolean>
}

export interface DeviceEventTable {
  drone_id: string
  at: Timestamp
  boot: Generated<string>
  seq: Generated<number>
  type: string
  sortie_number: number | null
  payload: GeneratedJson<Details>
  folded: Generated<boolean>
}

export interface QuarantineTable {
  drone_id: string
  id: string
  received_at: Timestamp
  topic: string
  reason: string
  count: number
  sample: Buffer
}

export interface RecomputeTable {
  drone_id: string
  from_at: Timestamp
  until_at: Timestamp
  due_at: Timestamp
}

export interface IngestTables {
  ingest_segment: IngestSegmentTable
  ingest_shard: IngestShardTable
  track_chunk: TrackChunkTable
  device_event: DeviceEventTable
  quarantine: QuarantineTable
  recompute: RecomputeTable
}
