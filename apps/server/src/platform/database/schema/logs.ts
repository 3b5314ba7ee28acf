// Logs that people bring: of flights, and of the apps they fly with.
import type { Generated } from 'kysely'
import type { Timestamp, Json, Details } from './column-types.ts'

export interface FlightLogTable {
  id: string
  account_id: string
  created_by: string
  created_by_name: string
  created_at: Timestamp
  file_name: string
  bytes: number
  modified_ms: number | null
  key: string
  piece_bytes: number
  received_bytes: Generated<number>
  received_at: Timestamp
  status: Generated<'uploading' | 'reading' | 'ready' | 'unreadable' | 'accepted'>
  problem: 'not_a_log' | 'no_points' | 'format_not_read' | 'too_slow' | 'too_large' | 'lost' | null
  reading_since: Timestamp | null
  attempts: Generated<number>
  sha256: Buffer | null
  format: string | null
  identity: Json<Details> | null
  heights: Json<Details> | null
  batteries: Json<unknown[]> | null
  report: Json<Details> | null
  drone_id: string | null
  reading: Json<Details> | null
  proposed_by: 'serial' | 'file_name' | 'person' | null
  pilot_id: string | null
  point_count: number | null
  from_at: Timestamp | null
  until_at: Timestamp | null
  preview: Json<Details> | null
  accepted_at: Timestamp | null
  accepted_by: string | null
  accepted_by_name: string | null
}

export interface FlightLogSortieTable {
  drone_id: string
  id: string
  flight_log_id: string
  start_at: Timestamp
  end_at: Timestamp
  known: boolean
  pilot_id: string | null
}

export interface AppLogTable {
  id: string
  key: string
  file_name: string
  kind: 'text' | 'gzip' | 'zip' | 'binary'
  bytes: number
  sha256: Buffer
  account_id: string
  drone_id: string | null
  manufacturer_id: string | null
  operator_id: string | null
  tenant_id: string | null
  region_code: string
  app_version: string | null
  platform: 'android' | 'ios' | 'windows' | 'linux' | 'other' | null
  note: Generated<string>
  uploaded_by: string | null
  uploader_name: string
  uploaded_at: Timestamp
  stored: Generated<boolean>
  removed_at: Timestamp | null
}

export interface AppLogRetentionTable {
  account_id: string
  days: number
}

export interface LogTables {
  flight_log: FlightLogTable
  flight_log_sortie: FlightLogSortieTable
  app_log: AppLogTable
  app_log_retention: AppLogRetentionTable
}
