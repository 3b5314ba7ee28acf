// What came of the flights.
import type { Generated } from 'kysely'
import type {
  Timestamp,
  GeneratedTimestamp,
  GeneratedJson,
  NullableTimestamp,
  Details,
} from './column-types.ts'

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
  swath_width_m: number | null
}

/** Worked out again though nothing of theirs has come. */
export interface FlightAgainTable {
  drone_id: string
  sortie_id: string
  start_at: Timestamp
  marked: Generated<boolean>
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
  events: string | null
  events_hash: Buffer | null
  previous_hash: Buffer
  hash: Buffer
  task_id: number | null
}

export interface RecordMadeTable {
  drone_id: string
  sortie_id: string
  hash: Buffer
  hash_at: Timestamp
  track_hash: Buffer
  track_at: Timestamp
  stored_hash: Buffer | null
  events_hash: Buffer | null
  events_at: NullableTimestamp | null
}

export interface PlotSprayingTable {
  drone_id: string
  sortie_id: string
  plot_id: string
  start_at: Timestamp
  covered_m2: number
  strips: Buffer | null
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
  state: Generated<'open' | 'acknowledged' | 'closed'>
  assignee_id: string | null
  closed_reason:
    | 'real'
    | 'false_alarm'
    | 'allowed'
    | 'technical'
    | 'other'
    | 'expired'
    | 'withdrawn'
    | null
  acknowledged_at: NullableTimestamp | null
  closed_at: NullableTimestamp | null
  version: Generated<number>
}

export interface AnomalyReadTable {
  user_id: string
  drone_id: string
  anomaly_id: string
  read_at: GeneratedTimestamp
}

export interface WeatherObservationTable {
  cell_lat: number
  cell_lng: number
  hour: Timestamp
  source: string
  wind_ms: number | null
  wind_from_deg: number | null
  temperature_c: number | null
  humidity_percent: number | null
  rain_mm_h: number | null
  fetched_at: Timestamp
}

export interface FlightWeatherTable {
  drone_id: string
  sortie_id: string
  start_at: Timestamp
  end_at: Timestamp
  cell_lat: number
  cell_lng: number
  source: 'drone' | 'provider' | 'mixed' | null
  wind_ms: number | null
  most_wind_ms: number | null
  wind_from_deg: number | null
  temperature_c: number | null
  humidity_percent: number | null
  rain_mm_h: number | null
  delta_t_c: number | null
  wanted: boolean
  tries: Generated<number>
  next_try_at: Timestamp | null
}

export interface FlightClaimTable {
  drone_id: string
  sortie_id: string
  start_at: Timestamp
  operator_id: string | null
  covered_m2: number
  bounds: string
  places: number[]
  boot: string | null
  first_seq: number | null
  last_seq: number | null
  compared: Generated<boolean>
}

export interface ClaimSuspicionTable {
  drone_id: string
  id: string
  sortie_id: string
  cause: string
  at: Timestamp
  lng: number
  lat: number
  other_drone_id: string | null
  other_sortie_id: string | null
  evidence: GeneratedJson<Details>
  manufacturer_id: string
  operator_id: string | null
  tenant_id: string | null
  region_code: string | null
  created_at: GeneratedTimestamp
  state: Generated<'open' | 'looking' | 'false_claim' | 'in_order' | 'withdrawn'>
  handler_id: string | null
  decided_at: NullableTimestamp | null
  version: Generated<number>
}

export interface ClaimStepTable {
  drone_id: string
  suspicion_id: string
  number: number
  kind: 'look' | 'comment' | 'decide' | 'reopen'
  at: Timestamp
  user_id: string
  user_name: string
  account_id: string
  account_name: string
  decision: 'false_claim' | 'in_order' | null
  text: Generated<string>
}

export interface FlightTables {
  sortie: SortieTable
  flight_again: FlightAgainTable
  work_record: WorkRecordTable
  record_made: RecordMadeTable
  plot_spraying: PlotSprayingTable
  anomaly: AnomalyTable
  anomaly_read: AnomalyReadTable
  weather_observation: WeatherObservationTable
  flight_weather: FlightWeatherTable
  flight_claim: FlightClaimTable
  claim_suspicion: ClaimSuspicionTable
  claim_step: ClaimStepTable
}
