// What became of alarms, who was told of them, and by which settings they are judged.
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

export interface AlarmStepTable {
  drone_id: string
  anomaly_id: string
  number: number
  kind: 'acknowledge' | 'assign' | 'comment' | 'close' | 'reopen'
  at: Timestamp
  user_id: string | null
  user_name: string | null
  account_id: string | null
  account_name: string | null
  assignee_name: string | null
  reason: string | null
  text: Generated<string>
}

export interface AlarmMessageTable {
  drone_id: string
  anomaly_id: string
  user_id: string
  channel: 'sms' | 'mail'
  state: 'waiting' | 'sent' | 'failed' | 'held'
  sending_id: string | null
  reason: string | null
  created_at: Timestamp
  sending_at: NullableTimestamp | null
}

export interface AlarmSettingChangeTable {
  account_id: string
  number: number
  effective_from: Timestamp
  overrides: Json<Record<string, number>>
  user_id: string | null
  user_name: string
  created_at: Timestamp
}

export interface AlarmTables {
  alarm_step: AlarmStepTable
  alarm_message: AlarmMessageTable
  alarm_setting_change: AlarmSettingChangeTable
}
