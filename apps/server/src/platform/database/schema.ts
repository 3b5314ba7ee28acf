// Tables and columns as the migrations make them. Generated: run `npm run generate`.
import type { BulletinText } from '@swath/contract/alarms/bulletin-rows'
import type { ChangeType } from '@swath/contract/programs/change-types'
import type { DutyShift } from '@swath/domain/duty-roster'
import type { EntryKind, LedgerPurpose, LedgerTotals } from '@swath/domain/ledger'
import type { Currency } from '@swath/domain/money'
import type { SubsidyCut } from '@swath/domain/subsidy-lines'
import type { SubsidyLeftOutReason, SubsidyRules } from '@swath/domain/subsidy-rules'
import type { WeeklyWindow } from '@swath/domain/weekly-windows'
import type { ZoneReason } from '@swath/domain/zone-terms'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type {
  DayText, Details, Exact, GeneratedJson, GeneratedTimestamp, GroupRole, Json, Names, Parts, Rings,
  StoredAuthority, StoredRow, SummedDay, SummedVillage, Timestamp,
} from './column-types.ts'

export interface Database {
  account: {
    id: string; parent_id: string | null; path: string
    type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer'
    operator_type: 'team' | 'personal' | null; name: string; tag: string | null
    screens: string[] | null; region_code: string; time_zone: string; theme: Generated<string>
    custom_domain: string | null; logo_url: string | null; contact_name: string | null
    contact_phone: string | null; contact_address: string | null; email: string | null
    legal_name: string | null; credit_code: string | null; business_license_url: string | null
    check_status: Generated<1 | 2 | 3>; enabled: Generated<boolean>; vip_level: Generated<number>
    can_create_sub: Generated<boolean>; lease_account: Generated<boolean>
    created_at: GeneratedTimestamp; version: Generated<number>; factor_roles: Generated<number[]>
  }
  account_application: {
    id: string; account_id: string; type: 1 | 2; status: Generated<1 | 2 | 3>; proposed: Json<Details>
    current: Json<Details> | null; submitted_by: string; submitted_at: Timestamp
    reviewed_by: string | null; reviewer_name: string | null; reviewed_at: Timestamp | null
    reason: string | null
  }
  alarm_message: {
    drone_id: string; anomaly_id: string; user_id: string; channel: 'sms' | 'mail' | 'push'
    state: 'waiting' | 'sent' | 'failed' | 'held'; sending_id: string | null
    reason: string | null; created_at: Timestamp; sending_at: Timestamp | null
  }
  alarm_setting_change: {
    account_id: string; number: number; effective_from: Timestamp
    overrides: Json<Record<string, number>>; user_id: string | null; user_name: string
    created_at: Timestamp
  }
  alarm_step: {
    drone_id: string; anomaly_id: string; number: number
    kind: 'acknowledge' | 'assign' | 'comment' | 'close' | 'reopen' | 'notify' | 'escalate'
    at: Timestamp; user_id: string | null; user_name: string | null; account_id: string | null
    account_name: string | null; assignee_name: string | null; reason: string | null
    text: Generated<string>
  }
  allowed_part: {
    id: string; account_id: string; kind: string; hw_id: string; note: Generated<string>
    added_at: Timestamp
  }
  anomaly: {
    drone_id: string; id: string; sortie_id: string; type: 1 | 2 | 3 | 4 | 5; level: 1 | 2 | 3
    cause: string; at: Timestamp; lng: number; lat: number; evidence: GeneratedJson<Details>
    replayed: Generated<boolean>; manufacturer_id: string; operator_id: string | null
    tenant_id: string | null; region_code: string | null; created_at: GeneratedTimestamp
    state: Generated<'open' | 'acknowledged' | 'closed'>; assignee_id: string | null
    closed_reason: 'real' | 'false_alarm' | 'allowed' | 'technical' | 'other' | 'expired' | 'withdrawn' | null
    acknowledged_at: Timestamp | null; closed_at: Timestamp | null; version: Generated<number>
  }
  anomaly_read: {
    user_id: string; drone_id: string; anomaly_id: string; read_at: GeneratedTimestamp
  }
  api_key: {
    id: string; account_id: string; user_id: string; name: string; start: string; key_hash: Buffer
    writes: boolean; screens: string[]; rights: string[]; drone_ids: string[] | null
    addresses: string[]; per_minute: number; created_at: Timestamp; expires_at: Timestamp
    revoked_at: Timestamp | null; last_used_at: Timestamp | null; last_used_ip: string | null
  }
  app_log: {
    id: string; key: string; file_name: string; kind: 'text' | 'gzip' | 'zip' | 'binary'
    bytes: number; sha256: Buffer; account_id: string; drone_id: string | null
    manufacturer_id: string | null; operator_id: string | null; tenant_id: string | null
    region_code: string; app_version: string | null
    platform: 'android' | 'ios' | 'windows' | 'linux' | 'other' | null; note: Generated<string>
    uploaded_by: string | null; uploader_name: string; uploaded_at: Timestamp
    stored: Generated<boolean>; removed_at: Timestamp | null
  }
  app_log_retention: { account_id: string; days: number }
  app_user: {
    id: string; account_id: string; phone: string | null; email: string | null; name: string
    head_url: string | null; user_type: 1 | 2 | 3 | 4 | 5 | 6
    data_scope: Generated<'enterprise' | 'personal'>; password_hash: string | null
    enabled: Generated<boolean>; settings: GeneratedJson<Details>; created_at: GeneratedTimestamp
    rights: string[] | null; created_by: string | null; last_sign_in_at: Timestamp | null
    deleted_at: Timestamp | null; version: Generated<number>
    temporary_password_until: Timestamp | null
  }
  app_version: {
    id: string; account_id: string; platform: 'android' | 'ios' | 'windows' | 'linux' | 'other'
    version_name: string; version_order: number[]; url: string; sha256: string | null
    notes: Generated<string>; is_minimum: boolean; published_at: Timestamp
    version: Generated<number>
  }
  audit_head: { account_id: string; number: number; hash: Buffer }
  audit_log: {
    account_id: string; number: number; at: Timestamp; log_type: number; user_id: string | null
    user_name: string; ip: string | null; action: string; object_type: string | null
    object_id: string | null; object_name: string | null; details: GeneratedJson<Details>
    previous_hash: Buffer; hash: Buffer
  }
  awaited_points: { drone_id: string; since: Timestamp }
  basic_price: {
    id: string; lessor_account_id: string; model_id: string | null; rental_model: 1 | 2 | 3 | 5
    currency: Currency; mu_unit_price_minor: number; hour_unit_price_minor: number
    valid_from: DayText; valid_until: DayText | null; note: Generated<string>
    version: Generated<number>
  }
  bulletin: {
    id: string; account_id: string; state: 'draft' | 'scheduled' | 'published' | 'recalled'
    texts: Json<BulletinText[]>; target_types: string[]; target_regions: string[]
    pictures: Generated<string[]>; recipient_count: Generated<number>
    publish_at: Timestamp | null; published_at: Timestamp | null; recalled_at: Timestamp | null
    recall_reason: string | null; created_by: string; created_by_name: string
    created_at: Timestamp; updated_at: Timestamp; version: Generated<number>
  }
  bulletin_file: {
    id: string; key: string; bulletin_id: string | null; account_id: string; name: string
    bytes: number; uploaded_by: string; uploaded_at: Timestamp; unclaimed_since: Timestamp
  }
  bulletin_read: { bulletin_id: string; user_id: string; read_at: Timestamp }
  bulletin_recipient: { account_id: string; bulletin_id: string; read_at: Timestamp | null }
  captcha: { nonce_hash: Buffer; answer: string; expires_at: Timestamp }
  change_era: {
    is_only: Generated<boolean>; era: string; deleted_transaction: Generated<string>
    deleted_id: Generated<number>
  }
  change_event: {
    transaction: Generated<string>; id: GeneratedAlways<number>; kind: ChangeType; object_id: string
    at: GeneratedTimestamp; data: Json<Details>; manufacturer_id: string | null
    operator_id: string | null; tenant_id: string | null; owner_id: string | null
    region_code: string | null; pilot_id: string | null; drone_id: string | null
  }
  chemical: {
    id: string; account_id: string | null; names: Json<Names>
    kind: 'insecticide' | 'fungicide' | 'herbicide' | 'regulator' | 'fertiliser' | 'other'
    version: Generated<number>
  }
  claim_step: {
    drone_id: string; suspicion_id: string; number: number
    kind: 'look' | 'comment' | 'decide' | 'reopen'; at: Timestamp; user_id: string
    user_name: string; account_id: string; account_name: string
    decision: 'false_claim' | 'in_order' | null; text: Generated<string>
  }
  claim_suspicion: {
    drone_id: string; id: string; sortie_id: string; cause: string; at: Timestamp; lng: number
    lat: number; other_drone_id: string | null; other_sortie_id: string | null
    evidence: GeneratedJson<Details>; manufacturer_id: string; operator_id: string | null
    tenant_id: string | null; region_code: string | null; created_at: GeneratedTimestamp
    state: Generated<'open' | 'looking' | 'false_claim' | 'in_order' | 'withdrawn'>
    handler_id: string | null; decided_at: Timestamp | null; version: Generated<number>
  }
  command: {
    drone_id: string; id: string; number: number; type: string; arguments: GeneratedJson<Details>
    state: Generated<'waiting' | 'sent' | 'done' | 'refused' | 'expired' | 'cancelled'>
    account_id: string; user_id: string | null; user_name: string; created_at: GeneratedTimestamp
    good_until: Timestamp; sent_at: Timestamp | null; ended_at: Timestamp | null
    reason: string | null
  }
  crop: {
    id: string; names: Json<Names>; account_id: string | null; scientific_name: Generated<string>
    version: Generated<number>
  }
  data_stat: {
    id: string; account_id: string; made_by: string | null; made_by_name: string; name: string
    is_shared: boolean; show_type: string; settings: Json<unknown>; mail: Json<unknown> | null
    mail_due_at: Timestamp | null; created_at: Timestamp; updated_at: Timestamp
    version: Generated<number>
  }
  data_stat_mailing: {
    stat_id: string; due_at: Timestamp; user_id: string; state: 'waiting' | 'sent' | 'failed'
    reason: string | null
  }
  device_event: {
    drone_id: string; at: Timestamp; boot: Generated<string>; seq: Generated<number>; type: string
    sortie_number: number | null; payload: GeneratedJson<Details>; folded: Generated<boolean>
  }
  drone: {
    id: string; name: string; model_id: string; manufacturer_id: string; operator_id: string | null
    tenant_id: string | null; reg_mark: string | null; rack_no: string | null
    manufacturer_number: string | null; buyer: string | null
    device_type: Generated<'sprayer' | 'spreader' | 'mapper'>; sale_type: Generated<1 | 2 | 3>
    rental_model: 1 | 2 | 3 | 5 | null; spray_width_m: number | null
    activation: Generated<0 | 1 | 2>; locked: Generated<boolean>; region_code: string
    firmware: string | null; created_at: GeneratedTimestamp; version: Generated<number>
    released_at: Timestamp | null; released_by: string | null; activated_at: Timestamp | null
    video_url: string | null
  }
  drone_control: {
    drone_id: string; user_id: string; user_name: string; account_name: string; taken_at: Timestamp
    lapses_at: Timestamp
  }
  drone_control_request: {
    drone_id: string; user_id: string; user_name: string; account_name: string; asked_at: Timestamp
    lapses_at: Timestamp
  }
  drone_credential: {
    drone_id: string; id: string; secret_hash: Buffer; created_at: GeneratedTimestamp
    created_by: string | null; expires_at: Timestamp | null; last_used_at: Timestamp | null
  }
  drone_file: {
    drone_id: string; id: string; sortie_id: string | null; name: string; media_type: string
    bytes: number; store_key: string; user_id: string | null; user_name: string
    created_at: Timestamp
  }
  drone_former_parties: {
    drone_id: string; until_at: Timestamp; manufacturer_id: string; operator_id: string | null
    tenant_id: string | null; region_code: string; user_id: string | null; user_name: string
  }
  drone_model: {
    id: string; manufacturer_id: string; name: string
    shape: 'single' | 'dual' | 'three' | 'four' | 'six' | 'eight' | 'other'
    power: 'electric' | 'oil' | 'hybrid'; tank_l: number; swath_width_m: number
    picture_url: string | null; created_at: GeneratedTimestamp; updated_at: GeneratedTimestamp
    version: Generated<number>
  }
  drone_model_range: {
    id: string; model_id: string; first_id: string; last_id: string; created_at: GeneratedTimestamp
  }
  drone_part: {
    drone_id: string; kind: string; hw_id: string; firmware: string | null; first_at: Timestamp
    last_at: Timestamp
  }
  drone_state: {
    drone_id: string; last_message_at: Timestamp | null; last_point_at: Timestamp | null
    lng: number | null; lat: number | null; height_m: number | null; speed_ms: number | null
    heading_deg: number | null; flow_l_min: number | null; tank_l: number | null
    battery_percent: number | null; link_percent: number | null
    flight: Generated<'offline' | 'ground' | 'flying' | 'spraying'>; region_code: string | null
    boot: string | null; simulating: Generated<boolean>; open_start_at: Timestamp | null
    open_end_at: Timestamp | null; open_distance_m: number | null; open_spray_s: number | null
    open_spray_l: number | null; open_covered_m2: number | null; open_swept_m2: number | null
    open_point_count: number | null; last_minute: GeneratedAlways<number | null>
  }
  drone_sum: {
    manufacturer_id: string; operator_id: string | null; tenant_id: string | null; region_code: string
    model_id: string; activation: 0 | 1 | 2; device_type: 'sprayer' | 'spreader' | 'mapper'
    sale_type: 1 | 2 | 3; drones: number; sortie_count: number; covered_m2: Exact
  }
  drone_sum_change: {
    manufacturer_id: string; operator_id: string | null; tenant_id: string | null; region_code: string
    model_id: string; activation: 0 | 1 | 2; device_type: 'sprayer' | 'spreader' | 'mapper'
    sale_type: 1 | 2 | 3; drones: number; sortie_count: number; covered_m2: Exact
  }
  drone_sum_wide: {
    manufacturer_id: string; region_code: string; model_id: string; activation: 0 | 1 | 2
    device_type: 'sprayer' | 'spreader' | 'mapper'; sale_type: 1 | 2 | 3; drones: number
    sortie_count: number; covered_m2: Exact
  }
  drone_total: {
    drone_id: string; sortie_count: number; duration_s: number; covered_m2: number; swept_m2: number
    spray_l: number; last_sortie_at: Timestamp | null
  }
  drone_zone_holding: {
    drone_id: string; number: number; bounds: string; version: string; acknowledged_at: Timestamp
  }
  duty_roster: {
    id: string; account_id: string; name: string; region_code: string | null; minutes: number
    shifts: Json<DutyShift[]>; version: Generated<number>
  }
  factor_reset: {
    user_id: string; account_id: string; requested_by: string; requested_at: Timestamp
    expires_at: Timestamp
  }
  firmware: {
    id: string; account_id: string; file_name: string
    firmware_type: 'flight_controller' | 'remote_controller' | 'radio' | 'rtk' | 'sprayer' | 'battery' | 'other'
    build_version: string; model_id: string | null; rcid: Generated<string>
    note: Generated<string>; bytes: number; received_bytes: Generated<number>
    received_at: Timestamp; piece_bytes: number; key: string; sha256: Buffer | null
    state: Generated<'uploading' | 'uploaded' | 'encrypting' | 'encrypted' | 'signed'>
    key_id: string | null; container_key: string | null; container_bytes: number | null
    digest: Buffer | null; signature: Buffer | null; signed_at: Timestamp | null
    signed_by_name: string | null; created_by: string; created_by_name: string
    created_at: Timestamp; version: Generated<number>
  }
  firmware_check: {
    id: string; account_id: string; file_name: string; bytes: number
    received_bytes: Generated<number>; received_at: Timestamp; piece_bytes: number
    key: string | null; firmware_id: string | null
    state: Generated<'uploading' | 'checking' | 'passed' | 'refused'>; reason: string | null
    sha256: Buffer | null; fingerprint: string | null; firmware_type: string | null
    build_version: string | null; user_id: string; user_name: string; created_at: Timestamp
    checked_at: Timestamp | null
  }
  firmware_key: {
    id: string; account_id: string; fingerprint: string; public_key: Buffer; secrets_sealed: Buffer
    created_by_name: string; created_at: Timestamp; downloaded_by_name: string | null
    downloaded_at: Timestamp | null; retired_at: Timestamp | null
  }
  firmware_rollout: {
    id: string; account_id: string; name: string; firmware_id: string; back_firmware_id: string | null
    model_id: string | null; region_code: string | null; from_version: Generated<string>
    steps: number[]; pass_percent: number; error_percent: number; error_least: number
    soak_min: number; goes_back: boolean; drone_num: number
    state: 'running' | 'paused' | 'stopped' | 'rolling_back' | 'rolled_back' | 'finished' | 'cancelled'
    step: Generated<number>; passed_at: Timestamp | null; created_by_name: string
    created_at: Timestamp; ended_at: Timestamp | null; version: Generated<number>
  }
  firmware_rollout_drone: {
    rollout_id: string; drone_id: string; position: number; direction: Generated<'forward' | 'back'>
    state: Generated<'waiting' | 'offered' | 'downloading' | 'verified' | 'installed' | 'failed' | 'withdrawn'>
    offer_id: string | null; received_bytes: Generated<number>; reason: string | null
    was_version: string | null; is_told: Generated<boolean>; changed_at: Timestamp
  }
  flight_again: {
    drone_id: string; sortie_id: string; start_at: Timestamp; marked: Generated<boolean>
  }
  flight_claim: {
    drone_id: string; sortie_id: string; start_at: Timestamp; operator_id: string | null
    covered_m2: number; bounds: string; places: number[]; boot: string | null
    first_seq: number | null; last_seq: number | null; compared: Generated<boolean>
  }
  flight_log: {
    id: string; account_id: string; created_by: string; created_by_name: string; created_at: Timestamp
    file_name: string; bytes: number; modified_ms: number | null; key: string; piece_bytes: number
    received_bytes: Generated<number>; received_at: Timestamp
    status: Generated<'uploading' | 'reading' | 'ready' | 'unreadable' | 'accepted'>
    problem: 'not_a_log' | 'no_points' | 'format_not_read' | 'too_slow' | 'too_large' | 'lost' | null
    reading_since: Timestamp | null; attempts: Generated<number>; sha256: Buffer | null
    format: string | null; identity: Json<Details> | null; heights: Json<Details> | null
    batteries: Json<unknown[]> | null; report: Json<Details> | null; drone_id: string | null
    proposed_by: 'serial' | 'file_name' | 'person' | null; pilot_id: string | null
    point_count: number | null; from_at: Timestamp | null; until_at: Timestamp | null
    preview: Json<Details> | null; accepted_at: Timestamp | null; accepted_by: string | null
    accepted_by_name: string | null; reading: Json<Details> | null
  }
  flight_log_sortie: {
    drone_id: string; id: string; flight_log_id: string; start_at: Timestamp; end_at: Timestamp
    known: boolean; pilot_id: string | null
  }
  flight_weather: {
    drone_id: string; sortie_id: string; start_at: Timestamp; end_at: Timestamp; cell_lat: number
    cell_lng: number; source: 'drone' | 'provider' | 'mixed' | null; wind_ms: number | null
    most_wind_ms: number | null; wind_from_deg: number | null; temperature_c: number | null
    humidity_percent: number | null; rain_mm_h: number | null; delta_t_c: number | null
    wanted: boolean; tries: Generated<number>; next_try_at: Timestamp | null
  }
  geometry_import: {
    id: string; account_id: string; created_by: string; created_by_name: string; created_at: Timestamp
    target: 'plots' | 'no-fly-zones'; file_name: string; bytes: number; key: string | null
    settings: Json<unknown>
    status: Generated<'ready' | 'applying' | 'applied' | 'cancelled' | 'undoing' | 'undone'>
    format: string; system: string; encoding: string; notes: Json<string[]>
    columns: Json<string[]>; good_count: Generated<number>; mended_count: Generated<number>
    bad_count: Generated<number>; chosen_count: Generated<number>; made_count: Generated<number>
    refused_count: Generated<number>; kept_count: Generated<number>; done_count: Generated<number>
    is_cancel_asked: Generated<boolean>; problem: string | null; finished_at: Timestamp | null
    version: Generated<number>; note_details: GeneratedJson<Partial<Record<string, string[]>>>
  }
  geometry_import_item: {
    import_id: string; number: number; layer: string; name: string
    properties: Json<Record<string, string>>; state: 'good' | 'mended' | 'bad'
    shape: Json<unknown> | null; outline: Json<unknown> | null; area_m2: number
    zone: Json<unknown> | null; problems: Json<unknown[]>; is_chosen: boolean
    made_id: string | null; made_name: string | null; refusal: string | null
    is_kept: Generated<boolean>
  }
  ground_station_config: {
    account_id: string; number: number; theme: 'system' | 'light' | 'dark' | 'contrast'
    launch_page_url: string | null; home_page_url: string | null; server_address: string | null
    saved_at: Timestamp; user_id: string | null; user_name: string
  }
  group_plan: {
    id: string; account_id: string; name: string; state: Generated<'ready' | 'flying' | 'done'>
    plot_ids: string[]; plot_names: string; settings: Json<Details>; route: Json<Details>
    done: GeneratedJson<Details[]>; drone_num: number; swept_m2: number; spray_l: number
    duration_s: number; refill_num: number; turn_num: number; created_by: string | null
    created_at: Timestamp; updated_at: Timestamp; version: Generated<number>
  }
  group_plan_drone: {
    plan_id: string; position: number; drone_id: string | null; share: number | null
    status: Generated<'waiting' | 'sent' | 'flying' | 'paused' | 'out' | 'done'>
    done_sortie_num: Generated<number>; sortie_m2: Generated<number[]>
  }
  group_plan_order: {
    number: GeneratedAlways<number>; plan_id: string; drone_id: string
    action: 'send' | 'start' | 'pause' | 'resume' | 'return' | 'set'; command_id: string | null
    told_at: Timestamp
  }
  identity_link: {
    provider_id: string; issuer: string; subject: string; user_id: string; created_at: Timestamp
  }
  identity_provider: {
    id: string; account_id: string; name: string; issuer: string; client_id: string
    secret_sealed: Buffer | null; groups_claim: string | null
    group_roles: GeneratedJson<GroupRole[]>; default_role: 1 | 3 | 4 | 5 | 6 | null
    creates_members: boolean; trusts_factor: boolean; trusts_email: boolean; enabled: boolean
    created_at: Timestamp; version: Generated<number>
  }
  identity_sign_in: {
    state_hash: Buffer; browser_hash: Buffer; provider_id: string; host: string; redirect_uri: string
    remember: boolean; expires_at: Timestamp
  }
  ingest_segment: {
    id: GeneratedAlways<number>; shard: number; payload: Buffer; written_at: GeneratedTimestamp
  }
  ingest_shard: { shard: number; owner: string | null; lease_until: GeneratedTimestamp }
  invoice: {
    id: string; number: string; account_id: string; seller_id: string
    buyer: Json<Record<string, string | number>>
    seller: Json<Record<string, string | number>> | null; amount_minor: number; currency: string
    state: Generated<'applied' | 'issued' | 'rejected'>; invoice_number: string | null
    reason: Generated<string>; applied_at: Timestamp; applied_by: string | null
    applied_by_name: string; decided_at: Timestamp | null; decided_by: string | null
    version: Generated<number>
  }
  invoice_information: {
    account_id: string; ticket_type: 1 | 2; business_name: string; tax_number: Generated<string>
    registered_address: Generated<string>; contact_phone: Generated<string>
    bank: Generated<string>; bank_account: Generated<string>; getter_phone: Generated<string>
    getter_name: Generated<string>; getter_address: Generated<string>; updated_at: Timestamp
    version: Generated<number>
  }
  invoice_line: { invoice_id: string; order_id: string; stands: Generated<boolean> }
  job_runner: { id: string; heard_at: Timestamp }
  lease: {
    id: Generated<number>; lessor_account_id: string; client_id: number | null; drone_id: string
    contract_id: string | null; rental_model: 1 | 2 | 3 | 5; charge_by: 'mu' | 'hour'
    currency: Currency; mu_unit_price_minor: number; hour_unit_price_minor: number
    share_token: string | null; note: Generated<string>; starts_at: Timestamp
    returned_at: Timestamp | null; cancelled_at: Timestamp | null; created_by: string
    version: Generated<number>
  }
  lease_contract: {
    id: string; client_id: number; lessor_account_id: string; language: string; document: string
    document_hash: Buffer; lessor_signed_at: Timestamp | null; lessor_signer_id: string | null
    lessor_signer_name: string | null; tenant_signed_at: Timestamp | null
    tenant_signer_id: string | null; tenant_signer_name: string | null
    withdrawn_at: Timestamp | null; created_at: Timestamp; version: Generated<number>
  }
  lease_lock: { drone_id: string; client_id: number; locked_at: Timestamp }
  lease_recharge: {
    id: string; number: string; lessor_id: string; client_id: number; currency: Currency
    amount_minor: number; refunded_minor: Generated<number>
    state: Generated<'asked' | 'paid' | 'refused' | 'withdrawn'>; note: Generated<string>
    reason: Generated<string>; asked_at: Timestamp; asked_by: string | null; asked_by_name: string
    asked_by_account_id: string; decided_at: Timestamp | null; decided_by_name: string | null
    version: Generated<number>; payment_id: string | null
  }
  lease_work_record: {
    drone_id: string; sortie_id: string; lease_id: number; client_id: number; lessor_id: string
    start_at: Timestamp; end_at: Timestamp; covered_m2: number; duration_s: number
    charge_by: 'mu' | 'hour'; unit_price_minor: number; currency: Currency; amount_minor: number
    state: 'charged' | 'waived' | 'taken_back'; waived_reason: string | null
    corrections: Generated<number>; billed_at: Timestamp; version: Generated<number>
  }
  ledger_account: {
    id: GeneratedAlways<number>; owner_id: string; client_id: number | null; payer_id: string | null
    purpose: 'prepaid' | 'deposit' | 'revenue' | 'damage' | 'idle' | 'fees' | 'adjustment' | 'cash'
    currency: Currency
  }
  ledger_book: { owner_id: string; closed_until: DayText | null }
  ledger_book_sum: {
    owner_id: string; purpose: LedgerPurpose; currency: Currency; month: DayText; credit_minor: number
    debit_minor: number; line_count: number
  }
  ledger_drone: { owner_id: string; client_id: number; drone_id: string }
  ledger_drone_sum: {
    owner_id: string; client_id: number; purpose: LedgerPurpose; currency: Currency; drone_id: string
    month: DayText; credit_minor: number; debit_minor: number; line_count: number
  }
  ledger_entry: {
    id: GeneratedAlways<number>; owner_id: string; cause_kind: EntryKind; cause_id: string
    revision: Generated<number>; reverses_id: number | null; at: Timestamp; posted_at: Timestamp
    month: DayText; about: GeneratedJson<Details>; note: Generated<string>; by_name: string | null
  }
  ledger_line: {
    entry_id: number; line: number; account_id: number; owner_id: string; client_id: number | null
    purpose: LedgerPurpose; currency: Currency; amount_minor: number; at: Timestamp
    month: DayText; drone_id: string | null
  }
  ledger_month_close: {
    owner_id: string; month: DayText; closed_at: Timestamp; by_name: string; sealed_number: number
    sealed_hash: Buffer; totals: Json<LedgerTotals>
  }
  ledger_pending: {
    entry_id: number; line: number; account_id: number; month: DayText; amount_minor: number
    drone_id: string | null
  }
  ledger_seal: {
    owner_id: string; number: number; entry_id: number; previous_hash: Buffer; hash: Buffer
  }
  ledger_sum: {
    account_id: number; month: DayText; credit_minor: number; debit_minor: number; line_count: number
  }
  no_fly_zone: {
    id: string; account_id: string; name: string; type: 1 | 2; shape: 'polygon' | 'circle'
    rings: Json<Rings> | null; center_lng: number | null; center_lat: number | null
    radius_m: number | null; bounds: string; area_m2: number; region_code: string
    detail_address: Generated<string>; lower_m: number | null; upper_m: number | null
    valid_from: Timestamp | null; valid_until: Timestamp | null; enabled: Generated<boolean>
    created_by: string | null; created_at: GeneratedTimestamp; updated_at: GeneratedTimestamp
    version: Generated<number>; kind: Generated<'stay_out' | 'stay_in'>
    restriction: Generated<'prohibited' | 'req_authorisation' | 'conditional' | 'no_restriction'>
    reasons: GeneratedJson<ZoneReason[]>; message: Generated<string>
    authorities: GeneratedJson<StoredAuthority[]>; windows: GeneratedJson<WeeklyWindow[]>
    time_zone: Generated<string>; lower_reference: Generated<'ground' | 'sea'>
    upper_reference: Generated<'ground' | 'sea'>
  }
  no_fly_zone_version: {
    number: GeneratedAlways<number>; zone_id: string; version: number; account_id: string
    enabled: boolean; kind: 'stay_out' | 'stay_in'; bounds: string
    content: Json<StoredRow<Omit<Selectable<Database['no_fly_zone']>, 'bounds'>>>
    since: Timestamp; until: Timestamp | null
  }
  ntrip_mount: {
    id: string; account_id: string; name: string; place: Generated<string>; format: string
    lng: number; lat: number; enabled: Generated<boolean>; base_secret_hash: Buffer
    rover_secret_hash: Buffer; base_since: Timestamp | null; base_agent: string | null
    last_data_at: Timestamp | null; rover_count: Generated<number>; version: Generated<number>
  }
  outbox_message: {
    id: string; channel: 'sms' | 'mail'; recipient: string; subject: string | null; body: string
    created_at: Timestamp
  }
  part_alarm: {
    id: string; drone_id: string; account_id: string; kind: string; hw_id: string
    raised_at: Timestamp; state: 'open' | 'accepted' | 'listed' | 'gone'
    ended_at: Timestamp | null; user_id: string | null; user_name: string | null
    reason: string | null; told_at: Timestamp | null; version: Generated<number>
  }
  passkey: {
    id: string; user_id: string; host: string; credential_id: Buffer; public_key: Buffer
    counter: number; transports: string[]; name: string; created_at: Timestamp
    last_used_at: Timestamp | null
  }
  passkey_challenge: {
    challenge: Buffer; purpose: 'register' | 'prove' | 'sign-in'; session_id: string | null
    host: string; expires_at: Timestamp
  }
  payment: {
    id: string; number: string; provider: 'transfer' | 'wechat'; purpose: string; reference_id: string
    payer_id: string; payee_id: string; amount_minor: number; currency: string
    state: Generated<'open' | 'paid' | 'closed'>; qr_text: string | null
    gateway_id: string | null; created_at: Timestamp; expires_at: Timestamp | null
    checked_at: Timestamp | null; paid_at: Timestamp | null; confirmed_by: string | null
  }
  payment_bill_day: {
    provider: string; day: DayText; payment_count: number; paid_minor: number; refund_count: number
    refunded_minor: number; compared_at: Timestamp
  }
  payment_difference: {
    id: string; provider: string; day: DayText; number: string
    kind: 'unknown' | 'not_paid_here' | 'not_in_bill' | 'amount' | 'refund_unknown' | 'refund_not_in_bill' | 'refund_amount'
    here_minor: number | null; there_minor: number | null; currency: string; found_at: Timestamp
    settled_at: Timestamp | null; settled_by: string | null; note: Generated<string>
    version: Generated<number>
  }
  payment_refund: {
    id: string; payment_id: string; number: string; reference_id: string; amount_minor: number
    reason: string; state: Generated<'waiting' | 'done' | 'failed'>; gateway_id: string | null
    created_at: Timestamp; created_by: string | null; accepted_at: Timestamp | null
    done_at: Timestamp | null
  }
  pilot_certificate: {
    id: string; user_id: string; kind: 'licence' | 'insurance'; number: Generated<string>
    valid_until: DayText; warned_days: number | null; version: Generated<number>
  }
  plot: {
    id: string; account_id: string; name: string; region_code: string; parts: Json<Parts>
    bounds: string; area_m2: number; crop_id: string | null; created_by: string | null
    created_at: GeneratedTimestamp; sketch: Json<Parts> | null; shape_at: GeneratedTimestamp
    shape_by: string | null; updated_at: GeneratedTimestamp; version: Generated<number>
    village: Generated<string>
  }
  plot_former_shape: {
    plot_id: string; until_at: Timestamp; from_at: Timestamp; drawn_by: string | null
    parts: Json<Parts>; bounds: string; area_m2: number
  }
  plot_ground_change: { id: GeneratedAlways<number>; bounds: string }
  plot_season: { plot_id: string; from_day: DayText; until_day: DayText; crop_id: string }
  plot_share: {
    id: string; plot_id: string; phone: string; rights: 'view' | 'edit'; until_at: Timestamp | null
    state: Generated<'offered' | 'accepted' | 'declined'>; receiver_account_id: string | null
    receiver_user_id: string | null; created_by: string | null; created_at: GeneratedTimestamp
    answered_at: Timestamp | null
  }
  plot_spraying: {
    drone_id: string; sortie_id: string; plot_id: string; start_at: Timestamp; covered_m2: number
    strips: Buffer | null
  }
  push_key: {
    is_only: Generated<boolean>; public_key: Buffer; private_sealed: Buffer; created_at: Timestamp
  }
  push_subscription: {
    id: string; user_id: string; session_id: string; endpoint: string; p256dh: Buffer; auth: Buffer
    user_agent: string; created_at: Timestamp
  }
  quarantine: {
    drone_id: string; id: string; received_at: Timestamp; topic: string; reason: string; count: number
    sample: Buffer
  }
  recompute: { drone_id: string; from_at: Timestamp; until_at: Timestamp; due_at: Timestamp }
  record_made: {
    drone_id: string; sortie_id: string; hash: Buffer; hash_at: Timestamp; track_hash: Buffer
    track_at: Timestamp; stored_hash: Buffer | null; events_hash: Buffer | null
    events_at: Timestamp | null
  }
  recovery_code: { code_hash: Buffer; user_id: string; created_at: Timestamp }
  region: { code: string; parent_code: string | null; level: 0 | 1 | 2 | 3; names: Json<Names> }
  rental_client: {
    id: Generated<number>; lessor_account_id: string; tenant_account_id: string | null; name: string
    contact: Generated<string>; phone: Generated<string>; note: Generated<string>
    currency: Currency; mu_unit_price_minor: number; hour_unit_price_minor: number
    state: Generated<0 | 1 | 2>; warn_below_minor: number | null
    locks_when_empty: Generated<boolean>; grace_minor: Generated<number>; code_hash: Buffer | null
    code_until: Timestamp | null; activated_at: Timestamp | null; created_at: Timestamp
    version: Generated<number>; warned_levels: GeneratedJson<Partial<Record<Currency, 1 | 2>>>
  }
  rental_client_price: {
    client_id: number; from_at: Timestamp; currency: Currency; mu_unit_price_minor: number
    hour_unit_price_minor: number; user_name: string
  }
  rtk_device: {
    id: string; account_id: string; pn: Generated<string>; kind: 'onboard' | 'handheld' | 'base'
    qxdsk: string | null; drone_id: string | null; allowed: Generated<boolean>
    expires_on: DayText | null; warned_days: number | null; created_at: Timestamp
    version: Generated<number>
  }
  secret_key: {
    vid: number; account_id: string; id: string; key_sealed: Buffer; fingerprint: string
    created_by: string | null; created_at: Timestamp
  }
  service_order: {
    id: string; number: string; order_type: 1 | 2 | 3; drone_id: string; year: number
    account_id: string; seller_id: string; amount_minor: number; currency: string
    state: Generated<'unpaid' | 'paid' | 'refunding' | 'refunded' | 'cancelled'>
    payment_id: string | null; invoice_id: string | null; created_at: Timestamp
    created_by: string | null; created_by_name: string; paid_at: Timestamp | null
    version: Generated<number>
  }
  service_price: {
    order_type: 1 | 2 | 3; currency: string; amount_minor: number; seller_id: string
    updated_at: Timestamp; version: Generated<number>
  }
  service_warning: { account_id: string; order_type: number; year: number; days_before: number }
  session: {
    id: string; family: string; user_id: string; host: string; access_hash: Buffer
    access_until: Timestamp; refresh_hash: Buffer; idle_until: Timestamp
    absolute_until: Timestamp; remember: boolean; ip: string; user_agent: string
    created_at: GeneratedTimestamp; last_used_at: GeneratedTimestamp
    method: 'password' | 'code' | 'passkey' | 'oidc' | null
    factor: 'totp' | 'passkey' | 'recovery' | 'provider' | null; confirmed_at: Timestamp | null
    provider_id: string | null
  }
  session_spent_refresh: {
    hash: Buffer; session_id: string; spent_at: Timestamp; successor_sealed: Buffer
  }
  share_link: {
    id: string; account_id: string; created_by: string; report: Json<Details>; token_hash: Buffer
    created_at: Timestamp; expires_at: Timestamp; revoked_at: Timestamp | null
    openings: Generated<number>; last_opened_at: Timestamp | null
  }
  share_opening: {
    id: string; link_id: string; opened_at: Timestamp; device: string; language: string
  }
  shared_list_view: {
    id: string; account_id: string; list: string; name: string; query: string
    shared_by: string | null; shared_by_name: string; shared_at: Timestamp
  }
  shared_use: {
    id: Generated<number>; lease_id: number; client_id: number; user_id: string | null
    user_name: string; from_at: Timestamp; until_at: Timestamp | null
  }
  sign_in_domain: {
    id: string; provider_id: string; domain: string; challenge: string; proved_at: Timestamp | null
    proved_by: 'dns' | 'platform' | null; created_at: Timestamp
  }
  sortie: {
    drone_id: string; id: string; number: number | null; boot: Generated<string>
    state: 'open' | 'closed'
    close_reason: 'landing' | 'landing_detected' | 'disarm' | 'silence' | 'next_takeoff' | null
    start_at: Timestamp; end_at: Timestamp; point_count: number; bounds: string | null
    manufacturer_id: string; operator_id: string | null; tenant_id: string | null
    pilot_id: string | null; region_code: string | null; simulated: Generated<boolean>
    alarm_types: Generated<number>; swath_width_m: number | null
  }
  sortie_fix: {
    drone_id: string; sortie_id: string; start_at: Timestamp; told_count: number; fixed_count: number
    float_count: number; satellite_count: number; satellite_sum: number
  }
  statistics_export: {
    id: string; account_id: string; user_id: string; asked: Json<unknown>; format: 'csv' | 'xlsx'
    area_unit: string; language: string; state: 'waiting' | 'running' | 'done' | 'failed'
    row_count: number | null; done_count: Generated<number>; key: string | null
    bytes: number | null; created_at: Timestamp; finished_at: Timestamp | null
  }
  stored_fault: {
    kind: 'record' | 'source' | 'chunk' | 'audit-log' | 'ledger'; subject: string; object: string
    detail: string; found_at: Timestamp
  }
  stored_file: {
    key: string; media_type: string; bytes: number; width_px: number; height_px: number
    account_id: string | null
    purpose: 'avatar' | 'logo' | 'licence' | 'model' | 'bulletin' | null
    uploaded_by: string | null; uploaded_at: Timestamp; unclaimed_since: Timestamp
  }
  subsidy: {
    id: Generated<number>; rule_id: string; rule_number: number; account_id: string
    region_code: string; year: number; time_zone: string; currency: Currency
    state: Generated<'working' | 'failed' | 'proposed' | 'approved' | 'paid'>
    revision: Generated<number>; done_count: Generated<number>; all_count: Generated<number>
    objection_until: Timestamp | null; line_count: Generated<number>
    stopped_count: Generated<number>; flight_count: Generated<number>
    plot_count: Generated<number>; operator_count: Generated<number>
    left_out_count: Generated<number>; ground_milli_m2: Generated<number>
    total_minor: Generated<number>; stopped_minor: Generated<number>; lines_hash: Buffer | null
    proposed_at: Timestamp | null; approved_at: Timestamp | null; paid_at: Timestamp | null
    payment_reference: string | null; created_at: Timestamp; version: Generated<number>
    seasons: Generated<string>
  }
  subsidy_flight: {
    subsidy_id: number; number: number; line_id: string | null; why: SubsidyLeftOutReason | null
    drone_id: string; sortie_id: string; plot_id: string | null; operator_id: string | null
    region_code: string | null; start_at: Timestamp; covered_m2: number
    ground_milli_m2: Generated<number>; stopped_by: 'suspicion' | 'alarm' | null
    track_hash: Buffer; facts_hash: Buffer; unproven_milli_m2: Generated<number>
  }
  subsidy_line: {
    id: string; subsidy_id: number; number: number; state: 'payable' | 'stopped' | 'nothing'
    season: number; season_name: string; plot_id: string; plot_name: string; owner_id: string
    operator_id: string; region_code: string; crop_id: string | null; chemical_id: string | null
    task_type: 1 | 2 | 3 | 4 | null; rate_minor: number; plot_milli_m2: number
    covered_milli_m2: number; ground_milli_m2: number; flight_count: number; first_at: Timestamp
    gross_minor: number; amount_minor: number; cuts: GeneratedJson<SubsidyCut[]>
    rate_unit: Generated<'mu' | 'rai' | 'acre' | 'hectare'>; unproven_milli_m2: Generated<number>
  }
  subsidy_objection: {
    id: string; subsidy_id: number; line_id: string; line_number: number; plot_name: string
    region_code: string; account_id: string; account_name: string; user_id: string
    user_name: string; at: Timestamp; text: string
    state: Generated<'open' | 'upheld' | 'declined'>; answer: Generated<string>
    decided_at: Timestamp | null; decided_by: string | null; decided_name: string | null
    version: Generated<number>
  }
  subsidy_rule: {
    id: string; account_id: string; region_code: string; year: number; time_zone: string
    currency: Currency; number: Generated<number>; created_at: Timestamp
    version: Generated<number>
  }
  subsidy_rule_version: {
    rule_id: string; number: number; content: Json<SubsidyRules>; note: Generated<string>
    at: Timestamp; user_id: string; user_name: string
  }
  subsidy_ruling: {
    subsidy_id: number; drone_id: string; sortie_id: string; ruling: 'exclude' | 'admit'; text: string
    at: Timestamp; user_id: string
  }
  subsidy_step: {
    subsidy_id: number; number: number; kind: 'propose' | 'correct' | 'rule' | 'approve' | 'pay'
    at: Timestamp; user_id: string; user_name: string; account_id: string; account_name: string
    text: Generated<string>
  }
  team: {
    id: string; account_id: string; name: string; leader_id: string | null; created_at: Timestamp
    version: Generated<number>
  }
  team_drone: { account_id: string; drone_id: string; team_id: string }
  team_member: { user_id: string; team_id: string; joined_at: Timestamp }
  throttle: { key: string; points: Generated<number>; expire: number | null }
  totp: {
    id: string; user_id: string; account_id: string; secret_sealed: Buffer; last_step: number | null
    created_at: Timestamp; confirmed_at: Timestamp | null; last_used_at: Timestamp | null
  }
  track_archive: {
    id: string; month: DayText; key: string; state: 'writing' | 'stored' | 'unused'
    chunk_count: Generated<number>; flight_count: Generated<number>
    point_count: Generated<number>; bytes: Generated<number>; changed_at: Timestamp
  }
  track_chunk: {
    drone_id: string; id: string; sortie_id: string | null; from_at: Timestamp; until_at: Timestamp
    point_count: number; columns: Buffer; rejected: Generated<boolean>; archive_id: string | null
    archive_row: number | null
  }
  track_month: { month: DayText; checked_at: Timestamp }
  track_retention: {
    is_only: Generated<boolean>; archive_after_months: number | null
    delete_after_months: number | null
  }
  unified_task: {
    id: Generated<number>; account_id: string; supervisor_id: string | null; name: string
    region_code: string; time_zone: string; type: 1 | 2 | 3 | 4; work_type_id: string | null
    crop_id: string | null; start_day: DayText; end_day: DayText; target_m2: number | null
    ground: Generated<'region' | 'plots'>; note: Generated<string>
    state: Generated<'draft' | 'open' | 'closed'>; copied_from: number | null
    created_by: string | null; created_at: GeneratedTimestamp; updated_at: GeneratedTimestamp
    opened_at: Timestamp | null; closed_at: Timestamp | null; closed_by: string | null
    frozen: Json<Details> | null; frozen_hash: Buffer | null; version: Generated<number>
  }
  unified_task_chemical: {
    task_id: number; chemical_id: string; dose_per_ha: number | null; dose_unit: Generated<'mL' | 'g'>
  }
  unified_task_drone: {
    task_id: number; drone_id: string; data_start_day: DayText; data_end_day: DayText
    added_at: GeneratedTimestamp; added_by: string | null
  }
  unified_task_due: { number: GeneratedAlways<number>; task_id: number; plot_id: string | null }
  unified_task_flight: {
    task_id: number; drone_id: string; sortie_id: string; start_at: Timestamp; end_at: Timestamp
    manufacturer_id: string; operator_id: string | null; tenant_id: string | null
    pilot_id: string | null; plot_id: string | null; crop_id: string | null
    chemical: string | null; region_code: string | null; duration_s: number; spray_l: number
    covered_m2: number; swept_m2: number; track_hash: Buffer
  }
  unified_task_ground: {
    task_id: number; plot_id: string; covered_m2: number; repeated_m2: number; sortie_count: number
    last_at: Timestamp
  }
  unified_task_left_out: {
    drone_id: string; sortie_id: string; task_id: number; start_at: Timestamp
    why: 'days' | 'region' | 'plots' | 'crop' | 'chemical' | 'other_task' | 'closed'
  }
  unified_task_operator: {
    task_id: number; account_id: string; state: Generated<'invited' | 'accepted' | 'declined'>
    invited_at: GeneratedTimestamp; answered_at: Timestamp | null; answered_by: string | null
  }
  unified_task_plot: { task_id: number; plot_id: string }
  unified_task_repeat: {
    task_id: number; plot_id: string; drone_id: string; sortie_id: string; already_m2: number
  }
  unified_task_sum: {
    task_id: number; sortie_count: number; drone_count: number; duration_s: number; spray_l: number
    flown_m2: number; swept_m2: number; plot_count: number; plots_m2: number
    worked_plot_count: number; covered_m2: number; repeated_m2: number; outside_m2: number
    days: Json<SummedDay[]>; last_at: Timestamp | null; measured_at: Timestamp
    villages: Json<SummedVillage[]> | null
  }
  user_application: {
    id: string; account_id: string; admin_id: string; name: string; phone: string | null
    email: string | null; user_type: 2 | 3; password_hash: string | null
    message: Generated<string>; status: Generated<1 | 2 | 3>; applied_at: Timestamp
    reviewed_by: string | null; reviewer_name: string | null; reviewed_at: Timestamp | null
    reason: string | null; user_id: string | null
  }
  verification_code: {
    recipient_hash: Buffer; purpose: 1 | 2 | 3 | 4; host: string; salt: Buffer; code_hash: Buffer
    tries_left: number; expires_at: Timestamp
  }
  weather_observation: {
    cell_lat: number; cell_lng: number; hour: Timestamp; source: string; wind_ms: number | null
    wind_from_deg: number | null; temperature_c: number | null; humidity_percent: number | null
    rain_mm_h: number | null; fetched_at: Timestamp
  }
  webhook: {
    id: string; account_id: string; key_id: string; name: string; url: string; kinds: ChangeType[]
    secret_sealed: Buffer; former_secret_sealed: Buffer | null
    former_secret_until: Timestamp | null; enabled: Generated<boolean>; created_at: Timestamp
    created_by_name: string; taken_transaction: string; taken_id: number; lease_id: string | null
    lease_until: Timestamp | null; failures: Generated<number>; pause_until: Timestamp | null
    failing_since: Timestamp | null; last_success_at: Timestamp | null; version: Generated<number>
  }
  webhook_delivery: {
    webhook_id: string; transaction: string; event_id: number; kind: ChangeType; object_id: string
    at: Timestamp; body: string; state: Generated<'waiting' | 'delivered' | 'failed'>
    tries: Generated<number>; next_at: Timestamp; give_up_at: Timestamp
    last_status: number | null
    last_problem: 'address' | 'timeout' | 'connection' | 'status' | null
    ended_at: Timestamp | null
  }
  work_record: {
    drone_id: string; sortie_id: string; start_at: Timestamp; end_at: Timestamp
    manufacturer_id: string; operator_id: string | null; tenant_id: string | null
    pilot_id: string | null; plot_id: string | null; crop_id: string | null
    chemical: string | null; region_code: string | null; mode: 1 | 2 | 3 | 4 | 5 | null
    duration_s: number; distance_m: number; spray_s: number; spray_l: number
    spray_l_source: 'flow' | 'tank' | 'none'; height_m: number | null; speed_ms: number | null
    flow_l_min: number | null; width_m: number; covered_m2: number; swept_m2: number
    repeated_m2: number; overlap_ratio: number; outside_plot_ratio: number | null
    claimed_m2: number | null; track_hash: Buffer; previous_hash: Buffer; hash: Buffer
    alarm_types: Generated<number>; task_id: number | null; events: string | null
    events_hash: Buffer | null
  }
  work_type: {
    id: string; account_id: string | null; names: Json<Names>; version: Generated<number>
  }
}
