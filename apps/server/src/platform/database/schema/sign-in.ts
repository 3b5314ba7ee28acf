// How people sign in, and what is noted of what they do.
import type { Generated } from 'kysely'
import type { Timestamp, GeneratedTimestamp, GeneratedJson, Details } from './column-types.ts'

export interface SessionTable {
  id: string
  family: string
  user_id: string
  host: string
  access_hash: Buffer
  access_until: Timestamp
  refresh_hash: Buffer
  idle_until: Timestamp
  absolute_until: Timestamp
  remember: boolean
  ip: string
  user_agent: string
  created_at: GeneratedTimestamp
  last_used_at: GeneratedTimestamp
}

export interface SessionSpentRefreshTable {
  hash: Buffer
  session_id: string
  spent_at: Timestamp
  successor_sealed: Buffer
}

export interface CaptchaTable {
  nonce_hash: Buffer
  answer: string
  expires_at: Timestamp
}

export interface ThrottleTable {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface VerificationCodeTable {
  recipient_hash: Buffer
  purpose: 1 | 2 | 3 | 4
  host: string
  salt: Buffer
  code_hash: Buffer
  tries_left: number
  expires_at: Timestamp
}

export interface OutboxMessageTable {
  id: string
  channel: 'sms' | 'mail'
  recipient: string
  subject: string | null
  body: string
  created_at: Timestamp
}

export interface AuditLogTable {
  account_id: string
  number: number
  at: Timestamp
  log_type: number
  user_id: string | null
  user_name: string
  ip: string | null
  action: string
  object_type: string | null
  object_id: string | null
  object_name: string | null
  details: GeneratedJson<Details>
  previous_hash: Buffer
  hash: Buffer
}

export interface AuditHeadTable {
  account_id: string
  number: number
  hash: Buffer
}

export interface SignInTables {
  session: SessionTable
  session_spent_refresh: SessionSpentRefreshTable
  captcha: CaptchaTable
  throttle: ThrottleTable
  verification_code: VerificationCodeTable
  outbox_message: OutboxMessageTable
  audit_log: AuditLogTable
  audit_head: AuditHeadTable
}
