import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Comes out as a Date; goes in as a Date or as ISO 8601 text with an offset. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
/** May be left out. */
type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>

/**
 * Comes out parsed; goes in as text by `JSON.stringify`, because pg would write an array as a
 * PostgreSQL array.
 */
export type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>

/** en, zh-CN, zh-TW, th, ko */
export type Names = Record<string, string>
/** GeoJSON coordinates of a Polygon, WGS-84 degrees: the outer ring, then holes. */
export type Rings = [lng: number, lat: number][][]
type Details = Record<string, unknown>

export interface RegionTable {
  code: string
  parent_code: string | null
  level: 0 | 1 | 2 | 3
  names: Json<Names>
}

export interface AccountTable {
  id: string
  parent_id: string | null
  path: string
  type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'
  operator_type: 'team' | 'personal' | null
  name: string
  tag: string | null
  screens: string[] | null
  region_code: string
  time_zone: string
  theme: Generated<string>
  custom_domain: string | null
  logo_url: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_address: string | null
  email: string | null
  legal_name: string | null
  credit_code: string | null
  business_license_url: string | null
  check_status: Generated<1 | 2 | 3>
  enabled: Generated<boolean>
  vip_level: Generated<number>
  can_create_sub: Generated<boolean>
  lease_account: Generated<boolean>
  created_at: GeneratedTimestamp
  version: Generated<number>
}

export interface AppUserTable {
  id: string
  account_id: string
  phone: string | null
  email: string | null
  name: string
  head_url: string | null
  user_type: 1 | 2 | 3 | 4 | 5 | 6
  data_scope: Generated<'enterprise' | 'personal'>
  password_hash: string | null
  enabled: Generated<boolean>
  settings: GeneratedJson<Details>
  rights: ColumnType<string[] | null, string[] | null | undefined, string[] | null>
  created_by: ColumnType<string | null, string | null | undefined, string | null>
  last_sign_in_at: NullableTimestamp | null
  /** Set: nobody any more, but for the name beside what was flown and done. */
  deleted_at: NullableTimestamp | null
  created_at: GeneratedTimestamp
  version: Generated<number>
}

export interface UserApplicationTable {
  id: string
  account_id: string
  admin_id: string
  name: string
  phone: string | null
  email: string | null
  user_type: 2 | 3
  password_hash: string | null
  message: Generated<string>
  status: Generated<1 | 2 | 3>
  applied_at: Timestamp
  reviewed_by: string | null
  reviewer_name: string | null
  reviewed_at: Timestamp | null
  reason: string | null
  user_id: string | null
}

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

export interface ThrottleTable {
  key: string
  points: Generated<number>
  expire: number | null
}

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

