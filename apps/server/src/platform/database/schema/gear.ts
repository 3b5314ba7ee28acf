// The gear beside a drone: RTK, ground stations, parts, the ground app, and who steers.
import type { Generated } from 'kysely'
import type { DayText, NullableTimestamp, Timestamp } from './column-types.ts'

export interface RtkDeviceTable {
  id: string
  account_id: string
  pn: Generated<string>
  kind: 'onboard' | 'handheld' | 'base'
  qxdsk: string | null
  drone_id: string | null
  allowed: Generated<boolean>
  expires_on: DayText | null
  warned_days: number | null
  created_at: Timestamp
  version: Generated<number>
}

export interface SortieFixTable {
  drone_id: string
  sortie_id: string
  start_at: Timestamp
  told_count: number
  fixed_count: number
  float_count: number
  satellite_count: number
  satellite_sum: number
}

export interface NtripMountTable {
  id: string
  account_id: string
  name: string
  place: Generated<string>
  format: string
  lng: number
  lat: number
  enabled: Generated<boolean>
  base_secret_hash: Buffer
  rover_secret_hash: Buffer
  base_since: NullableTimestamp | null
  base_agent: string | null
  last_data_at: NullableTimestamp | null
  rover_count: Generated<number>
  version: Generated<number>
}

export interface GroundStationConfigTable {
  account_id: string
  number: number
  theme: 'system' | 'light' | 'dark' | 'contrast'
  launch_page_url: string | null
  home_page_url: string | null
  server_address: string | null
  saved_at: Timestamp
  user_id: string | null
  user_name: string
}

export interface AllowedPartTable {
  id: string
  account_id: string
  kind: string
  hw_id: string
  note: Generated<string>
  added_at: Timestamp
}

export interface DronePartTable {
  drone_id: string
  kind: string
  hw_id: string
  firmware: string | null
  first_at: Timestamp
  last_at: Timestamp
}

export interface PartAlarmTable {
  id: string
  drone_id: string
  account_id: string
  kind: string
  hw_id: string
  raised_at: Timestamp
  state: 'open' | 'accepted' | 'listed' | 'gone'
  ended_at: NullableTimestamp | null
  user_id: string | null
  user_name: string | null
  reason: string | null
  told_at: NullableTimestamp | null
  version: Generated<number>
}

export interface AppVersionTable {
  id: string
  account_id: string
  platform: 'android' | 'ios' | 'windows' | 'linux' | 'other'
  version_name: string
  version_order: number[]
  url: string
  sha256: string | null
  notes: Generated<string>
  is_minimum: boolean
  published_at: Timestamp
  version: Generated<number>
}

export interface DroneControlTable {
  drone_id: string
  user_id: string
  user_name: string
  account_name: string
  taken_at: Timestamp
  lapses_at: Timestamp
}

export interface DroneControlRequestTable {
  drone_id: string
  user_id: string
  user_name: string
  account_name: string
  asked_at: Timestamp
  lapses_at: Timestamp
}

export interface GearTables {
  rtk_device: RtkDeviceTable
  sortie_fix: SortieFixTable
  ntrip_mount: NtripMountTable
  ground_station_config: GroundStationConfigTable
  allowed_part: AllowedPartTable
  drone_part: DronePartTable
  part_alarm: PartAlarmTable
  app_version: AppVersionTable
  drone_control: DroneControlTable
  drone_control_request: DroneControlRequestTable
}
