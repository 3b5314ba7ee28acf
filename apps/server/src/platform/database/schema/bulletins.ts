// What is told to whom, and who has read it.
import type { ColumnType, Generated } from 'kysely'
import type { BulletinText } from '@swath/contract/bulletin-rows'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

export interface BulletinTable {
  id: string
  account_id: string
  state: 'draft' | 'scheduled' | 'published' | 'recalled'
  texts: Json<BulletinText[]>
  target_types: string[]
  target_regions: string[]
  pictures: Generated<string[]>
  recipient_count: Generated<number>
  publish_at: NullableTimestamp | null
  published_at: NullableTimestamp | null
  recalled_at: NullableTimestamp | null
  recall_reason: ColumnType<string | null, string | null | undefined, string | null>
  created_by: string
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

export interface BulletinRecipientTable {
  account_id: string
  bulletin_id: string
  read_at: NullableTimestamp | null
}

export interface BulletinReadTable {
  bulletin_id: string
  user_id: string
  read_at: Timestamp
}

export interface BulletinFileTable {
  id: string
  key: string
  bulletin_id: ColumnType<string | null, string | null | undefined, string | null>
  account_id: string
  name: string
  bytes: number
  uploaded_by: string
  uploaded_at: Timestamp
  unclaimed_since: Timestamp
}

export interface BulletinTables {
  bulletin: BulletinTable
  bulletin_recipient: BulletinRecipientTable
  bulletin_read: BulletinReadTable
  bulletin_file: BulletinFileTable
}
