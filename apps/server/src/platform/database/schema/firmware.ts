// Builds that makers sign and hand out, their keys, and which drone has which build.
import type { Generated } from 'kysely'
import type {
  FirmwareCheckState,
  FirmwareState,
  FirmwareType,
} from '@swath/domain/firmware-container'
import type { RolloutDroneState, RolloutState } from '@swath/domain/firmware-rollout'
import type { Timestamp } from './column-types.ts'

export interface FirmwareKeyTable {
  id: string
  account_id: string
  fingerprint: string
  public_key: Buffer
  secrets_sealed: Buffer
  created_by_name: string
  created_at: Timestamp
  downloaded_by_name: string | null
  downloaded_at: Timestamp | null
  retired_at: Timestamp | null
}

export interface FirmwareTable {
  id: string
  account_id: string
  file_name: string
  firmware_type: FirmwareType
  build_version: string
  model_id: string | null
  rcid: Generated<string>
  note: Generated<string>
  bytes: number
  received_bytes: Generated<number>
  received_at: Timestamp
  piece_bytes: number
  key: string
  sha256: Buffer | null
  state: Generated<FirmwareState>
  key_id: string | null
  container_key: string | null
  container_bytes: number | null
  digest: Buffer | null
  signature: Buffer | null
  signed_at: Timestamp | null
  signed_by_name: string | null
  created_by: string
  created_by_name: string
  created_at: Timestamp
  version: Generated<number>
}

export interface FirmwareCheckTable {
  id: string
  account_id: string
  file_name: string
  bytes: number
  received_bytes: Generated<number>
  received_at: Timestamp
  piece_bytes: number
  key: string | null
  firmware_id: string | null
  state: Generated<FirmwareCheckState>
  reason: string | null
  sha256: Buffer | null
  fingerprint: string | null
  firmware_type: string | null
  build_version: string | null
  user_id: string
  user_name: string
  created_at: Timestamp
  checked_at: Timestamp | null
}

export interface FirmwareRolloutTable {
  id: string
  account_id: string
  name: string
  firmware_id: string
  back_firmware_id: string | null
  model_id: string | null
  region_code: string | null
  from_version: Generated<string>
  steps: number[]
  pass_percent: number
  error_percent: number
  error_least: number
  soak_min: number
  goes_back: boolean
  drone_num: number
  state: RolloutState
  step: Generated<number>
  passed_at: Timestamp | null
  created_by_name: string
  created_at: Timestamp
  ended_at: Timestamp | null
  version: Generated<number>
}

export interface FirmwareRolloutDroneTable {
  rollout_id: string
  drone_id: string
  position: number
  direction: Generated<'forward' | 'back'>
  state: Generated<RolloutDroneState>
  offer_id: string | null
  received_bytes: Generated<number>
  reason: string | null
  was_version: string | null
  is_told: Generated<boolean>
  changed_at: Timestamp
}

export interface FirmwareTables {
  firmware_key: FirmwareKeyTable
  firmware: FirmwareTable
  firmware_check: FirmwareCheckTable
  firmware_rollout: FirmwareRolloutTable
  firmware_rollout_drone: FirmwareRolloutDroneTable
}
