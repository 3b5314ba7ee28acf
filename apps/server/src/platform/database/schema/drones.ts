// Drones, their models, and how they are reached.
import type { ColumnType, Generated } from 'kysely'
import type {
  Timestamp,
  GeneratedTimestamp,
  NullableTimestamp,
  GeneratedJson,
  Details,
} from './column-types.ts'

export interface DroneModelTable {
  id: string
  manufacturer_id: string
  name: string
  shape: 'single' | 'dual' | 'three' | 'four' | 'six' | 'eight' | 'other'
  power: 'electric' | 'oil' | 'hybrid'
  tank_l: number
  swath_width_m: number
  picture_url: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  version: Generated<number>
}

export interface DroneModelRangeTable {
  id: string
  model_id: string
  first_id: string
  last_id: string
  created_at: GeneratedTimestamp
}

export interface DroneTable {
  id: string
  name: string
  model_id: string
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  reg_mark: string | null
  rack_no: string | null
  manufacturer_number: string | null
  buyer: string | null
  device_type: Generated<'sprayer' | 'spreader' | 'mapper'>
  sale_type: Generated<1 | 2 | 3>
  rental_model: 1 | 2 | 3 | 5 | null
  spray_width_m: number | null
  activation: Generated<0 | 1 | 2>
  locked: Generated<boolean>
  region_code: string
  firmware: string | null
  created_at: GeneratedTimestamp
  version: Generated<number>
  video_url: string | null
  released_at: NullableTimestamp | null
  released_by: ColumnType<string | null, string | null | undefined, string | null>
  activated_at: NullableTimestamp | null
}

export interface DroneFormerPartiesTable {
  drone_id: string
  until_at: Timestamp
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string
  user_id: string | null
  user_name: string
}

export interface DroneFileTable {
  drone_id: string
  id: string
  sortie_id: string | null
  name: string
  media_type: string
  bytes: number
  store_key: string
  user_id: string | null
  user_name: string
  created_at: Timestamp
}

export interface DroneCredentialTable {
  drone_id: string
  id: string
  secret_hash: Buffer
  created_at: GeneratedTimestamp
  created_by: string | null
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
}

export interface SecretKeyTable {
  vid: number
  account_id: string
  id: string
  key_sealed: Buffer
  fingerprint: string
  created_by: string | null
  created_at: Timestamp
}

export interface CommandTable {
  drone_id: string
  id: string
  number: number
  type: string
  arguments: GeneratedJson<Details>
  state: Generated<'waiting' | 'sent' | 'done' | 'refused' | 'expired' | 'cancelled'>
  account_id: string
  user_id: string | null
  user_name: string
  created_at: GeneratedTimestamp
  good_until: Timestamp
  sent_at: Timestamp | null
  ended_at: Timestamp | null
  reason: string | null
}

export interface DroneStateTable {
  drone_id: string
  last_message_at: Timestamp | null
  last_point_at: Timestamp | null
  lng: number | null
  lat: number | null
  height_m: number | null
  speed_ms: number | null
  heading_deg: number | null
  flow_l_min: number | null
  tank_l: number | null
  battery_percent: number | null
  link_percent: number | null
  flight: Generated<'offline' | 'ground' | 'flying' | 'spraying'>
  region_code: string | null
  boot: string | null
  simulating: Generated<boolean>
  open_start_at: Timestamp | null
  open_end_at: Timestamp | null
  open_distance_m: number | null
  open_spray_s: number | null
  open_spray_l: number | null
  open_covered_m2: number | null
  open_swept_m2: number | null
  open_point_count: number | null
}

export interface DroneTotalTable {
  drone_id: string
  sortie_count: number
  duration_s: number
  covered_m2: number
  swept_m2: number
  spray_l: number
  last_sortie_at: Timestamp | null
}

export interface DroneTables {
  drone_model: DroneModelTable
  drone_model_range: DroneModelRangeTable
  drone: DroneTable
  drone_former_parties: DroneFormerPartiesTable
  drone_file: DroneFileTable
  drone_credential: DroneCredentialTable
  secret_key: SecretKeyTable
  command: CommandTable
  drone_state: DroneStateTable
  drone_total: DroneTotalTable
}