export interface CommandTable {
  drone_id: string
  id: string
  number: number
  type: string
  arguments: GeneratedJson<Details>
  state: Generated<'waiting' | 'sent' | 'done' | 'refused' | 'expired' | 'cancelled'>
  account_id: string
  user_id: string
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

/** Sums are added up by PostgreSQL, exactly; read through a cast. */
type Exact = string

export interface WorkSumWideTable {
  month: Date
  manufacturer_id: string
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
}

export interface WorkSumDayTable {
  day: Date
  manufacturer_id: string
  country: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
}

export interface WorkSumChangeTable {
  day: Date
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
  month: Generated<Date | null>
  country: Generated<string | null>
}

export interface WorkSumTable {
  month: Date
  manufacturer_id: string
  region_code: string | null
  mode: number | null
  sortie_count: number
  duration_s: Exact
  covered_m2: Exact
  spray_l: Exact
  operator_id: string | null
  tenant_id: string | null
}

export interface DroneSumWideTable {
  manufacturer_id: string
  region_code: string
  model_id: string
  activation: 0 | 1 | 2
  device_type: 'sprayer' | 'spreader' | 'mapper'
  sale_type: 1 | 2 | 3
  drones: number
  sortie_count: number
  covered_m2: Exact
}

export interface DroneSumTable {
  manufacturer_id: string
  region_code: string
  model_id: string
  activation: 0 | 1 | 2
  device_type: 'sprayer' | 'spreader' | 'mapper'
  sale_type: 1 | 2 | 3
  drones: number
  sortie_count: number
  covered_m2: Exact
  operator_id: string | null
  tenant_id: string | null
}

export interface CropTable {
  id: string
  names: Json<Names>
}

export interface PlotTable {
  id: string
  account_id: string
  name: string
  region_code: string
  rings: Json<Rings>
  bounds: string
  area_m2: number
  crop_id: string | null
  created_by: string | null
  created_at: GeneratedTimestamp
}

export interface NoFlyZoneTable {
  id: string
  account_id: string
  name: string
  type: 1 | 2
  shape: 'polygon' | 'circle'
  rings: Json<Rings> | null
  center_lng: number | null
  center_lat: number | null
  radius_m: number | null
  bounds: string
  area_m2: number
  region_code: string
  detail_address: Generated<string>
  lower_m: number | null
  upper_m: number | null
  valid_from: Timestamp | null
  valid_until: Timestamp | null
  enabled: Generated<boolean>
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  version: Generated<number>
}

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

export interface SortieTable {
  drone_id: string
  id: string
  number: number | null
  boot: Generated<string>
  state: 'open' | 'closed'
  close_reason: 'landing' | 'landing_detected' | 'disarm' | 'silence' | 'next_takeoff' | null
  start_at: Timestamp
  end_at: Timestamp
  point_count: number
  bounds: string | null
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  pilot_id: string | null
  region_code: string | null
  simulated: Generated<boolean>
  alarm_types: Generated<number>
}

export interface WorkRecordTable {
  drone_id: string
  sortie_id: string
  alarm_types: Generated<number>
  start_at: Timestamp
  end_at: Timestamp
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  pilot_id: string | null
  plot_id: string | null
  crop_id: string | null
  chemical: string | null
  region_code: string | null
  mode: 1 | 2 | 3 | 4 | 5 | null
  duration_s: number
  distance_m: number
  spray_s: number
  spray_l: number
  spray_l_source: 'flow' | 'tank' | 'none'
  height_m: number | null
  speed_ms: number | null
  flow_l_min: number | null
  width_m: number
  covered_m2: number
  swept_m2: number
  repeated_m2: number
  overlap_ratio: number
  outside_plot_ratio: number | null
  claimed_m2: number | null
  track_hash: Buffer
  previous_hash: Buffer
  hash: Buffer
}

export interface AnomalyTable {
  drone_id: string
  id: string
  sortie_id: string
  type: 1 | 2 | 3 | 4 | 5
  level: 1 | 2 | 3
  cause: string
  at: Timestamp
  lng: number
  lat: number
  evidence: GeneratedJson<Details>
  replayed: Generated<boolean>
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string | null
  created_at: GeneratedTimestamp
}

export interface AnomalyReadTable {
  user_id: string
  drone_id: string
  anomaly_id: string
  read_at: GeneratedTimestamp
}

export interface VerificationCodeTable {
  recipient_hash: Buffer
  purpose: 1 | 2 | 3
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

export interface AccountApplicationTable {
  id: string
  account_id: string
  type: 1 | 2
  status: Generated<1 | 2 | 3>
  proposed: Json<Details>
  current: Json<Details> | null
  submitted_by: string
  submitted_at: Timestamp
  reviewed_by: string | null
  reviewer_name: string | null
  reviewed_at: Timestamp | null
  reason: string | null
}

export interface StoredFileTable {
  key: string
  media_type: string
  bytes: number
  width_px: number
  height_px: number
  account_id: ColumnType<string | null, string | null | undefined, string | null>
  purpose: ColumnType<
    'avatar' | 'logo' | 'licence' | 'model' | null,
    'avatar' | 'logo' | 'licence' | 'model' | null | undefined,
    'avatar' | 'logo' | 'licence' | 'model' | null
  >
  uploaded_by: string | null
  uploaded_at: Timestamp
  unclaimed_since: Timestamp
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
  problem: 'not_a_log' | 'no_points' | 'too_slow' | 'too_large' | 'lost' | null
  reading_since: Timestamp | null
  attempts: Generated<number>
  sha256: Buffer | null
  format: string | null
  identity: Json<Details> | null
  heights: Json<Details> | null
  batteries: Json<unknown[]> | null
  report: Json<Details> | null
  drone_id: string | null
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

export interface JobRunnerTable {
  id: string
  heard_at: Timestamp
}

/** Tables and columns as the migrations make them; a test compares the two. */
export interface Database {
  region: RegionTable
  account: AccountTable
  app_user: AppUserTable
  user_application: UserApplicationTable
  session: SessionTable
  session_spent_refresh: SessionSpentRefreshTable
  captcha: CaptchaTable
  audit_log: AuditLogTable
  audit_head: AuditHeadTable
  throttle: ThrottleTable
  drone_model: DroneModelTable
  drone: DroneTable
  drone_former_parties: DroneFormerPartiesTable
  drone_file: DroneFileTable
  drone_credential: DroneCredentialTable
  command: CommandTable
  drone_state: DroneStateTable
  drone_total: DroneTotalTable
  work_sum: WorkSumTable
  work_sum_wide: WorkSumWideTable
  work_sum_day: WorkSumDayTable
  work_sum_change: WorkSumChangeTable
  drone_sum: DroneSumTable
  drone_sum_wide: DroneSumWideTable
  drone_sum_change: DroneSumTable
  crop: CropTable
  plot: PlotTable
  no_fly_zone: NoFlyZoneTable
  ingest_segment: IngestSegmentTable
  ingest_shard: IngestShardTable
  track_chunk: TrackChunkTable
  device_event: DeviceEventTable
  quarantine: QuarantineTable
  recompute: RecomputeTable
  sortie: SortieTable
  work_record: WorkRecordTable
  anomaly: AnomalyTable
  anomaly_read: AnomalyReadTable
  verification_code: VerificationCodeTable
  outbox_message: OutboxMessageTable
  account_application: AccountApplicationTable
  secret_key: SecretKeyTable
  stored_file: StoredFileTable
  flight_log: FlightLogTable
  flight_log_sortie: FlightLogSortieTable
  drone_model_range: DroneModelRangeTable
  app_log: AppLogTable
  app_log_retention: AppLogRetentionTable
  job_runner: JobRunnerTable
}
