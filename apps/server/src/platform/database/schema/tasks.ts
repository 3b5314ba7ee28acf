// Campaigns, and what came of them.
import type { Generated } from 'kysely'
import type {
  DayText,
  GeneratedTimestamp,
  Json,
  NullableTimestamp,
  Timestamp,
} from './column-types.ts'

export interface UnifiedTaskTable {
  id: Generated<number>
  account_id: string
  supervisor_id: string | null
  name: string
  region_code: string
  time_zone: string
  type: 1 | 2 | 3 | 4
  work_type_id: string | null
  crop_id: string | null
  start_day: DayText
  end_day: DayText
  target_m2: number | null
  ground: Generated<'region' | 'plots'>
  note: Generated<string>
  state: Generated<'draft' | 'open' | 'closed'>
  copied_from: number | null
  created_by: string | null
  created_at: GeneratedTimestamp
  updated_at: GeneratedTimestamp
  opened_at: NullableTimestamp | null
  closed_at: NullableTimestamp | null
  closed_by: string | null
  frozen: Json<Record<string, unknown>> | null
  frozen_hash: Buffer | null
  version: Generated<number>
}

export interface UnifiedTaskChemicalTable {
  task_id: number
  chemical_id: string
  dose_per_ha: number | null
  dose_unit: Generated<'mL' | 'g'>
}

export interface UnifiedTaskOperatorTable {
  task_id: number
  account_id: string
  state: Generated<'invited' | 'accepted' | 'declined'>
  invited_at: GeneratedTimestamp
  answered_at: NullableTimestamp | null
  answered_by: string | null
}

export interface UnifiedTaskDroneTable {
  task_id: number
  drone_id: string
  data_start_day: DayText
  data_end_day: DayText
  added_at: GeneratedTimestamp
  added_by: string | null
}

export interface UnifiedTaskPlotTable {
  task_id: number
  plot_id: string
}

export interface UnifiedTaskLeftOutTable {
  drone_id: string
  sortie_id: string
  task_id: number
  start_at: Timestamp
  why: 'days' | 'region' | 'plots' | 'crop' | 'chemical' | 'other_task' | 'closed'
}

export interface UnifiedTaskFlightTable {
  task_id: number
  drone_id: string
  sortie_id: string
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
  duration_s: number
  spray_l: number
  covered_m2: number
  swept_m2: number
  track_hash: Buffer
}

export interface UnifiedTaskRepeatTable {
  task_id: number
  plot_id: string
  drone_id: string
  sortie_id: string
  already_m2: number
}

export interface UnifiedTaskGroundTable {
  task_id: number
  plot_id: string
  covered_m2: number
  repeated_m2: number
  sortie_count: number
  last_at: Timestamp
}

export interface UnifiedTaskDueTable {
  number: Generated<number>
  task_id: number
  plot_id: string | null
}

export type SummedVillage = {
  regionCode: string
  village: string
  plots: number
  areaM2: number
  coveredM2: number
  repeatedM2: number
}

type SummedDay = { day: DayText; sorties: number; coveredM2: number }

export interface UnifiedTaskSumTable {
  task_id: number
  sortie_count: number
  drone_count: number
  duration_s: number
  spray_l: number
  flown_m2: number
  swept_m2: number
  plot_count: number
  plots_m2: number
  worked_plot_count: number
  covered_m2: number
  repeated_m2: number
  outside_m2: number
  days: Json<SummedDay[]>
  /** Of a closed task: null, where it was closed before villages were told. */
  villages: Json<SummedVillage[]> | null
  last_at: Timestamp | null
  measured_at: Timestamp
}

export interface TaskTables {
  unified_task: UnifiedTaskTable
  unified_task_chemical: UnifiedTaskChemicalTable
  unified_task_operator: UnifiedTaskOperatorTable
  unified_task_drone: UnifiedTaskDroneTable
  unified_task_plot: UnifiedTaskPlotTable
  unified_task_left_out: UnifiedTaskLeftOutTable
  unified_task_flight: UnifiedTaskFlightTable
  unified_task_ground: UnifiedTaskGroundTable
  unified_task_repeat: UnifiedTaskRepeatTable
  unified_task_due: UnifiedTaskDueTable
  unified_task_sum: UnifiedTaskSumTable
}
