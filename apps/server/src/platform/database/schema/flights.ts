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
  acknowledged_at: NullableTimestamp
  closed_at: NullableTimestamp
  version: Generated<number>
}

export interface AnomalyReadTable {
  user_id: string
  drone_id: string
  anomaly_id: string
  read_at: GeneratedTimestamp
}

export interface FlightTables {
  sortie: SortieTable
  work_record: WorkRecordTable
  anomaly: AnomalyTable
  anomaly_read: AnomalyReadTable
}
