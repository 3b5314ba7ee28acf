// Saved statistics, and files that are made of statistics.
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

export interface DataStatTable {
  id: string
  account_id: string
  made_by: string | null
  made_by_name: string
  name: string
  is_shared: boolean
  show_type: string
  settings: Json<unknown>
  mail: Json<unknown> | null
  mail_due_at: NullableTimestamp | null
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

export interface DataStatMailingTable {
  stat_id: string
  due_at: Timestamp
  user_id: string
  state: 'waiting' | 'sent' | 'failed'
  reason: string | null
}

export interface StatisticsExportTable {
  id: string
  account_id: string
  user_id: string
  asked: Json<unknown>
  format: 'csv' | 'xlsx'
  area_unit: string
  language: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  row_count: number | null
  done_count: Generated<number>
  key: string | null
  bytes: number | null
  created_at: Timestamp
  finished_at: NullableTimestamp | null
}

export interface StatisticsTables {
  data_stat: DataStatTable
  data_stat_mailing: DataStatMailingTable
  statistics_export: StatisticsExportTable
}
